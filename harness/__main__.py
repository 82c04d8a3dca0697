"""``python -m harness`` and the console script ``gtp-harness``."""

from __future__ import annotations

import sys


def main() -> int:
    """Runs the command line and returns the exit code."""
    try:
        from harness.cli import run_command

        return run_command(sys.argv[1:])
    except KeyboardInterrupt:  # before anything of ours could take it
        sys.stderr.write("interrupted\n")
        return 130


if __name__ == "__main__":
    sys.exit(main())
