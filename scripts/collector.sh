# shellcheck shell=sh
# Sourced by the scripts that run servers: sets collector to the options of the garbage collector.
# Expects java, see find-java.sh.

# Shenandoah moves objects while the program goes on. With 10,000 runs a second over a million
# schedules G1 stopped it five times a second for 10 ms, which was the lateness of most late runs.
# Not every JDK has it; whether this one does is told by the names of its options. Elsewhere it is G1
# with a small aim for its pauses. Who names a collector in CARILLON_JAVA_OPTS gets that one.
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
      collector='-XX:+UseShenandoahGC -XX:ShenandoahGCMode=generational'
      break
    fi
  done
}
