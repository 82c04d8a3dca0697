"""Replies out of bytes, whole and in pieces."""

import pytest

from gtp_rules.engines.framing import Framer, Reply


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"= D4\n\n", Reply(True, "D4")),
        (b"=D4\n\n", Reply(True, "D4")),
        (b"=\tD4 \t\n\n", Reply(True, "D4")),
        (b"= D4\r\n\r\n", Reply(True, "D4")),
        (b"=12 D4\n\n", Reply(True, "D4")),
        (b"? illegal move\n\n", Reply(False, "illegal move")),
        (b"?7 illegal move\n\n", Reply(False, "illegal move")),
        (b"=\n\n", Reply(True, "")),
        (b"= A1 B2\nC3\n\n", Reply(True, "A1 B2\nC3")),
        (b"= one\n \ntwo\n\n", Reply(True, "one\n \ntwo")),
        (b"= 7.5\n\n", Reply(True, "7.5")),
        (b"= \xff\n\n", Reply(True, "\ufffd")),
    ],
)
@pytest.mark.parametrize("piece", [1, 2, 100])
def test_a_reply_is_read_however_it_is_written(data, expected, piece):
    framer = Framer()
    replies = []
    for start in range(0, len(data), piece):
        framer.feed(data[start : start + piece])
        replies += framer.take(2)
    assert replies == [expected]
    assert framer.junk == 0


def test_lines_that_belong_to_no_reply_are_counted():
    framer = Framer()
    framer.feed(b"GTP ready\n\n\nUsing 1 thread\n= D4\n\nafterthought\n= E5\n\n")
    assert framer.take(1) == [Reply(True, "D4")]
    assert framer.take(5) == [Reply(True, "E5")]
    assert framer.take(1) == []
    assert (framer.junk, framer.first_junk) == (3, "GTP ready")


def test_what_came_before_a_command_is_not_its_reply():
    framer = Framer()
    framer.feed(b"=\n\n(;GM[1])\n\n= stray\n\n")
    assert framer.take(1) == [Reply(True, "")]
    framer.discard()
    framer.feed(b"= D4\n\n")
    assert framer.take(1) == [Reply(True, "D4")]
    assert framer.junk == 2


def test_half_a_reply_waits():
    framer = Framer()
    framer.feed(b"= D4\n")
    assert framer.take(1) == []
    framer.feed(b"\n")
    assert framer.take(1) == [Reply(True, "D4")]


@pytest.mark.parametrize("most", [1, 2, 3, 10])
def test_no_more_replies_are_taken_than_are_wanted(most):
    framer = Framer()
    framer.feed(b"= 1\n\nnoise\n? 2\n\n\n= 3\n\n= 4")
    wanted = [Reply(True, "1"), Reply(False, "2"), Reply(True, "3")]
    assert framer.take(most) == wanted[:most]
    assert framer.take(10) == wanted[most:]
    framer.feed(b"\n\n")
    assert framer.take(10) == [Reply(True, "4")]
    assert len(framer) == 0
    assert framer.junk == 1


@pytest.mark.parametrize(
    "data",
    [
        b"= D4\n\n",
        b"=\n\n=\n\n= D4\n\n",
        b"=1\n\n? illegal move\n\n=" + b" A1" * 40 + b"\n\n",
        b"= A1\nB2\n\n= C3\n\n",
    ],
)
def test_replies_that_come_alone_and_whole_are_read_at_once(data):
    usual = Framer()
    usual.feed(data)
    expected = usual.take(9)
    framer = Framer()
    assert framer.take_all(data, len(expected)) == expected
    assert len(framer) == framer.junk == 0


@pytest.mark.parametrize(
    ("waiting", "data", "wanted"),
    [
        (b"", b"= D4\n", 1),
        (b"", b"= D4\n\n", 2),
        (b"", b"= D4\n\n= E5\n\n", 1),
        (b"", b"= D4\n\n= E5", 1),
        (b"", b"junk\n= D4\n\n", 1),
        (b"", b"= D4\n\njunk\n\n", 2),
        (b"", b"= D4\n\n\n= E5\n\n", 2),
        (b"", b"= D4\r\n\r\n", 1),
        (b"", b"= D4\n\n= E\r5\n\n", 2),
        (b"=", b" D4\n\n", 1),
    ],
)
def test_anything_else_is_read_as_it_is_read_in_pieces(waiting, data, wanted):
    usual, framer = Framer(), Framer()
    usual.feed(waiting + data)
    framer.feed(waiting)
    assert framer.take_all(data, wanted) is None
    assert framer.take(wanted) == usual.take(wanted)
    assert (len(framer), framer.junk, framer.first_junk) == (len(usual), usual.junk, usual.first_junk)
