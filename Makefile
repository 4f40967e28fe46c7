# Each target sets up what it needs and then does its job. Needed beforehand: Python 3.11 or newer,
# a Rust toolchain and make.

PYTHON ?= python3
TEST_PROCESSES ?= 2
UV := uv==0.13.8
# The laws of reading are held over so many texts.
TEXTS = 3000

BIN := .venv/bin
# Each is a stamp: what playing needs, what `make test` adds, what `make test-all` adds.
PACKAGES := .venv/packages-installed
TOOLS := .venv/tools-installed
ALL := .venv/all-installed
DOCS := .venv/docs-installed
NATIVE := python/hopsow/_native.abi3.so
RUST := Cargo.toml Cargo.lock python/hopsow/messages/en.json $(shell find crates -name '*.rs' -o -name Cargo.toml -o -name '*.bin' -o -name '*.net')
# Random laws that the heavy tests hold once more, over more cases.
WIDE := tests/test_agreement.py tests/test_records.py tests/test_story.py tests/test_canonical.py tests/protocols
PYTEST := $(BIN)/pytest -q -n $(TEST_PROCESSES) --dist loadgroup

# Install one of Debian's packages on the system, where that is allowed.
install = echo "installing Debian's package $(1) on this system"; \
    root=; test "$$(id -u)" = 0 || root="sudo -n"; \
    $$root apt-get update -qq && $$root apt-get install -y -qq $(1) >/dev/null

.PHONY: play check test test-all test-product test-heavy test-long bench docs bench-signature check-rust \
    check-python check-web rust-tests web-types screenshots chromium bubblewrap languages setup fmt clean
.DELETE_ON_ERROR:

## The board in the browser; OPTIONS are those of `hopsow play`.
play: setup
	@$(BIN)/hopsow play $(OPTIONS)

## For the impatient: format, lints, types, and the tests of what differs from the last commit.
check: check-rust check-python check-web
	$(BIN)/python tools/changed.py | xargs -r $(PYTEST) --ignore=tests/lab/heavy

## What a contributor runs after every change.
test: chromium bubblewrap check-rust rust-tests check-python check-web
	$(PYTEST) --ignore=tests/heavy --ignore=tests/lab/heavy

## All of it: also learning, clusters, foreign environments, starters, packages and the site.
test-all: test
	$(MAKE) test-heavy

## The product's tests where the lab has been removed.
test-product: chromium bubblewrap setup $(TOOLS)
	$(BIN)/python tests/support/without_lab.py -q -n $(TEST_PROCESSES) --dist loadgroup \
	    tests --ignore=tests/heavy --ignore=tests/docs

test-heavy: chromium bubblewrap languages setup $(ALL) $(DOCS)
	HOPSOW_WIDE=1 $(PYTEST) tests/heavy tests/lab/heavy $(WIDE)

## The same laws over many more cases, from a new seed; takes hours.
test-long: SEED := $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')
test-long:
	@echo "the seed of this run is $(SEED)"
	@HOPSOW_LONG=1 HOPSOW_SEED=$(SEED) PROPTEST_RNG_SEED=$(SEED) PROPTEST_CASES=20000 \
	    $(MAKE) test-all TEXTS=1000000 || { \
	    echo "failed with the seed $(SEED); again: make test-long SEED=$(SEED)" >&2; exit 1; }

bench: $(ALL) chromium
	$(call develop,--release)
	cargo bench -q -p hopsow-core -p hopsow-lab
	$(BIN)/python benches/python_api.py
	$(BIN)/python benches/environments.py
	$(BIN)/python benches/thinking_time.py
	$(BIN)/python benches/arena.py
	$(BIN)/python benches/many_machines.py
	$(BIN)/python benches/explorer.py
	$(BIN)/python benches/live.py
	$(BIN)/python benches/friends.py
	$(BIN)/python benches/board.py

## Accept that the engines search other nodes than before.
bench-signature: setup
	$(BIN)/hopsow bench | awk '$$1 == "all" { print $$2 }' > testdata/bench-signature.txt

