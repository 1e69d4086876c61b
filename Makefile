# Everwhen: `make demo` shows it working, `make test` proves it. Both set up all they need in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GLINER := .venv-gliner
PIP := $(BIN)/python -m pip --disable-pip-version-check
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header
NAME ?= locomo
ARGS ?=

export OPENBLAS_NUM_THREADS ?= 1
export OMP_NUM_THREADS ?= 2

.DEFAULT_GOAL := help
.PHONY: help setup demo serve test check lint types unit test-gliner bench lock graphiql clean local-llm mcp-judges

help: ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

setup: $(VENV)/core.stamp graphiql ## what running Everwhen needs

demo: setup ## ingest two example conversations, ask questions, show the evidence, stop
	$(BIN)/everwhen demo $(ARGS)

serve: setup ## run the service until Ctrl-C
	$(BIN)/everwhen serve $(ARGS)

test: lint types graphiql local-llm mcp-judges ## lint, types and all tests against a real Neo4j
	$(BIN)/pytest -n 2 --dist loadfile $(ARGS)

check: lint types unit ## the everyday check: lint, types, unit tests

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.stamp
	$(BIN)/pyright

unit: $(VENV)/dev.stamp
	$(BIN)/pytest -q -n auto tests/unit $(ARGS)

test-gliner: $(GLINER)/dev.stamp ## the real gliner package on a tiny model, in an environment of its own (3 GB)
	$(GLINER)/bin/pytest tests/gliner $(ARGS)

bench: $(VENV)/dev.stamp ## NAME=locomo | lifebench | ingest | extract | timex | ner | linking | facts | throughput | truth | jobs …
	$(BIN)/python -m bench $(NAME) $(ARGS)

graphiql: $(VENV)/core.stamp
	@$(BIN)/python -c 'import shutil, subprocess, sys; node = shutil.which("node"); \
	  version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout if node else "v0"; \
	  sys.exit(int(version.strip().lstrip("v").split(".")[0] or 0) < 20)' \
	  || $(PIP) install --quiet --require-hashes -r requirements/node.lock
	@$(BIN)/python -m service.web.build_graphiql

local-llm: $(VENV)/dev.stamp graphiql # a small language model for tests; graphiql has seen to Node
	@$(BIN)/python -m tests.support.local_llm.install

mcp-judges: $(VENV)/dev.stamp # the protocol's own judges, from npm; they need a newer Node than GraphiQL
	@$(BIN)/python -c 'import sys; from tests.support.mcp_judges.install import unsupported; sys.exit(bool(unsupported()))' \
	  || $(PIP) install --quiet --require-hashes -r requirements/node.lock
	@$(BIN)/python -m tests.support.mcp_judges.install

lock: ## resolve every lock anew (needs uv)
	$(LOCK) pyproject.toml --group build -o requirements/core.lock
	$(LOCK) pyproject.toml --group dev -o requirements/dev.lock
	$(LOCK) requirements/node.in -o requirements/node.lock
	$(LOCK) --no-deps requirements/local-llm.in -o requirements/local-llm.lock
	$(LOCK) pyproject.toml --extra gliner-onnx -o requirements/gliner-onnx.lock
	$(LOCK) pyproject.toml --extra gliner -o requirements/gliner.lock
	$(LOCK) pyproject.toml --extra gliner --group gliner-dev -o requirements/gliner-dev.lock

clean: ## remove the environment and what was built; data and jars stay
	rm -rf $(VENV) $(GLINER) service/web/graphiql/node_modules service/web/graphiql/dist

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Everwhen needs Python 3.11 or newer; name one with: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/core.stamp: requirements/core.lock pyproject.toml | $(BIN)/python
	$(PIP) install --quiet --require-hashes -r requirements/core.lock
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev.stamp: requirements/dev.lock $(VENV)/core.stamp
	$(PIP) install --quiet --require-hashes -r requirements/dev.lock
	@touch $@

$(GLINER)/dev.stamp: requirements/gliner-dev.lock pyproject.toml | $(BIN)/python
	$(PYTHON) -m venv $(GLINER)
	$(GLINER)/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r requirements/gliner-dev.lock
	$(GLINER)/bin/python -m pip --disable-pip-version-check install --quiet --no-deps --no-build-isolation --editable .
	@touch $@
