# What a newcomer calls. Needs Python 3.11–3.13 and make; everything else is fetched into .venv.
#
#   make run     the demo, on a file of its own: var/demo.sqlite3
#   make club    for real use, on var/club.sqlite3; HOST=0.0.0.0 PORT=8080 serve the club's Wi-Fi
#   make wheel   dist/istaka-….whl, which `pip install`, `pipx run` and `uvx` take, and the sdist that builds it
#   make windows-bundle PYTHON=python-3.13.…-embed-amd64.zip    dist/Istaka-…-windows.zip, from CPython's zip
#   make test    the suite in minutes; .ci/run adds what is slow and PostgreSQL, make test-release hours of more

PYTHON ?= python3
BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
PIP := $(BIN)/pip --disable-pip-version-check --quiet
INSTALLED_BASE := .venv/installed-to-run
INSTALLED_DEV := .venv/installed-to-develop
INSTALLED_MUTANTS := .venv/installed-to-mutate
INSTALLED_RELEASE := .venv/installed-to-release
VERSION = $(shell sed -n 's/^VERSION = "\(.*\)"/\1/p' config/version.py)
# One more than there are processors, for who drives a browser or a server waits now and then; two that died are
# started again, a third is no accident. The tests of a file stay together.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
PYTEST_WORKERS = --numprocesses $(WORKERS) --maxprocesses 8 --max-worker-restart 2
PYTEST_PARALLEL = $(PYTEST_WORKERS) --dist loadfile --no-loadscope-reorder
PYTEST_RULES = pytest $(PYTEST_WORKERS) --dist worksteal -c tests/rules/pytest.toml --rootdir=. tests/rules -q
PYTEST_SQLITE = DATABASE_URL= $(BIN)/python -m pytest $(PYTEST_PARALLEL) --ignore tests/rules --ignore tests/style
PYTEST_POSTGRES = $(BIN)/python -m tests.postgres $(BIN)/python -m pytest $(PYTEST_PARALLEL) \
	--ignore tests/rules --ignore tests/style --ignore tests/browser --ignore tests/parts
