"""The report in a real browser: no error, no request, no sideways scrolling, contrast, paper. Skipped without Chromium."""

import json
import re
import shutil
import subprocess
import threading
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from msgspec.structs import replace
from test_harness_html import HOSTILE, SGF, called, games_of, with_tests

from harness import report
from harness.endings import Ending, Side

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")]

FLAGS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync --disable-default-apps --enable-logging=stderr --virtual-time-budget=20000"
)
MEASURE = """<!DOCTYPE html><meta charset="utf-8"><body>
<iframe src="report.html" style="border:0;width:WIDTHpx;height:900px"></iframe>
<script>
function channels(text) { return text.match(/[\\d.]+/g).map(Number); }
function light(color) {
  const [r, g, b] = color.slice(0, 3).map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function ground(view, element) {
  for (; element; element = element.parentElement) {
    const color = channels(view.getComputedStyle(element).backgroundColor);
    if (color.length === 3 || color[3] === 1) return color;
  }
  return [255, 255, 255];
}
window.onload = () => {
  const view = document.querySelector("iframe").contentWindow, page = view.document;
  let worst = [99, ""];
  for (const element of page.querySelectorAll("h1,h2,h3,p,li,a,th,td,span,small,caption,summary,figcaption,bdi,strong")) {
    if (!element.textContent.trim()) continue;
    const one = light(channels(view.getComputedStyle(element).color)), other = light(ground(view, element));
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < worst[0]) worst = [contrast, element.outerHTML.slice(0, 100)];
  }
  const root = page.documentElement;
  document.body.textContent = JSON.stringify({
    wide: root.scrollWidth, view: root.clientWidth, contrast: worst, scripts: page.scripts.length,
    sections: page.querySelectorAll("section").length, dark: view.matchMedia("(prefers-color-scheme: dark)").matches,
    small: [...page.querySelectorAll("p,th,td,li")].filter(e => parseFloat(view.getComputedStyle(e).fontSize) < 11).length,
  });
};
</script>"""


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder and keeps what was asked for."""

    def do_GET(self):
        self.server.asked.append(self.path)
        super().do_GET()

    def log_message(self, *_):
        pass


@pytest.fixture
def site(tmp_path):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(tmp_path)))
    server.asked, server.folder = [], tmp_path
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def browse(site, name, *flags):
    """What the browser writes to standard output, and to its console."""
    address = f"http://127.0.0.1:{site.server_port}/{name}"
    profile = f"--user-data-dir={site.folder / 'profile'}"
    done = subprocess.run(
        [BROWSER, *FLAGS.split(), profile, *flags, address], capture_output=True, text=True, timeout=120, check=True
    )
    return done.stdout, re.findall(r"CONSOLE[^\n]*", done.stderr)


def hostile_report():
    evil = "".join(HOSTILE[:10])
    records = [
        replace(record, task=called(record.task, evil))
        for record in games_of(["x", "a player with a rather long name 1.2.3", "b", "c"], ["tang-song", "chinese"], 24)
    ]
    records[5] = replace(records[5], ending=Ending.TIMEOUT, detail=evil, black=Side(1.0, evil, evil, "W+1"))
    files = report.Files(lambda record: f"games/{record.task.key}.sgf", lambda _: SGF)
    return report.html(report.About(evil, 500, ["9×9", "seed 1"], with_tests(records, 0, 20), evil), records, files)


def test_the_browser_would_tell(site):
    (site.folder / "bad.html").write_text("<img src=picture.png><script>console.error('told')</script>")
    _, console = browse(site, "bad.html", "--dump-dom")
    assert any("told" in line for line in console)
    assert {"/bad.html", "/picture.png"} <= set(site.asked)


def test_nothing_is_asked_for_and_nothing_goes_wrong(site):
    (site.folder / "report.html").write_text(hostile_report(), "utf-8")
    shown, console = browse(site, "report.html", "--dump-dom")
    assert console == []
    assert site.asked == ["/report.html"]
    assert "Final positions" in shown


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("dark", [False, True])
def test_it_fits_and_can_be_read(site, width, dark):
    (site.folder / "report.html").write_text(hostile_report(), "utf-8")
    (site.folder / "measure.html").write_text(MEASURE.replace("WIDTH", str(width)), "utf-8")
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    shown, _ = browse(site, "measure.html", scheme, "--window-size=1400,1000", "--dump-dom")
    found = json.loads(unescape(re.search(r"<body>(.*?)</body>", shown, re.DOTALL)[1]))
    assert found["dark"] == dark
    assert found["sections"] >= 9
    assert found["wide"] <= found["view"] <= width
    assert found["contrast"][0] >= 4.5, found["contrast"]
    assert found["small"] == 0


def test_it_can_be_printed(site):
    (site.folder / "report.html").write_text(hostile_report(), "utf-8")
    browse(site, "report.html", f"--print-to-pdf={site.folder / 'report.pdf'}")
    paper = (site.folder / "report.pdf").read_bytes()
    assert paper.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) >= 3
