"""Where a packed Hexwright begins: worker processes first, then the command line."""

import multiprocessing
import os
import sys


def main() -> int:
    """Run the program; in a worker process that was spawned this does that process's work and ends."""
    multiprocessing.freeze_support()
    fonts = os.path.join(getattr(sys, "_MEIPASS", ""), "hexwright_data", "resources", "package", "fonts.conf")
    if os.path.isfile(fonts) and not os.path.exists("/etc/fonts/fonts.conf"):
        # Without any configuration fontconfig complains of each font.
        os.environ.setdefault("FONTCONFIG_FILE", fonts)
    from editor.commandline.cli import main as command_line

    return command_line()


if __name__ == "__main__":
    sys.exit(main())