MESSAGES := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/*.po))

.PHONY: help install install-server run club wheel windows-bundle version smoke-test sbom checksums images test test-postgres test-release audit coverage bench simulate faults fuzz mutants lint format screenshots messages migrations lock

help:
	@sed -n 's/^#   //p' Makefile

install: $(INSTALLED_DEV) $(MESSAGES)

# What a server needs, and nothing for developing.
install-server: $(INSTALLED_BASE) $(MESSAGES)

run: export DATABASE_URL := sqlite:///var/demo.sqlite3
run: install-server
	@mkdir -p var
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) serve --demo

club: install-server
	@mkdir -p var
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) serve

# One folder with everything in it, and its command `istaka`: docs/decisions/package.md.
wheel: install
	rm -rf var/package dist
	STATIC_ROOT=var/package/static DATABASE_URL=sqlite://:memory: $(MANAGE) collectstatic --no-input --verbosity 0
	$(BIN)/hatchling build --target sdist --target wheel --directory dist

version:
	@echo $(VERSION)

# Windows needs nothing else; it is built on any system: docs/decisions/package.md.
windows-bundle:
	@test -f "$(PYTHON)" || { echo 'Give CPython: make windows-bundle PYTHON=python-3.13.…-embed-amd64.zip'; exit 1; }
	$(MAKE) wheel PYTHON=python3
	$(BIN)/python -m config.deploy.windows.build_bundle $(PYTHON) dist/istaka-$(VERSION)-py3-none-any.whl

# The wheel in an environment of its own: start, control page, a club, stop, start again.
smoke-test:
	rm -rf var/installed
	$(PYTHON) -m venv var/installed
	var/installed/bin/pip install --quiet --require-hashes -r requirements/base.txt
	var/installed/bin/pip install --quiet --no-deps dist/istaka-$(VERSION)-py3-none-any.whl
	$(PYTHON) config/deploy/smoke_test.py var/installed/bin/istaka

# What the wheel was installed with for `make smoke-test`, as CycloneDX.
sbom: $(INSTALLED_RELEASE)
	$(BIN)/cyclonedx-py environment var/installed --output-reproducible --output-file dist/istaka-$(VERSION).cdx.json

# Of what is released.
checksums:
	cd dist && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs -d '\n' sha256sum > SHA256SUMS

# For amd64 and arm64. Needs Docker's buildx, and to be signed in to the registry of IMAGE.
BUILDX := docker buildx build --platform linux/amd64,linux/arm64 --file config/deploy/Dockerfile --push
images:
	@test -n "$(IMAGE)" || { echo 'Give the name: make images IMAGE=registry/owner/istaka'; exit 1; }
	$(BUILDX) --tag $(IMAGE):$(VERSION) --tag $(IMAGE):latest .
	$(BUILDX) --target backup --tag $(IMAGE)-backup:$(VERSION) --tag $(IMAGE)-backup:latest .

# The rules by themselves, the rest on SQLite. .ci/run adds the slow ones, but for those of the rules that it has
# run measured before, and then `make test-postgres`.
TESTS := not (slow or release)
RULES_TESTS = $(TESTS)
test: install
	$(BIN)/python -m $(PYTEST_RULES) -m "$(RULES_TESTS)"
	$(PYTEST_SQLITE) -m "$(TESTS)" $(PYTEST)

# What depends on what a database promises.
test-postgres: install
	$(PYTEST_POSTGRES) -m "postgres and not release" $(PYTEST)

# What shows more often or at more sizes what was shown before, all on PostgreSQL, random tournaments, mutants.
test-release: install
	HYPOTHESIS_EXAMPLES=500 $(BIN)/python -m $(PYTEST_RULES)
	$(PYTEST_SQLITE) $(PYTEST)
	$(PYTEST_POSTGRES) $(PYTEST)
	$(MAKE) simulate mutants

# Every branch of the rules must be reached by their own tests, by those already that aren't slow. Measured they take three times as long, so that this is no part of `make test`; .ci/run asks for it.
coverage: install
	$(BIN)/coverage erase
	$(BIN)/coverage run -m $(PYTEST_RULES) -m "not (slow or release)"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Each figure beside a baseline of the same minutes, or its bound: docs/performance.md. SUBJECTS="entry pages"
# measures some.
bench: install
	$(BIN)/python -m benchmarks $(SUBJECTS)

# Random tournaments of every format in every game, with departures and corrections; takes an hour.
simulate: install
	$(BIN)/python -m tests.simulation --seeds $(or $(SEEDS),200)

# A laptop and a federation whose power, processes, disk, database, broker and clock fail while tables enter hands:
# a thousand times each, for some hours; TIMES=100 for fewer.
faults: install
	$(BIN)/python -m tests.faults --site laptop --times $(or $(TIMES),1000)
	$(BIN)/python -m tests.faults --site federation --times $(or $(TIMES),1000)

# Nonsense to every address, 50,000 requests by another seed each time; takes half an hour.
fuzz: export SEED ?= $(shell date +%s)
fuzz: export RANDOM_REQUESTS ?= 25000
fuzz: install
	DATABASE_URL= $(BIN)/python -m pytest -q -o faulthandler_timeout=0 tests/faults/test_random_requests.py
	$(BIN)/python -m tests.postgres $(BIN)/python -m pytest -q -o faulthandler_timeout=0 tests/faults/test_random_requests.py

# Changes the modules that decide, one mutant at a time, and lists those that no test notices.
mutants: $(INSTALLED_MUTANTS)
	@mkdir -p var/mutation
	@cp -r rules tests pyproject.toml var/mutation/
	cd var/mutation && ../../$(BIN)/mutmut run $(MUTANTS)
	cd var/mutation && ../../$(BIN)/mutmut results

lint: install
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	find templates -name '*.html' | xargs $(BIN)/djade --check --target-version 5.2
	$(BIN)/djangofmt --quiet --check templates
	$(BIN)/python -m pytest -q tests/style
	DATABASE_URL=sqlite://:memory: $(MANAGE) makemigrations --check --dry-run

format: install
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	find templates -name '*.html' | xargs $(BIN)/djade --target-version 5.2
	$(BIN)/djangofmt --quiet templates

# What is installed is what the lock names, and not known to be weak; the latter needs a network, and says so.
audit: install
	$(BIN)/python -m tests.audit

# Needs Chromium.
screenshots: install
	$(BIN)/python docs/screenshots.py $(ONLY)

# Needs GNU gettext: collects what is to be translated into locale/.
messages: install
	$(MANAGE) makemessages --all --no-wrap --no-obsolete --add-location file --ignore .venv --ignore var --ignore tests

# Until 0.1.0 no data is carried over: generates both initial migrations again from the models, and the file of
# tests/test_upgrade.py. Goes with 0.1.0.
migrations: export DATABASE_URL := sqlite://:memory:
migrations: install
	rm -f tournaments/migrations/0*.py scoring/migrations/0*.py
	$(MANAGE) makemigrations --no-header tournaments
	$(MANAGE) makemigrations --no-header scoring
	$(BIN)/ruff check --quiet --fix tournaments/migrations scoring/migrations
	$(BIN)/ruff format --quiet tournaments/migrations scoring/migrations
	$(BIN)/python -m tests.release_data

lock: install
	$(BIN)/uv pip compile $(LOCK) pyproject.toml --output-file requirements/base.txt
	$(BIN)/uv pip compile $(LOCK) pyproject.toml requirements/dev.in --output-file requirements/dev.txt
	$(BIN)/uv pip compile $(LOCK) requirements/mutants.in --output-file requirements/mutants.txt
	$(BIN)/uv pip compile $(LOCK) requirements/release.in --output-file requirements/release.txt

# One lock for every system and every Python we support, with no registry's address in it.
LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url --no-emit-find-links

# Keys of this machine for docker-compose.yml; PUBLIC_ADDRESS in it is for you to set.
var/compose.env: $(INSTALLED_BASE)
	@mkdir -p var
	@umask 077; $(BIN)/python -c 'import secrets; make = secrets.token_urlsafe; \
		print(f"SECRET_KEY={make(50)}\nPOSTGRES_PASSWORD={make(24)}\nMETRICS_TOKEN={make(24)}\nPUBLIC_ADDRESS=")' > $@

.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
		{ echo 'Istaka needs Python 3.11, 3.12 or 3.13: make $(MAKECMDGOALS) PYTHON=python3.12'; exit 1; }
	@echo 'Setting up .venv …'
	@$(PYTHON) -m venv .venv

$(INSTALLED_BASE): requirements/base.txt | .venv/bin/pip
	@$(PIP) install --require-hashes -r requirements/base.txt
	@touch $@

$(INSTALLED_DEV): requirements/dev.txt $(INSTALLED_BASE)
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

$(INSTALLED_MUTANTS): requirements/mutants.txt $(INSTALLED_DEV)
	@$(PIP) install --require-hashes -r requirements/mutants.txt
	@touch $@

$(INSTALLED_RELEASE): requirements/release.txt $(INSTALLED_DEV)
	@$(PIP) install --require-hashes -r requirements/release.txt
	@touch $@

%.mo: %.po | $(INSTALLED_BASE)
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@
