#!/bin/sh
# Everything `make run`, `make test`, `make lint` and `make bench` need: a virtual environment in .venv with the
# project and its tools, and on Debian or Ubuntu the shared libraries that Qt loads. Quick, and needs no network,
# when nothing has changed. PYTHON=/path/to/python picks another interpreter.
set -eu
cd "$(dirname "$0")/.."
unset PYTHONHOME PYTHONPATH

say() { printf 'hexwright: %s\n' "$*" >&2; }

# Installs Debian packages where that is allowed without asking anybody; fails quietly where it is not.
apt_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    as_root=""
    if [ "$(id -u)" != 0 ]; then
        as_root="sudo -n"
        $as_root true 2>/dev/null || return 1
    fi
    say "installing with apt-get: $*"
    install="$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends"
    # A fresh machine may not know any package yet: then its lists are fetched first.
    $install "$@" >/dev/null 2>&1 || { $as_root apt-get update -qq && $install "$@"; } >/dev/null 2>&1
}

# -- a Python that is new enough and can make virtual environments --------------------------------------------

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
makes_venvs() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

find_python() {
    bare=""
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.13 python3.12 python3.11 python3.14 python; do
        new_enough "$candidate" || continue
        if makes_venvs "$candidate"; then
            printf '%s\n' "$candidate"
            return
        fi
        bare=${bare:-$candidate}
    done
    if [ -n "$bare" ]; then
        version=$("$bare" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        if apt_install "python$version-venv" && makes_venvs "$bare"; then
            printf '%s\n' "$bare"
            return
        fi
        say "Python $version is here, but not its venv module. On Debian or Ubuntu:"
        say "    sudo apt-get update && sudo apt-get install -y python$version-venv"
    else
        say "Python 3.11 or newer is needed and none was found. On Debian 12 or Ubuntu 24.04 and later:"
        say "    sudo apt-get update && sudo apt-get install -y python3 python3-venv"
    fi
    exit 1
}

# -- the virtual environment ----------------------------------------------------------------------------------

# What the environment was made from: the dependencies, their versions, and the folder (environments do not survive
# being moved).
stamp=.venv/.hexwright-stamp
wanted="$(cat pyproject.toml .ci/constraints.txt | cksum) $(pwd)"
found=$(cat "$stamp" 2>/dev/null || true)

moved() { [ -n "$found" ] && [ "${found#* * }" != "$(pwd)" ]; }

if [ "$found" != "$wanted" ] || ! new_enough .venv/bin/python; then
    if moved || ! new_enough .venv/bin/python || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
        python=$(find_python)
        say "making .venv with $("$python" --version)"
        "$python" -m venv --clear .venv
    fi
    say "installing the project and its tools into .venv (a minute or a few, the first time)"
    pip() { .venv/bin/python -m pip --disable-pip-version-check install -q -c .ci/constraints.txt "$@"; }
    # Building without isolation asks the network for nothing once the tools are there.
    if ! { pip 'hatchling>=1.24' && pip --no-build-isolation -e '.[dev]'; }; then
        say "pip could not install the project; its message is above. The first time it needs the network."
        exit 1
    fi
    printf '%s\n' "$wanted" > "$stamp"
fi

# An installed program has its bytecode beside it. So has this one, whatever the shell says of writing any.
.venv/bin/python -m compileall -q engine editor >/dev/null 2>&1 || true

# -- the shared libraries of Qt -------------------------------------------------------------------------------

if [ "$(uname -s)" = Linux ]; then
    missing=$(.venv/bin/python .ci/qt_libraries.py)
    # Names of packages, parted by blanks on purpose.
    # shellcheck disable=SC2086
    if [ -n "$missing" ] && apt_install $missing; then
        missing=$(.venv/bin/python .ci/qt_libraries.py)
    fi
    if [ -n "$missing" ]; then
        say "Qt lacks shared libraries or fonts on this machine. On Debian or Ubuntu this brings them:"
        say "    sudo apt-get update && sudo apt-get install -y $missing"
        .venv/bin/python -c 'import PySide6.QtWidgets' || exit 1
    fi
fi
