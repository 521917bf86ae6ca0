package dev.carillon.conventions;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Who may depend on whom, and who may ask the machine for what. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DependencyRulesTest {

  private static final String ENGINE = "dev.carillon.engine..";
  private static final String STORE = "dev.carillon.engine.store..";
  private static final String CLOCK = "dev.carillon.engine.clock..";
  private static final String DISPATCH = "dev.carillon.engine.dispatch..";
  private static final String TARGET = "dev.carillon.engine.target..";
  private static final String POSTGRES = "dev.carillon.postgres..";
  private static final String SERVER = "dev.carillon.server..";
  private static final String SERVER_STORE = "dev.carillon.server.store..";
  private static final String SIMULATOR = "dev.carillon.simulator..";
  private static final String CLIENT = "dev.carillon.client..";
  private static final String CLI = "dev.carillon.cli..";
  private static final String WORDS = "dev.carillon.words..";
  private static final String IMPORTERS = "dev.carillon.importers..";

  /** The packages that hold nothing but decisions. */
  private static final String[] DOMAIN = {
    "dev.carillon.engine.timing..",
    "dev.carillon.engine.schedule..",
    "dev.carillon.engine.run..",
    "dev.carillon.engine.ledger..",
  };

  private static final String[] LANGUAGE = {
    "java.io",
    "java.lang..",
    "java.math",
    "java.nio.charset",
    "java.security",
    "java.time..",
    "java.util",
    "java.util.function",
    "java.util.regex",
    "java.util.stream",
    "org.jspecify.annotations",
  };

  private static final String[] SQL = {
    "java.sql..", "javax.sql..", "org.jdbi..", "org.postgresql..", "com.zaxxer.hikari..",
  };

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.carillon");

  /** Also the class itself and those nested in it. */
  private static DescribedPredicate<JavaClass> named(String... names) {
    return nameMatching("(" + String.join("|", names).replace(".", "\\.") + ")(\\$.*)?")
        .forSubtype();
  }

  @Test
  void the_rules_look_at_all_modules() {
    assertThat(CLASSES.stream().map(JavaClass::getPackageName))
        .contains("dev.carillon.engine", "dev.carillon.postgres", "dev.carillon.server")
        .contains("dev.carillon.client", "dev.carillon.cli.verbs", "dev.carillon.words")
        .contains("dev.carillon.importers");
  }

  @Test
  void only_the_store_knows_SQL() {
    noClasses()
        .that(resideInAPackage(ENGINE))
        .and(not(resideInAPackage(STORE)))
        .and(not(named("dev.carillon.engine.Engine")))
        .should()
        .dependOnClassesThat(resideInAnyPackage(SQL))
        .because("its rules are kept in one package, beside the statements they are about")
        .check(CLASSES);
  }

  @Test
  void the_engine_takes_a_data_source_and_no_more_of_SQL() {
    noClasses()
        .that(named("dev.carillon.engine.Engine"))
        .should()
        .dependOnClassesThat(resideInAnyPackage(SQL).and(not(named("javax.sql.DataSource"))))
        .check(CLASSES);
  }

  @Test
  void the_server_and_the_simulator_leave_SQL_to_the_store() {
    noClasses()
        .that(resideInAnyPackage(SERVER, SIMULATOR))
        .and(not(resideInAPackage(SERVER_STORE)))
        .and(not(named("dev.carillon.server.Pool")))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(SQL)
                .and(not(named("javax.sql.DataSource", "com.zaxxer.hikari.HikariDataSource"))))
        .check(CLASSES);
  }

  @Test
  void the_packages_of_the_server_form_no_cycle() {
    slices().matching("dev.carillon.server.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void only_the_package_of_MCP_knows_its_SDK() {
    noClasses()
        .that(resideInAPackage("dev.carillon.."))
        .and(not(resideInAPackage("dev.carillon.server.mcp..")))
        .should()
        .dependOnClassesThat(resideInAnyPackage("io.modelcontextprotocol..", "reactor.."))
        .because("it is loaded at the first message, and costs a start nothing")
        .check(CLASSES);
  }

  @Test
  void what_says_the_same_in_other_words_is_known_to_nobody_else() {
    noClasses()
        .that(resideInAPackage("dev.carillon.."))
        .and(
            not(
                resideInAnyPackage("dev.carillon.server.mcp..", "dev.carillon.server.seeds..")
                    .or(named("dev.carillon.server.Application"))))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.carillon.server.mcp..", "dev.carillon.server.seeds.."))
        .check(CLASSES);
    noClasses()
        .that(resideInAPackage("dev.carillon.server.mcp.."))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                "dev.carillon.server.schedules..",
                "dev.carillon.server.runs..",
                "dev.carillon.server.access..",
                SERVER_STORE))
        .because("tools ask the API and have no way around it")
        .check(CLASSES);
  }

  @Test
  void the_servers_store_knows_nothing_of_HTTP() {
    noClasses()
        .that(resideInAPackage(SERVER_STORE))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.carillon.server.web..", "io.javalin..", "tools.jackson.."))
        .check(CLASSES);
  }

  @Test
  void the_embedded_postgres_knows_nothing_of_schedules() {
    noClasses()
        .that(resideInAPackage(POSTGRES))
        .should()
        .dependOnClassesThat(resideInAnyPackage(ENGINE, SERVER, SIMULATOR))
        .check(CLASSES);
  }

  @Test
  void the_engine_knows_nothing_of_what_it_is_embedded_in() {
    noClasses()
        .that(resideInAPackage(ENGINE))
        .should()
        .dependOnClassesThat(resideInAnyPackage(POSTGRES, SERVER, SIMULATOR))
        .check(CLASSES);
  }

  @Test
  void decisions_depend_on_nothing_but_the_language_and_each_other() {
    classes()
        .that(resideInAnyPackage(DOMAIN))
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "belong to the language or to each other",
                type ->
                    type.getBaseComponentType().isPrimitive()
                        || type.isEquivalentTo(ConcurrentHashMap.class) // a cache is no thread
                        || resideInAnyPackage(DOMAIN)
                            .or(resideInAnyPackage(LANGUAGE))
                            .test(type.getBaseComponentType())))
        .because("they are pure: no log, no database, no threads")
        .check(CLASSES);
  }

  @Test
  void the_packages_of_the_engine_form_no_cycle() {
    slices().matching("dev.carillon.engine.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void timing_and_runs_stand_on_their_own() {
    noClasses()
        .that(resideInAnyPackage("dev.carillon.engine.timing..", "dev.carillon.engine.run.."))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.carillon.engine.schedule..", "dev.carillon.engine.ledger.."))
        .check(CLASSES);
  }

  @Test
  void only_the_clock_asks_for_time_and_chance() {
    noClasses()
        .that(resideInAnyPackage(ENGINE))
        .and(not(resideInAPackage(CLOCK)))
        .should(Accesses.make(Accesses.toTimeOrChance()))
        .because("the simulator can only replay what it hands out itself")
        .check(CLASSES);
  }

  @Test
  void the_simulator_throws_its_own_dice_and_asks_for_time_only_to_say_how_long_it_took() {
    noClasses()
        .that(resideInAPackage(SIMULATOR))
        .and(not(named("dev.carillon.simulator.Dice", "dev.carillon.simulator.Simulate")))
        .should(Accesses.make(Accesses.toTimeOrChance()))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void around_the_engine_only_these_ask_for_time_and_chance() {
    noClasses()
        .that(resideInAnyPackage(SERVER, POSTGRES))
        .and(
            not(
                named(
                    // The id of a data directory is made once.
                    "dev.carillon.server.DataPlace",
                    // How long to wait at most.
                    "dev.carillon.server.Pool",
                    "dev.carillon.server.Readiness",
                    "dev.carillon.server.web.Leftovers",
                    "dev.carillon.postgres.Deadline",
                    "dev.carillon.postgres.EmbeddedPostgres",
                    // The password, and which port to try.
                    "dev.carillon.postgres.Cluster",
                    "dev.carillon.postgres.Ports")))
        .should(Accesses.make(Accesses.toTimeOrChance()))
        .check(CLASSES);
  }

  @Test
  void in_the_engine_only_targets_open_sockets() {
    noClasses()
        .that(resideInAPackage(ENGINE))
        .and(not(resideInAPackage(TARGET)))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.net.http..", "java.nio.channels..", "javax.net..")
                .or(
                    nameMatching("java\\.net\\.(.*Socket.*|URL|.*URLConnection|InetAddress)")
                        .forSubtype()))
        .check(CLASSES);
  }

  @Test
  void in_the_server_only_targets_call_out() {
    noClasses()
        .that(resideInAPackage(SERVER))
        .and(not(resideInAPackage("dev.carillon.server.target..")))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.net.http..", "javax.net..")
                .or(nameMatching("java\\.net\\.(.*Socket.*|URL|.*URLConnection)").forSubtype()))
        .because("whoever calls out has to pass the guard of addresses")
        .check(CLASSES);
  }

  @Test
  void the_dispatcher_knows_neither_threads_nor_the_database() {
    noClasses()
        .that(resideInAPackage(DISPATCH))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.carillon.engine.runtime..", "java.util.concurrent.locks..")
                .or(nameMatching("dev\\.carillon\\.engine\\.store\\.Pg.*").forSubtype())
                .or(
                    nameMatching(
                            "java\\.lang\\.Thread(\\$.*)?"
                                + "|java\\.util\\.concurrent\\.(.*Executor.*|.*Future.*"
                                + "|.*Pool.*|CountDownLatch|Semaphore)")
                        .forSubtype()))
        .because("it is one deterministic loop that the simulator drives")
        .check(CLASSES);
  }

  @Test
  void the_command_line_knows_the_server_only_through_the_client() {
    noClasses()
        .that(resideInAnyPackage(CLIENT, CLI))
        .should()
        .dependOnClassesThat(resideInAnyPackage(ENGINE, SERVER, POSTGRES, SIMULATOR))
        .check(CLASSES);
    noClasses()
        .that(resideInAPackage(CLIENT))
        .should()
        .dependOnClassesThat(resideInAnyPackage(CLI, "picocli.."))
        .check(CLASSES);
    noClasses()
        .that(resideInAPackage(CLI))
        .should()
        .dependOnClassesThat(resideInAnyPackage("java.net.http.."))
        .check(CLASSES);
  }

  @Test
  void the_command_line_asks_for_time_in_one_place_and_words_are_pure() {
    noClasses()
        .that(resideInAnyPackage(CLIENT, CLI))
        .and(
            not(
                named(
                    "dev.carillon.cli.Surroundings",
                    // The key that makes a request sent twice count once.
                    "dev.carillon.client.Carillon")))
        .should(Accesses.make(Accesses.toTimeOrChance()))
        .check(CLASSES);
    noClasses()
        .that(resideInAPackage(WORDS))
        .should()
        .dependOnClassesThat(resideInAPackage("dev.carillon..").and(not(resideInAPackage(WORDS))))
        .orShould()
        .dependOnClassesThat(resideInAnyPackage("picocli..", "tools.jackson..", "java.net.."))
        .orShould(Accesses.make(Accesses.toTimeOrChance()))
        .check(CLASSES);
  }

  @Test
  void importers_turn_what_they_are_given_into_drafts_and_ask_the_machine_for_nothing() {
    noClasses()
        .that(resideInAPackage(IMPORTERS))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    ENGINE,
                    SERVER,
                    POSTGRES,
                    SIMULATOR,
                    CLIENT,
                    CLI,
                    "java.net.http..",
                    "java.nio.channels..",
                    "javax.net..")
                .or(
                    nameMatching("java\\.net\\.(.*Socket.*|URL|.*URLConnection|InetAddress)")
                        .forSubtype()))
        .because("whoever opens a connection decides where to")
        .check(CLASSES);
    noClasses()
        .that(resideInAPackage(IMPORTERS))
        .should(Accesses.make(Accesses.toTimeOrChance()))
        .check(CLASSES);
    noClasses()
        .that(resideInAPackage(IMPORTERS))
        .and(not(named("dev.carillon.importers.openclaw.StateDatabase")))
        .should()
        .dependOnClassesThat(resideInAnyPackage(SQL))
        .because("a copy of somebody's SQLite is the only database they know")
        .check(CLASSES);
  }

  @Test
  void on_the_command_line_only_sources_open_sockets() {
    noClasses()
        .that(resideInAPackage(CLI))
        .and(not(resideInAPackage("dev.carillon.cli.sources..")))
        .and(not(named("dev.carillon.cli.Rehearsal")))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("javax.net..")
                .or(nameMatching("java\\.net\\..*Socket.*").forSubtype()))
        .check(CLASSES);
  }

  @Test
  void a_pickle_reaches_nothing_that_could_be_called() {
    noClasses()
        .that(resideInAPackage("dev.carillon.importers.pickle.."))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.lang.reflect..", "java.nio.file..")
                .or(nameMatching("java\\.lang\\.(Process.*|Runtime|ClassLoader)").forSubtype()))
        .check(CLASSES);
  }
}
