# Everything runs in .venv; a plain `make` builds. Debian needs: python3-venv make, and for the tests
# chromium poppler-utils qpdf (.ci/run installs them), and chromium-headless-shell, with which they take far less time.
PYTHON ?= python3
BIN := .venv/bin
# What `make fuzz` plays a million decisions of, each; `make fuzz FUZZED=queen` plays one.
FUZZED ?= queen superfort skirmish
export NO_MKDOCS_2_WARNING = 1
# A hundred commands and workers begin here: none of them compiles our modules that another one has compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: build test prove check serve bench bytes fuzz lint types verify clean

build: .venv/ready
	$(BIN)/combatbox build

# What works on one core alone goes side by side. `verify` and the browser tests look at what `build` has made.
SIDE_BY_SIDE = $(MAKE) --no-print-directory -j2 --output-sync=target

# What is made to be looked at is made again if the power fails: nobody waits for the disk.
test: export COMBATBOX_UNSYNCED = 1
test: .venv/ready
	+$(SIDE_BY_SIDE) build lint types
	+$(SIDE_BY_SIDE) verify prove

# A worker more than there are cores: browsers keep workers waiting.
prove: .venv/ready
	COMBATBOX_SITE=build/site COMBATBOX_KEPT=$(CURDIR)/build/.kept $(BIN)/pytest -n $$(($$(nproc) + 1)) --dist worksteal

check: .venv/ready
	+$(SIDE_BY_SIDE) verify lint types

lint: .venv/ready
	$(BIN)/ruff format --check engine tests
	$(BIN)/ruff check engine tests
	$(BIN)/lint-imports

types: .venv/ready
	$(BIN)/mypy

verify: .venv/ready
	$(BIN)/combatbox verify

serve: .venv/ready
	$(BIN)/combatbox print
	$(BIN)/mkdocs serve --dirty --no-strict

# `make bench BASE=old.json` compares with a build/bench.json of before; `make bench ONLY="odds queen"` measures some.
bench: .venv/ready
	$(BIN)/python -m tests.bench $(if $(BASE),--base $(BASE)) $(if $(ONLY),--only $(ONLY))

# Every shipped mission and 200 seeds of each game in a browser, against the command: some minutes.
bytes: .venv/ready
	$(BIN)/python -m tests.same_bytes

fuzz: .venv/ready
	for game in $(FUZZED); do $(BIN)/python tests/fuzz.py $$game --decisions 1000000 --jobs $$(nproc) || exit 1; done

clean:
	rm -rf build .venv

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@
