"""Reading a page back: a parser that refuses what is not nested, and keeps elements, attributes and text."""

from html.parser import HTMLParser

VOID = {"meta", "br", "col"}


class Page(HTMLParser):
    """A parsed page. `elements` holds (name, attributes) in order, `text` what is outside of the style sheet."""

    def __init__(self, source):
        super().__init__()
        self.elements, self.text, self.words, self._open = [], "", [], []
        self.feed(source)
        self.close()
        assert not self._open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        if self._open and self._open[-1] != "style":
            self.text += data
            self.words.append(data)

    def all(self, name):
        return [attributes for tag, attributes in self.elements if tag == name]

    def links(self):
        return [attributes["href"] for attributes in self.all("a")]
