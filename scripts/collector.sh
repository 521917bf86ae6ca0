# shellcheck shell=sh
# Sourced by the scripts that run servers: sets collector to the options of the garbage collector.
# Expects java, see find-java.sh.
# shellcheck disable=SC2034,SC2154  # The scripts use collector, and have set java.

# Shenandoah moves objects while the program goes on. With 10,000 runs a second over a million
# schedules G1 stopped it five times a second for 10 ms, which was the lateness of most late runs.
# Not every JDK has it; whether this one does is told by the names of its options. Elsewhere it is G1
# with a small aim for its pauses. Who names a collector in CARILLON_JAVA_OPTS gets that one.
#
# Left to itself it looks every millisecond whether there is anything to do, which took 3 % of a core
# of an idle server, and gives memory back after five minutes; so it looks less often when it found
# nothing, collects and gives back what an idle server does not need, and does not pace allocations,
# for which it would wake up a hundred times a second. That last option is deprecated, since pacing
# will be gone: the JVM would begin every start with a warning of it.
set_collector() {
  case " ${CARILLON_JAVA_OPTS:-} " in
    *' -XX:+Use'*'GC '*)
      collector=
      return
      ;;
  esac
  jdk=${java%/bin/java}
  [ -d "$jdk/lib/server" ] || jdk=$(dirname "$(dirname "$(readlink -f "$java" 2>/dev/null || printf '%s' "$java")")")
  collector='-XX:+UseG1GC -XX:MaxGCPauseMillis=4'
  for library in "$jdk"/lib/server/libjvm.*; do
    if [ -r "$library" ] && LC_ALL=C grep -q ShenandoahGCMode "$library" 2>/dev/null; then
      collector='-XX:+UseShenandoahGC -XX:ShenandoahGCMode=generational
        -XX:+UnlockExperimentalVMOptions -XX:+UnlockDiagnosticVMOptions -XX:+IgnoreUnrecognizedVMOptions
        -XX:ShenandoahControlIntervalMin=20 -XX:ShenandoahControlIntervalMax=900
        -XX:ShenandoahGuaranteedYoungGCInterval=20000 -XX:ShenandoahUncommitDelay=10000
        -XX:-PrintWarnings -XX:-ShenandoahPacing'
      break
    fi
  done
}
