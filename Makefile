# Each target installs what it needs into .venv, once.
PYTHON_RUN = .venv/bin/python
NPM := $(shell command -v npm 2>/dev/null)
.DEFAULT_GOAL := help
.NOTPARALLEL:
# Tests start many programs: compile files and rewrite their asserts only once.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help run dev test proofs browser screens lint format types coverage newest bench scale prove races torture messages lock clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 18

run: .venv/base.stamp ## start the site at http://localhost:8000/ (PORT=8001 for another port); Ctrl-C stops it
	@exec $(PYTHON_RUN) manage.py site --stop-with-parent $(if $(PORT),--port $(PORT))

dev: .venv/base.stamp ## the same, and each change of code, pages, styles and texts shows without a restart
	@exec $(PYTHON_RUN) manage.py site --reload --stop-with-parent $(if $(PORT),--port $(PORT))

test: .venv/base.stamp .venv/test.stamp ## run the tests on SQLite, PostgreSQL and, where it answers, Redis
	@$(PYTHON_RUN) -m tests.run $(ARGS)

proofs: .venv/base.stamp .venv/test.stamp $(if $(NPM),.venv/typescript.stamp) ## play deeper rounds of the proofs than the tests do (docs/testing.md)
	@$(PYTHON_RUN) -m tests.run --deep $(ARGS)

browser: .venv/base.stamp .venv/test.stamp .venv/browser.stamp .venv/lighthouse.stamp ## run the tests that drive a real Chromium, Firefox and WebKit
	@$(PYTHON_RUN) -m tests.run_browser $(ARGS)

screens: .venv/base.stamp .venv/test.stamp .venv/browser.stamp ## draw every page to look at, into var/screenshots/index.html
	@$(PYTHON_RUN) -m tests.browser.screenshots $(ARGS)

lint: .venv/base.stamp .venv/test.stamp .venv/dev.stamp ## check style and formatting
	@$(PYTHON_RUN) -m ruff check .
	@$(PYTHON_RUN) -m ruff format --check .
	@[ ! -x .venv/bin/hadolint ] || .venv/bin/hadolint deploy/Dockerfile
	@[ ! -x .venv/bin/biome ] || .venv/bin/biome check --error-on-warnings

format: .venv/base.stamp .venv/test.stamp .venv/dev.stamp ## format code, migrations too
	@$(PYTHON_RUN) -m ruff check --quiet --fix --exit-zero .
	@$(PYTHON_RUN) -m ruff format .
	@[ ! -x .venv/bin/biome ] || .venv/bin/biome check --write

types: .venv/base.stamp .venv/test.stamp .venv/dev.stamp .venv/browser.stamp $(if $(NPM),.venv/typescript.stamp) ## check types, strictly
	@$(PYTHON_RUN) -m mypy .
	@$(if $(NPM),.venv/typescript/node_modules/.bin/tsc,echo 'Without npm the types of static/js are not checked.')

coverage: .venv/base.stamp .venv/test.stamp .venv/dev.stamp ## measure what of games/ the tests reach; below 95 % it fails
	@$(PYTHON_RUN) -m tests.cover $(ARGS)

newest: ## run the tests on the newest Python at hand with the newest Django, in .venv-newest
	@requirements/newest $(ARGS)

bench: .venv/base.stamp .venv/test.stamp $(if $(and $(NPM),$(findstring peers,$(ARGS))),.venv/peers.stamp) ## measure speed
	@$(PYTHON_RUN) -m tools.bench $(ARGS)

scale: .venv/base.stamp .venv/test.stamp ## load a million games into PostgreSQL and measure (ARGS="--share 0.01" for a hundredth)
	@$(PYTHON_RUN) -m tools.scale $(ARGS)

prove: .venv/base.stamp .venv/test.stamp ## look long for leaks and for games that get stuck
	@$(PYTHON_RUN) -m tools.prove $(ARGS)

races: .venv/base.stamp .venv/test.stamp ## race threads for the same game on PostgreSQL, 1,000 rounds of each race
	@$(PYTHON_RUN) -m tools.races $(ARGS)

torture: .venv/base.stamp .venv/test.stamp ## play while web, worker, beat, broker and database are killed, 100 rounds
	@exec $(PYTHON_RUN) -m tools.torture $(ARGS)

messages: .venv/base.stamp .venv/test.stamp ## bring the translations up to date with the code, and compile them
	@$(PYTHON_RUN) -m tools.messages

lock: .venv/base.stamp ## compile requirements/*.in to locked *.txt (ARGS=--upgrade for newer versions)
	@requirements/lock $(ARGS)

clean: ## remove .venv, static files and caches; what you played stays in var/
	@rm -rf .venv .venv-newest staticfiles .coverage .pytest_cache .mypy_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/%.stamp: requirements/%.txt requirements/uv.txt requirements/install
	@requirements/install $*

.venv/lighthouse.stamp .venv/typescript.stamp .venv/peers.stamp: .venv/%.stamp: requirements/%/package-lock.json requirements/install-npm
	@requirements/install-npm $*
