# shellcheck shell=sh
# Sourced by the scripts that run Java: require_java sets java to that of a JDK 25 or newer.
needed=25

# Sets version to the major version of the JDK in a directory by its release file
# (JAVA_VERSION="25.0.1"), or to 0. In the shell alone, since every verb asks.
read_version() {
  version=0
  if [ -x "$1/bin/java" ] && [ -r "$1/release" ]; then
    while IFS='=' read -r key value; do
      case $key in
        JAVA_VERSION)
          value=${value#\"}
          version=${value%%[!0-9]*}
          break
          ;;
      esac
    done <"$1/release"
  fi
  version=${version:-0}
}

# The same of the java on the PATH, asking it where it has no release file (as macOS's stand-in).
read_version_on_path() {
  version=0
  on_path=$(command -v java) || return 0
  home=$(readlink -f "$on_path" 2>/dev/null) || home=$on_path
  home=${home%/bin/java}
  read_version "$home"
  if [ "$version" = 0 ]; then
    version=$(java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)
    version=${version:-0}
  fi
}

# The usual places, releases with long-term support (17, 21, 25, 29 …) before others, newest first.
search_java() {
  for home in /usr/lib/jvm/* /opt/java/* /opt/jdk* /usr/local/opt/openjdk* /opt/homebrew/opt/openjdk* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-/nonexistent}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/*; do
    read_version "$home"
    if [ "$version" -ge "$needed" ]; then
      if [ $(((version - 17) % 4)) -eq 0 ]; then lts=1; else lts=0; fi
      printf '%s %s %s\n' "$lts" "$version" "$home/bin/java"
    fi
  done | sort -k1,1nr -k2,2nr | head -n 1 | cut -d ' ' -f 3-
}

# Sets java to one that is new enough, or to nothing.
find_java() {
  version=0
  if [ -n "${JAVA_HOME:-}" ]; then read_version "$JAVA_HOME"; fi
  if [ "$version" -ge "$needed" ]; then
    java=$JAVA_HOME/bin/java
    return
  fi
  read_version_on_path
  if [ "$version" -ge "$needed" ]; then java=$on_path; else java=$(search_java); fi
}

require_java() {
  find_java
  if [ -z "$java" ]; then
    printf '%s\n' "no JDK $needed or newer was found: not in JAVA_HOME, not on the PATH, not in the usual places. Install one (Debian: apt-get install openjdk-25-jdk, or Temurin 25; macOS: brew install openjdk@25) or set JAVA_HOME to it." >&2
    exit 1
  fi
}
