# Needs Python 3.11 or later and make. Every target makes the virtual environment first, when it has to.
PYTHON ?= python3
VENV ?= .venv
PORT ?= 8000
WORKERS ?= 2
BIN = $(VENV)/bin
INSTALLED = $(VENV)/installed
DEVELOPED = $(VENV)/developed
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Enough for the settings to load where nothing is asked of the database.
UNUSED = MEMORY_ADMIN_SECRET_KEY=unused DATABASE_URL=postgres://unused@127.0.0.1:9/unused \
	REDIS_URL=redis://127.0.0.1:9/0

.PHONY: run test slow check lint types contracts migrations format bench screenshots requirements clean

run: $(INSTALLED)
	$(BIN)/memory-admin up --demo --port $(PORT)

test: $(DEVELOPED)
	$(BIN)/python -m pytest -m "not slow" --durations=10 --numprocesses $(WORKERS) --dist loadfile

# What takes minutes each: every page looked at by axe, 100 kills, 10,000 hostile texts and requests.
slow: $(DEVELOPED)
	$(BIN)/python -m pytest -m slow

check: lint types contracts migrations

lint: $(DEVELOPED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	find memory_admin/templates -name "*.html" -exec $(BIN)/djade --check {} +

types: $(DEVELOPED)
	$(UNUSED) $(BIN)/mypy

contracts: $(DEVELOPED)
	$(BIN)/lint-imports --no-cache

migrations: $(DEVELOPED)
	$(UNUSED) $(BIN)/python manage.py makemigrations --check --dry-run

format: $(DEVELOPED)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	find memory_admin/templates -name "*.html" -exec $(BIN)/djade {} +

bench: $(INSTALLED)
	$(BIN)/python -m bench
	$(BIN)/python -m bench.detector

# Every page at 360 and 1440 pixels, light and dark, into build/screenshots (git ignores it).
screenshots: $(DEVELOPED)
	MEMORY_ADMIN_SCREENSHOTS=build/screenshots $(BIN)/python -m pytest tests/pages/test_every_page_looked_at.py

$(INSTALLED): requirements.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: set PYTHON")'
	@echo "Installing into $(VENV) (about half a minute)"
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@

$(DEVELOPED): $(INSTALLED) requirements-dev.txt
	$(PIP) --require-hashes -r requirements-dev.txt
	touch $@

# Pin the newest versions that fit together, for every system at once.
requirements: $(INSTALLED)
	$(PIP) uv
	for name in requirements requirements-dev; do \
		$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
			--upgrade --custom-compile-command "make requirements" $$name.in -o $$name.txt || exit 1; \
	done

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .hypothesis
