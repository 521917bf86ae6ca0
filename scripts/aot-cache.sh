# shellcheck shell=sh
# Sourced by the launcher: a cache of loaded and linked classes that halves the time of a start.
# Expects java, jvm_options, class_path (jars only, their order is part of the cache) and cache_dir.
# shellcheck disable=SC2154  # They are the launcher's.

# Runs the command $1 on all jars of the class path, with the other arguments behind them.
aot_jars() (
  set -f
  command=$1
  shift
  IFS=:
  # shellcheck disable=SC2086  # Split at its colons on purpose.
  "$command" $class_path "$@"
)

# Where the cache of exactly these jars, this JDK and these options lies, whether or not it exists.
# The contents are part of the name, because a JDK may take classes from a cache that is out of date
# when jars were replaced by others of the same time and size. Reading all of them takes longer than
# a verb, so that their sum is kept beside them until one changes: the kernel's time of change, which
# nobody can set back, says so. $1 tells apart caches of the same jars.
aot_file() {
  home=${java%/bin/java}
  [ -r "$home/release" ] || home=$(dirname "$(dirname "$(readlink -f "$java" 2>/dev/null || printf '%s' "$java")")")
  sums=$cache_dir/sums
  if [ ! -s "$sums" ] || [ -n "$(aot_jars find -cnewer "$sums" 2>/dev/null)" ]; then
    mkdir -p "$cache_dir" 2>/dev/null || :
    # Dated before the reading, so that a jar that changes meanwhile counts as changed.
    # Not with `:`, since a shell may end where a redirection of a special builtin fails.
    { true >"$sums.$$" && touch -r "$sums.$$" "$sums.$$.begun"; } 2>/dev/null || true
    contents=$(aot_jars cksum | LC_ALL=C sort -k 3)
    if printf '%s\n' "$contents" 2>/dev/null >"$sums.$$" && touch -r "$sums.$$.begun" "$sums.$$" 2>/dev/null; then
      mv "$sums.$$" "$sums"
    fi
    rm -f "$sums.$$" "$sums.$$.begun"
  else
    contents=$(cat "$sums")
  fi
  key=$({
    printf '%s\n' "$class_path" "$jvm_options" "$contents"
    cat "$home/release" 2>/dev/null || "$java" -version 2>&1
  } | cksum)
  printf '%s/%s-%s.aot' "$cache_dir" "$1" "${key% *}"
}

# Makes the cache $1 by a short life of a server in a directory of its own, which ends in the usual
# way. Where that is impossible nothing happens but that starts stay slower; an attempt that failed
# is not repeated.
aot_make() {
  mkdir -p "$cache_dir" 2>/dev/null && [ -w "$cache_dir" ] || return 0
  [ ! -e "$1.failed" ] || return 0
  life=$(mktemp -d 2>/dev/null) || return 0
  printf 'carillon: preparing for faster starts, once …\n' >&2
  # Looked at below, maybe before the server has opened it.
  : >"$life/out"
  # shellcheck disable=SC2086  # These are several words on purpose.
  "$java" $jvm_options -XX:AOTCacheOutput="$life/aot" -Xlog:aot*=off -Xlog:cds*=off -cp "$class_path" \
    dev.carillon.server.Main serve --data "$life/data" --port 0 >"$life/out" 2>"$life/log" </dev/null &
  server=$!
  trap 'kill -9 $server 2>/dev/null; rm -rf "$life"; exit 130' INT TERM HUP
  tenths=0
  while kill -0 "$server" 2>/dev/null && ! grep -q ' is ready at ' "$life/out" && [ "$tenths" -lt 1200 ]; do
    sleep 0.1
    tenths=$((tenths + 1))
  done
  kill -TERM "$server" 2>/dev/null || :
  wait "$server" 2>/dev/null || :
  trap - INT TERM HUP
  aot_keep "$1"
}

# The same for the verbs of the command line of the kind $2, by a rehearsal that ends by itself.
aot_rehearse() {
  mkdir -p "$cache_dir" 2>/dev/null && [ -w "$cache_dir" ] || return 0
  [ ! -e "$1.failed" ] || return 0
  life=$(mktemp -d 2>/dev/null) || return 0
  printf 'carillon: preparing for faster starts, once …\n' >&2
  # Without profiles: compiling early what a rehearsal found hot costs a short program more than it
  # gains.
  # shellcheck disable=SC2086  # These are several words on purpose.
  "$java" $jvm_options -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining \
    -XX:AOTCacheOutput="$life/aot" -Xlog:aot*=off -Xlog:cds*=off -cp "$class_path" \
    dev.carillon.cli.Rehearsal "$2" >"$life/out" 2>"$life/log" </dev/null || :
  aot_keep "$1"
}

# Puts what a life left behind where the cache $1 belongs, and forgets the life.
aot_keep() {
  # Renamed at once, so that nobody starts from half a cache. Others of this place are out of date.
  if [ -s "$life/aot" ] && cp "$life/aot" "$1.$$" 2>/dev/null && mv "$1.$$" "$1"; then
    kind=${1##*/}
    find "$cache_dir" -name "${kind%%-*}-*.aot" ! -name "$kind" -exec rm -f {} +
  else
    rm -f "$1.$$"
    { cp "$life/log" "$1.failed" || true >"$1.failed"; } 2>/dev/null || true
  fi
  rm -rf "$life"
  return 0
}

# The options that use the cache $1 if there is one. Without a word, also where the JDK refuses it.
aot_options() {
  if [ -r "$1" ]; then printf '%s' "-XX:AOTCache=$1 -Xlog:aot*=off -Xlog:cds*=off"; fi
}
