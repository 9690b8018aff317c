# Each target is one line that can be typed by hand. A change must pass `make ci`.
PYTHON := .venv/bin/python
UV_COMPILE := uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --quiet

help:  ## Show this list.
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' Makefile

install: .venv  ## Make .venv with everything for development.
.venv: requirements-dev.lock
	python3 -m venv .venv && .venv/bin/pip install -qr requirements-dev.lock && .venv/bin/pip install -q --no-deps -e . && touch .venv

test: .venv  ## Run the tests, on all cores.
	$(PYTHON) -m pytest

neo4j: .venv  ## Assemble the Neo4j servers that the tests start, and the check of Cypher; needs Maven and npm, not docker.
	$(PYTHON) -m tests.neo4j.assemble lts current && npm ci --silent --prefix tests/neo4j

lint: .venv  ## Check style and format.
	$(PYTHON) -m ruff check && $(PYTHON) -m ruff format --check

types: .venv  ## Check types.
	$(PYTHON) -m mypy

ci:  ## Run everything in fresh environments, as the README says.
	bash .ci/run

bench: .venv  ## Measure speed and memory (docs/benchmarks.md).
	$(PYTHON) -m benchmarks
	$(PYTHON) -m benchmarks.servers

bench-peers: .venv  ## Compare search with mem0, installed in .venv-peers; DATA="FOLDER…" for messages of your own (docs/benchmarks/peers.md).
	$(PYTHON) -m benchmarks.peers $(DATA)

soak: .venv  ## Kill writers, services and servers, race threads, simulate for hours; SIMULATION_SEEDS and MIXED_MINUTES say how long.
	$(PYTHON) -m pytest -n 0 -m soak

walk: .venv  ## Type what the tutorial says, and the commands in real terminals and processes.
	$(PYTHON) -m pytest -m walk

page: .venv  ## Do the thirty tasks of tests/browser/tasks.json on the inspector, and check it with axe; needs Chromium and npm.
	npm ci --silent --prefix tests/browser
	$(PYTHON) -m pytest -n 0 -m page

notebooks: .venv  ## Run the notebooks and keep what they show; needs the `notebooks` extra.
	$(PYTHON) -m tests.notebooks.running

pictures: .venv  ## Draw the pictures of the docs again; needs the `notebooks` extra, `make neo4j` and Chromium.
	$(PYTHON) -m tests.browser.pictures

examples: .venv  ## Ask every route again for the answers that /docs shows.
	$(PYTHON) -m tests.api.http.answer_walk

doors: .venv  ## Print which programs reach memory, by their real packages that are installed (docs/benchmarks/doors.md).
	npm ci --silent --prefix tests/doors; npm ci --silent --prefix clients/typescript
	$(PYTHON) -m tests.doors.table

client: .venv  ## Make the types of the TypeScript client again from the routes of the service.
	$(PYTHON) -m tests.clients.api_types

lock:  ## Pin all dependencies again, by hash; needs uv.
	$(UV_COMPILE) --output-file requirements.lock
	$(UV_COMPILE) --extra dev --output-file requirements-dev.lock
	for extras in neo4j neo4j,llm neo4j,llm,embeddings; do \
		echo 'setuptools>=77' | $(UV_COMPILE) - --extra $$(echo $$extras | sed 's/,/ --extra /g') --output-file locks/$$extras.lock || exit 1; \
	done

.PHONY: help install doors client test neo4j lint types ci bench bench-peers soak walk page notebooks pictures examples lock
