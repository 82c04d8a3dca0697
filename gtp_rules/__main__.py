"""The referee as a GTP program on stdin and stdout: ``gtp-rules`` and ``python -m gtp_rules``."""

from __future__ import annotations

import sys

from gtp_rules.referee.program import main

if __name__ == "__main__":
    sys.exit(main())
