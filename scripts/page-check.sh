#!/usr/bin/env bash
# Rebuilds the web page and fails if what is committed is not what its sources make, if the lock file
# names a place to download from, or if the script has become larger than people on slow lines deserve.
# The place that npm downloads from is the machine's own affair.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../page"

built=../server/src/main/resources/dev/carillon/server/page
most=$((120 * 1024))

fail() {
  printf 'page: %s\n' "$1" >&2
  exit 1
}

if grep -q '"resolved"' package-lock.json; then
  fail 'package-lock.json names places to download from. Make it anew with: npm install --omit-lockfile-registry-resolved'
fi

committed=$(mktemp -d)
trap 'rm -rf "$committed"' EXIT
cp -R "$built/." "$committed"

npm ci --no-audit --no-fund --loglevel=error
npm run --silent build

diff -rq "$committed" "$built" ||
  fail "what is committed is not what the sources make. Run (cd page && npm ci && npm run build) and commit $built."

size=$(cat "$built"/assets/*.js | gzip -9c | wc -c)
if ((size > most)); then
  fail "the script has $size bytes compressed, more than $most."
fi
printf 'page: as committed, %d bytes of script compressed.\n' "$size"
