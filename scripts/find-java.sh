# Sourced by the scripts that run Java: find_java prints the java of a JDK 25 or newer, or nothing.
needed=25

# The major version of the JDK in a directory by its release file (JAVA_VERSION="25.0.1"), or 0.
version_of() {
  version=
  if [ -x "$1/bin/java" ] && [ -r "$1/release" ]; then
    version=$(sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9]*\).*/\1/p' "$1/release")
  fi
  printf '%s' "${version:-0}"
}

# The same of the java on the PATH, asking it where it has no release file (as macOS's stand-in).
version_on_path() {
  command -v java >/dev/null 2>&1 || { printf 0; return; }
  home=$(dirname "$(dirname "$(readlink -f "$(command -v java)" 2>/dev/null || command -v java)")")
  version=$(version_of "$home")
  if [ "$version" = 0 ]; then
    version=$(java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)
  fi
  printf '%s' "${version:-0}"
}

# The usual places, releases with long-term support (17, 21, 25, 29 …) before others, newest first.
search_java() {
  for home in /usr/lib/jvm/* /opt/java/* /opt/jdk* /usr/local/opt/openjdk* /opt/homebrew/opt/openjdk* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-/nonexistent}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/*; do
    version=$(version_of "$home")
    if [ "$version" -ge "$needed" ]; then
      if [ $(((version - 17) % 4)) -eq 0 ]; then lts=1; else lts=0; fi
      printf '%s %s %s\n' "$lts" "$version" "$home/bin/java"
    fi
  done | sort -k1,1nr -k2,2nr | head -n 1 | cut -d ' ' -f 3-
}

find_java() {
  if [ -n "${JAVA_HOME:-}" ] && [ "$(version_of "$JAVA_HOME")" -ge "$needed" ]; then
    printf '%s' "$JAVA_HOME/bin/java"
  elif [ "$(version_on_path)" -ge "$needed" ]; then
    command -v java
  else
    search_java
  fi
}

require_java() {
  java=$(find_java)
  if [ -z "$java" ]; then
    printf '%s\n' "no JDK $needed or newer was found: not in JAVA_HOME, not on the PATH, not in the usual places. Install one (Debian: apt-get install openjdk-25-jdk, or Temurin 25; macOS: brew install openjdk@25) or set JAVA_HOME to it." >&2
    exit 1
  fi
}
