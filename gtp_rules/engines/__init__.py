"""GTP programs behind pipes.

`framing` cuts replies out of bytes, `processes` starts and ends programs, `transport` exchanges commands for replies within
deadlines, `handshake` tells an engine the rules, and `gtp_player` makes a player of it.
"""
