"""What the user may name as a cluster."""

import sys

import pytest
from fake_config import make_config

pytest.importorskip("distributed")

from harness.cluster.connecting import address, connected, local_workers
from harness.errors import HarnessError
from harness.pool import play_all
from harness.schedule import tasks
from harness.venue import venue


@pytest.mark.parametrize(
    ("text", "expected"), [("tcp://node:8786", "tcp://node:8786"), ("tls://10.0.0.1:1", "tls://10.0.0.1:1"), ("n1.x:8786", "tcp://n1.x:8786")]
)  # fmt: skip
def test_addresses(text, expected):
    assert address(text) == expected


def test_a_scheduler_file(tmp_path):
    file = tmp_path / "scheduler.json"
    file.write_text('{"type": "Scheduler", "address": "tcp://10.1.2.3:8786"}')
    assert address(str(file)) == "tcp://10.1.2.3:8786"
    for text in ("{", "[]", '{"id": 1}'):
        file.write_text(text)
        with pytest.raises(HarnessError, match="is no scheduler file"):
            address(str(file))


@pytest.mark.parametrize("text", ["", "node", "scheduler.json", "a b:1", "node:x"])
def test_what_means_no_cluster(text):
    with pytest.raises(HarnessError, match="no scheduler file that exists, and not local:N"):
        address(text)


def test_local_workers():
    assert local_workers("local:12") == 12
    for text in ("local:", "local:0", "local:x", "local:-1", "local:1.5"):
        with pytest.raises(HarnessError, match="a number of processes"), connected(text):
            pass


def test_an_address_of_no_kind():
    with pytest.raises(HarnessError, match="no scheduler answers at nonsense://x"), connected("nonsense://x"):
        pass


def test_without_distributed_it_says_what_to_install(monkeypatch):
    for name in [name for name in sys.modules if name.startswith("harness.cluster")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(HarnessError, match=r"pip install 'gtp-rules\[cluster\]'"), venue("local:1", 1, print):
        pass


def test_this_machine_is_the_pool():
    config = make_config(size=5, games=1, rulesets=["chinese"])
    with venue(None, 1, print) as play:
        assert play.func is play_all
        assert len(list(play(config, tasks(config), stopping=lambda: False, look=lambda _: None))) == 1
