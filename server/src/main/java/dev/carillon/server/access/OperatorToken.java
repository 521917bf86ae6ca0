package dev.carillon.server.access;

import dev.carillon.engine.clock.Dice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** The token of the one who runs this server, in a file that only that one can read. */
public final class OperatorToken {

  public static final String FILE = "operator.token";

  private OperatorToken() {}

  /** Reads it, or makes it at the first start. */
  public static Secret in(Path directory, Dice dice) throws IOException {
    Path file = directory.resolve(FILE);
    if (Files.exists(file)) {
      String text = Files.readString(file).strip();
      if (!text.isEmpty()) {
        return new Secret(text);
      }
    }
    Secret secret = Secret.of(dice.bytes(32));
    Path fresh = directory.resolve(FILE + ".new");
    Files.deleteIfExists(fresh);
    if (Files.getFileStore(directory).supportsFileAttributeView("posix")) {
      Files.createFile(
          fresh,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(fresh, secret.text() + "\n");
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return secret;
  }
}
