# make lab    opens JupyterLab on the setup check      make lab ARGS=--no-browser
# make test   linters, types, every test               make test ARGS="-k tree"   BROWSER=0 make test
# make bench  measures, and writes benchmarks.json     make clean removes .venv and caches
# make model  fetches the language model of lesson 06 (93 MB, once; test and bench do so by themselves)
# make preflight   before a class: runs every notebook, and says one line about each
# Another Python than python3:  make lab PYTHON=python3.12
PYTHON ?= python3
VENV := .venv/bin/python
LAB := --notebook-dir=notebooks --LabApp.default_url=/lab/tree/00_check_setup.ipynb
# JupyterLab refuses to run as root (containers, some classrooms) unless told that it may.
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

.PHONY: lab test bench model preflight clean named-python

lab: .venv/ready
	@$(VENV) -m jupyterlab $(LAB) $(AS_ROOT) $(ARGS)

test: .venv/ready .venv/model
	@$(VENV) -m tests $(ARGS)

bench: .venv/ready .venv/model
	@$(VENV) -m tests.benchmarks $(ARGS)

model: .venv/ready .venv/model

preflight: .venv/ready
	@$(VENV) -m prefixkv_teach.cli preflight notebooks

clean:
	@$(PYTHON) tools/clean.py

.venv/ready: pyproject.toml constraints.txt tools/make_venv.py
	@$(PYTHON) tools/make_venv.py

.venv/model: .venv/ready tools/get_model.py
	@$(PYTHON) tools/get_model.py

# A Python that was named: look whether .venv is made with it.
ifneq ($(origin PYTHON),file)
.venv/ready: named-python
endif
named-python: ;
