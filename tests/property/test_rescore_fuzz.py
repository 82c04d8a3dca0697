"""No file crashes rescoring, hangs it, or gets a split that does not add up."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many_games import many_games

from gtp_rules.rulesets import names, registered
from gtp_rules.sgf import write_game
from harness.rescore.encoding import decoded
from harness.rescore.rows import Plan, Row, Trouble, rows
from harness.rescore.stated import komi_of, result_of

PLAN = Plan(tuple(registered()), explain=True)
PIECES = [
    b"(", b")", b";", b"[", b"]", b"\\", b"B[aa]", b"W[bb]", b"B[]", b"W[tt]", b"AB[aa:cc]", b"AE[aa]", b"AW[dd]", b"SZ[5]",
    b"SZ[19]", b"SZ[7:3]", b"KM[375]", b"KM[\xe4\xb8\xad]", b"RE[B+1]", b"RE[\xba\xda\xca\xa4]", b"HA[2]", b"PL[W]", b"XRV[1]",
    b"XRS[propose B]", b"XRS[accept W]", b"XRP[virtual]", b"XRF[finished]", b'XRL[{"play":{}}]', b"XRR[{}]", b"RU[tang-song]",
    b"CA[GB2312]", b"CA[UTF-16]", b"TB[aa]", b"TW[bb:aa]", b"MA[aa]", b"\xff", b"\x00", b"\x82\x5d", b"C[", b"gM[1]", b"\r\n",
]  # fmt: skip


def check(data: bytes) -> int:
    games = 0
    for found in rows("x", data, PLAN, None, None):
        assert isinstance(found, (Row, Trouble))
        if isinstance(found, Row):
            games += 1
            for count in found.counts:
                assert count.parts is not None
                assert found.base_margin + sum(count.parts.values()) == count.margin
        else:
            assert found.reason
    return games


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_bytes(data: bytes) -> None:
    check(data)
    check(b"(;" + data + b")")


@given(st.lists(st.sampled_from(PIECES), max_size=30))
@settings(max_examples=400, deadline=None)
def test_any_pieces_of_records(pieces: list[bytes]) -> None:
    check(b"(;SZ[5]" + b"".join(pieces) + b")")


@given(st.text(max_size=40))
@settings(max_examples=400, deadline=None)
def test_any_komi_and_result(text: str) -> None:
    komi_of(text)
    result_of(text)


@given(st.text(alphabet="黑白胜半目子又/分之.,0123456789+-BWR ¾²⅓٣", max_size=12))
@settings(max_examples=600, deadline=None)
def test_nearly_komi_and_results(text: str) -> None:
    komi_of(text)
    result_of(text)


@given(st.binary(max_size=60), st.sampled_from(["gb18030", "big5", "cp932", "euc_kr", "utf-8", "nonsense", "utf-16", "utf-7"]))
@settings(max_examples=300, deadline=None)
def test_any_encoding(data: bytes, name: str) -> None:
    assert decoded(b"(;CA[" + name.encode() + b"]C[" + data + b"])").data.decode("utf-8") is not None


@pytest.mark.parametrize("name", names())
def test_mutated_records(name: str) -> None:
    chance = random.Random(name)
    ruleset = next(each for each in registered() if each.name == name)
    games = sum(check(_mutated(write_game(game), chance)) for game in many_games(ruleset, 15))
    assert games >= 1


def _mutated(data: bytes, chance: random.Random) -> bytes:
    raw = bytearray(data)
    for _ in range(chance.randint(0, 4)):
        place = chance.randrange(len(raw))
        kind = chance.random()
        if kind < 0.4:
            raw[place] = chance.randrange(256)
        elif kind < 0.7:
            del raw[place : place + chance.randint(1, 30)]
        else:
            raw[place:place] = chance.choice(PIECES)
    return bytes(raw)


def test_files_that_are_all_brackets_take_no_time() -> None:
    for piece in (b"(", b"(;", b"[", b"]", b"(;[", b"\\", b"(;B[a", b"a"):
        assert check(piece * 200_000) == 0
    for piece in (b"\xb0\xa1[", b"[\xb0\xa1]", b"(;C[\x82\\]", b"\\\xb0\xa1", b"(;XRV[1]\xb0\xa1"):
        assert check(b"(;SZ[9]" + piece * 20_000) == 0
    assert check(b"(;SZ[9]" + b"(;B[]" * 50_000 + b")" * 50_001) == 1
