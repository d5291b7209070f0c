# Every target does its own set-up (.ci/setup.sh): nothing has to be installed beforehand but Python 3.11 or newer.
PYTHON_ENV := .venv/bin
FILE ?= scenarios/lundys_lane.yaml
GAMES ?= 2000
N ?= 40
SEED ?= 1
CASES ?= 2000
TWINS ?= 500
FIRST ?= 0
SEEDS ?= 1-4
MINUTES ?= 4

# Somebody else's Python settings do not reach into ours.
unexport PYTHONHOME
unexport PYTHONPATH
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup run test costs record lint bench soak monkey mutants audit pictures package proof clean

help:
	@echo "make run       open the editor on Lundy's Lane (FILE=... for another map or scenario);"
	@echo "               without a display: check it, play two turns, draw it into out/"
	@echo "make test      run the tests"
	@echo "make costs     run the tests, and print the processor seconds of each folder (ARGS=tests/editor for some)"
	@echo "make record    record again what the tests compare, and print what changed (ARGS=refusals for a part)"
	@echo "make lint      ruff (check and format), mypy --strict, the import contracts, names that say nothing, spelling"
	@echo "make bench     measure, and write docs/bench.md"
	@echo "make soak      $(GAMES) random playouts with every invariant checked (GAMES=... for another number),"
	@echo "               the random cases of the tests, all of them and not the first few,"
	@echo "               $(TWINS) games by rules files beside the same rules written by hand (TWINS=..., from seed FIRST=...),"
	@echo "               and $(CASES) broken files, none of which may end in a traceback (CASES=...)"
	@echo "make mutants   change the rules' code a little, $(N) times, and see whether a test notices (N=... SEED=...)"
	@echo "make monkey    press everything in the editor at random, for $(MINUTES) minutes (SEEDS=\"3 7-9\" MINUTES=20)"
	@echo "make audit     ask whether a version of .ci/constraints.txt has a known fault; needs the network"
	@echo "make pictures  take the pictures of docs/images and of the guide again"
	@echo "make package   make a folder, a .tar.xz and a .deb of the program in dist/, and print their sizes"
	@echo "make proof     try what needs other programs: Tiled, a plug-in in a fresh environment, the package (ARGS=tiled)"
	@echo "make clean     remove what the targets have made"

setup:
	@sh .ci/setup.sh

run: setup
	@$(PYTHON_ENV)/python -m editor.commandline.headless --window "$(FILE)"

# One file stays on one worker, so that a fixture a file shares is made once. A worker that crashes is not replaced: what it left
# would never be given to another one, and the run would not end.
test: setup
	@$(PYTHON_ENV)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --max-worker-restart 0 $(ARGS)

costs: setup
	@$(PYTHON_ENV)/python -m pytest -n auto --maxprocesses 4 --dist loadfile -p tests.tools.costs $(ARGS)

record: setup
	@QT_QPA_PLATFORM=offscreen $(PYTHON_ENV)/python -m tests.tools.record $(ARGS)

# The tests spell words wrong on purpose.
SPELLED := engine editor docs maps scenarios resources README.md Makefile

lint: setup
	@$(PYTHON_ENV)/python -m ruff check .
	@$(PYTHON_ENV)/python -m ruff format --check --quiet .
	@$(PYTHON_ENV)/python -m mypy
	@$(PYTHON_ENV)/lint-imports --no-logo
	@$(PYTHON_ENV)/python -m tests.tools.plain_names
	@$(PYTHON_ENV)/codespell $(SPELLED)

# Peers are measured in the same run; without the network their lines say that they are missing. One of them is built on
# the way, with tools that only pip's own surroundings for building have.
bench: setup
	@$(PYTHON_ENV)/python -c 'import chess, networkx, scipy' 2>/dev/null || \
		$(PYTHON_ENV)/python -m pip --disable-pip-version-check install -q -c .ci/constraints.txt -e '.[bench]' || true
	@QT_QPA_PLATFORM=offscreen $(PYTHON_ENV)/python tests/bench $(ARGS)

pictures: setup
	@$(PYTHON_ENV)/python tests/tools/screenshots.py

monkey: setup
	@$(PYTHON_ENV)/python tests/monkey --seeds "$(SEEDS)" --minutes $(MINUTES) $(ARGS)

soak: setup
	@$(PYTHON_ENV)/python tests/soak.py --games $(GAMES) $(ARGS)
	@SWEEP=1 TWINS=$(TWINS) FIRST=$(FIRST) $(PYTHON_ENV)/python -m pytest -n auto --maxprocesses 4 tests/contract tests/engine tests/kits tests/test_counts.py tests/test_examples.py \
		tests/editor/test_rough_hands.py tests/editor/test_dialogs_are_freed.py tests/editor/test_rebuilt_forms.py \
		tests/editor/test_steps_of_drawing.py tests/editor/test_tracing.py tests/editor/test_canvas_stays.py
	@$(PYTHON_ENV)/python tests/breaking.py --cases $(CASES)

# Its tools are many and needed nowhere else: they come when they are first asked for. One of them is built on the way,
# with tools that only pip's own surroundings for building have.
mutants: setup
	@$(PYTHON_ENV)/python -c 'import cosmic_ray, coverage' 2>/dev/null || \
		$(PYTHON_ENV)/python -m pip --disable-pip-version-check install -q -c .ci/constraints.txt -e '.[mutants]'
	@$(PYTHON_ENV)/python tests/mutants --number $(N) --seed $(SEED) $(ARGS)

# Where the network or the database of faults cannot be reached nothing is known, and that is no success.
audit: setup
	@$(PYTHON_ENV)/python -c 'import pip_audit' 2>/dev/null || \
		$(PYTHON_ENV)/python -m pip --disable-pip-version-check install -q -c .ci/constraints.txt -e '.[audit]'
	@$(PYTHON_ENV)/python -m pip_audit --strict --disable-pip --no-deps -r .ci/constraints.txt

# Its tools come when they are first asked for. Python's own library for archives packs, so that no program is needed for it.
package: setup
	@$(PYTHON_ENV)/python -c 'import PyInstaller, pyproj' 2>/dev/null || \
		$(PYTHON_ENV)/python -m pip --disable-pip-version-check install -q -c .ci/constraints.txt -e '.[package,geo]'
	@$(PYTHON_ENV)/python tests/tools/package.py

# Beside the tests, since it takes other programs and minutes: what is not here is left out with a word.
proof: setup
	@$(PYTHON_ENV)/python tests/tools/proof.py $(ARGS)

clean:
	rm -rf .venv out dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
