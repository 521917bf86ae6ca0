package dev.carillon.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.security.auth.module.UnixSystem;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Root and ordinary users. The other tests run as whoever runs them; these need root, to become
 * someone else.
 */
class RunAsTest {

  @TempDir static Path temp;

  private static RunAs.Owner nobody;

  @BeforeAll
  static void need_root_and_someone_else() throws IOException {
    assumeTrue(new UnixSystem().getUid() == 0, "only root can become someone else");
    nobody = RunAs.named("nobody").orElseThrow();
    Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterAll
  static void no_process_is_left() {
    Leftovers.assertNoneIn(temp);
  }

  @Test
  void an_ordinary_user_and_root_can_take_turns_and_the_files_stay_the_users() throws Exception {
    Path data = temp.resolve("of a user");
    Files.createDirectory(data);
    RunAs user = RunAs.switchTo(nobody).orElseThrow();
    user.own(data);
    String classPath = readableClassPath();

    startsAs(user, data, classPath);
    assertThat(owners(data)).containsOnly(nobody.uid());

    // Root finds a cluster of that user, and runs PostgreSQL as that user.
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data)) {
      assertThat(owner(Path.of("/proc/" + postgres.postmasterPid()))).isEqualTo(nobody.uid());
    }
    assertThat(owners(data.resolve("postgres"))).containsOnly(nobody.uid());

    startsAs(user, data, classPath);
  }

  @Test
  void root_without_user_namespaces_makes_a_cluster_for_another_user() throws Exception {
    DataDirectory data = DataDirectory.create(temp.resolve("of root"));
    ServerLog log = new ServerLog(data.log());
    Binaries binaries = Binaries.unpackedIn(data);
    RunAs other = RunAs.switchTo(nobody).orElseThrow();
    assertThat(other.runs(binaries, log, data)).isTrue();
    new Cluster(data, binaries, other, log).makeIfMissing(Deadline.in(Duration.ofMinutes(1)));
    assertThat(owners(data.cluster())).containsOnly(nobody.uid());

    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data.root())) {
      assertThat(owner(Path.of("/proc/" + postgres.postmasterPid()))).isEqualTo(nobody.uid());
    }
    assertThat(owners(data.password())).containsOnly(0);
  }

  private static void startsAs(RunAs user, Path data, String classPath) throws Exception {
    try (ChildJvm jvm = ChildJvm.start(data, user.prefix(), classPath)) {
      ChildJvm.Ready ready = jvm.awaitReady();
      try (Connection connection = ready.connect()) {
        assertThat(connection.isValid(5)).isTrue();
      }
      assertThat(owner(Path.of("/proc/" + ready.postmaster().pid()))).isEqualTo(nobody.uid());
    }
  }

  /** A copy, since root's own repository of jars may be closed to others. */
  private static String readableClassPath() throws IOException {
    List<String> copies = new ArrayList<>();
    for (Path entry : ChildJvm.classPathEntries()) {
      Path copy = temp.resolve("class-path").resolve(copies.size() + "");
      copies.add(copy.toString());
      try (var files = Files.walk(entry)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Path to = copy.resolve(entry.relativize(file).toString());
          Files.createDirectories(to.getParent());
          Files.copy(file, to);
        }
      }
    }
    return String.join(File.pathSeparator, copies);
  }

  private static Set<Integer> owners(Path tree) throws IOException {
    try (var paths = Files.walk(tree)) {
      return paths.map(RunAsTest::owner).collect(Collectors.toSet());
    }
  }

  private static int owner(Path path) {
    return RunAs.owner(path).orElseThrow().uid();
  }
}
