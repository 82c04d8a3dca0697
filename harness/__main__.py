"""``python -m harness`` and the console script ``gtp-harness``."""

from __future__ import annotations

import sys

from harness import console
from harness.errors import LostOutput


def main() -> int:
    """Runs the command line and returns the exit code."""
    console.open_missing()
    try:
        try:
            from harness.cli import run_command

            code = run_command(sys.argv[1:])
        except SystemExit as end:  # such as argparse's, which may have written help
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        with console.product():  # what was written must be out before we say that all is well
            return code
    except KeyboardInterrupt:  # before anything of ours could take it
        console.talk("interrupted")
        return 130
    except BrokenPipeError:
        return code
    except LostOutput as error:
        console.talk(f"gtp-harness: {error}")
        return error.exit_code
    finally:
        console.end_talk()


if __name__ == "__main__":
    sys.exit(main())
