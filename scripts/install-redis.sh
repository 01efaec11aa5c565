#!/usr/bin/env bash
# Provides a real redis-server and redis-cli for `make test-replicas`: those on the PATH, else packages of Debian or Ubuntu,
# which are installed when root runs this, and otherwise unpacked to dist/redis.
set -euo pipefail
cd "$(dirname "$0")/.."
if command -v redis-server >/dev/null && command -v redis-cli >/dev/null; then
  redis-server --version
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo "Install redis-server with the package manager of this system." >&2
  exit 1
fi
if [ "$(id -u)" = 0 ]; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends redis-server redis-tools redis-sentinel
  exit 0
fi
mkdir -p dist/redis/packages dist/redis/bin
packages=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
  --no-enhances redis-server | grep -E '^(redis-|lib(atomic|hiredis|jemalloc|lua|lzf)|lua-)' | sort -u)
(cd dist/redis/packages && apt-get download $packages)
for package in dist/redis/packages/*.deb; do dpkg -x "$package" dist/redis; done
libraries=$(find "$PWD/dist/redis" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
for name in redis-server redis-cli; do
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "$libraries" "$PWD/dist/redis/usr/bin/$name" > "dist/redis/bin/$name"
  chmod +x "dist/redis/bin/$name"
done
dist/redis/bin/redis-server --version
