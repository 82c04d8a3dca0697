"""The Go Text Protocol without Go: wire format, command registry, session loop."""

from gtp_rules.gtp.registry import Arguments, GtpError, Handler, Quit, Registry
from gtp_rules.gtp.session import Waiting, serve
from gtp_rules.gtp.wire import Command, Reply, parse

__all__ = ["Arguments", "Command", "GtpError", "Handler", "Quit", "Registry", "Reply", "Waiting", "parse", "serve"]
