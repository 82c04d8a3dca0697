"""Counting finished games again: the final positions of SGF files under every ruleset, and what each difference consists of.

A file goes through `scan` (its main lines), `reading` (the final position), `dead` (which stones are dead, and who says so),
`terms` (the count as a sum of named terms) and `rows` (the result); `batch` does that for many files at a time, `output`
writes it, `command` is the command line.
"""
