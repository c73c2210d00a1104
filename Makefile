# make lab    opens JupyterLab on the setup check      make lab ARGS=--no-browser
# make test   linters, types, every test               make test ARGS="-k tree"   BROWSER=0 make test
# make bench  measures, and writes benchmarks.json     make clean removes .venv and caches
# make preflight   before a class: runs every notebook, and says one line about each
# Another Python than python3:  make lab PYTHON=python3.12
PYTHON ?= python3
VENV := .venv/bin/python
LAB := --notebook-dir=notebooks --LabApp.default_url=/lab/tree/00_check_setup.ipynb
# JupyterLab refuses to run as root (containers, some classrooms) unless told that it may.
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

.PHONY: lab test bench preflight clean named-python

lab: .venv/ready
	@$(VENV) -m jupyterlab $(LAB) $(AS_ROOT) $(ARGS)

test: .venv/ready
	@$(VENV) -m tests $(ARGS)

bench: .venv/ready
	@$(VENV) -m tests.benchmarks $(ARGS)

preflight: .venv/ready
	@$(VENV) -m prefixkv_teach.cli preflight notebooks

clean:
	@$(PYTHON) tools/clean.py

.venv/ready: pyproject.toml constraints.txt tools/make_venv.py
	@$(PYTHON) tools/make_venv.py

# A Python that was named: look whether .venv is made with it.
ifneq ($(origin PYTHON),file)
.venv/ready: named-python
endif
named-python: ;