check-rust:
	cargo fmt --all --check
	cargo clippy -q --workspace --all-targets --locked -- -D warnings

rust-tests:
	folder=$$(mktemp -d) && export TMPDIR=$$folder && \
	    cargo test -q -p hopsow-core -p hopsow-lab --locked && \
	    PROPTEST_CASES=$(TEXTS) cargo test -q -p hopsow-core --locked read_or_refused && \
	    rmdir $$folder  # the tests have left nothing there

check-python: setup $(TOOLS)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/stubtest hopsow._native

check-web: setup node_modules
	$(BIN)/python tools/web_types.py --check
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/tsc --project .

## The types of the page's scripts, from what the server says of its messages.
web-types: setup node_modules
	$(BIN)/python tools/web_types.py

## Pictures of every view into screenshots/.
screenshots: setup $(TOOLS) chromium
	$(BIN)/python tests/support/screenshots.py

node_modules: package.json package-lock.json
	npm ci --silent --no-fund --no-audit
	touch $@

## The referee's sandbox, Debian's package; without it the tests of the sandbox are skipped.
bubblewrap:
	@command -v bwrap >/dev/null || { \
	    $(call install,bubblewrap); } || \
	    echo "no bubblewrap: the tests of the sandbox are skipped" >&2

## Compilers for the starter programs: Debian's packages, installed where that is allowed.
languages:
	@for each in g++:g++ javac:default-jdk-headless go:golang-go; do \
	    command -v $${each%%:*} >/dev/null || { $(call install,$${each##*:}); } || { \
	    echo "no $${each%%:*}: the tests of the starters in its language are skipped" >&2; }; \
	done

## A browser for the tests of the board: Debian's package, installed where that is allowed.
chromium:
	@command -v chromium >/dev/null || test -n "$$HOPSOW_CHROMIUM" || { \
	    $(call install,chromium); } || { \
	    echo "the tests of the board need chromium: install it, or set HOPSOW_CHROMIUM" >&2; exit 1; }

## The documentation as a site, into site/index.html; a warning is an error.
docs: $(DOCS)
	$(BIN)/python -m sphinx -q -W --keep-going -c docs/site . site
	@echo "the documentation is in site/index.html"

setup: $(NATIVE)

# Install what lists in pyproject.toml ask for, into .venv.
pip = $(BIN)/python -c 'import tomllib; content = tomllib.load(open("pyproject.toml", "rb")); \
	    project = content["project"]; print(*($(1)), sep="\n")' > .venv/requirements.txt && \
	    $(BIN)/uv pip install -q --python $(BIN)/python -r .venv/requirements.txt && \
	    rm .venv/requirements.txt

$(PACKAGES): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	test -x $(BIN)/uv || $(BIN)/pip install -q --disable-pip-version-check $(UV)
	$(call pip,project["dependencies"] + content["build-system"]["requires"])
	touch $@

$(TOOLS): $(PACKAGES)
	$(call pip,project["optional-dependencies"]["dev"])
	touch $@

$(DOCS): $(TOOLS)
	$(call pip,project["optional-dependencies"]["docs"])
	touch $@

$(ALL): $(TOOLS)
	@echo "installing PyTorch, ONNX Runtime, Ray and OpenSpiel into .venv: several gigabytes"
	$(call pip,project["optional-dependencies"]["dev-all"])
	touch $@

# Build the native module and install the package, editable, into .venv.
develop = env -u CONDA_PREFIX VIRTUAL_ENV=$(CURDIR)/.venv PATH="$(CURDIR)/$(BIN):$$PATH" \
	    $(BIN)/maturin develop -q --locked --uv $(1)

$(NATIVE): $(PACKAGES) $(RUST)
	$(call develop)
	touch $@

fmt: $(TOOLS) node_modules
	cargo fmt --all
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	node_modules/.bin/biome check --write

clean:
	cargo clean
	rm -rf .venv dist node_modules screenshots site $(NATIVE)
