#!/usr/bin/env bash
# Takes the pictures in docs/images: builds the server, starts it with demo data, and opens its page in
# the machine's Chromium (or the one that PAGE_TESTS_CHROMIUM names).
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
target=$root/page-tests/target

# shellcheck source=find-java.sh
. "$root/scripts/find-java.sh"
require_java
(cd "$root" && mvn -B -q package -P screenshots -pl page-tests -am -Dmaven.test.skip=true </dev/null)
exec "$java" --enable-native-access=ALL-UNNAMED -cp "$target/classes:$(cat "$target/class-path")" \
  dev.carillon.page.Screenshots "$root/docs/images" "$@"
