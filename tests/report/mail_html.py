"""What mail programs show: an allow-list for HTML parts, after the caniemail tables of September 2025.

`faults(html)` names everything a client might strip, break or make unreadable, in light and dark.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from lxml import html as parser

LIMIT = 100_000
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "table", "thead", "tbody", "tr", "th", "td"),
    *("h1", "h2", "h3", "p", "ul", "ol", "li", "a", "img", "b", "strong", "em", "i", "br", "span"),
    *("div", "hr"),
}  # fmt: skip
ATTRIBUTES = {
    *("lang", "charset", "name", "content", "class", "role", "width", "height", "cellpadding"),
    *("cellspacing", "border", "bgcolor", "align", "valign", "colspan", "scope", "style", "src"),
    *("alt", "href"),
}  # fmt: skip
PROPERTIES = {
    *("background-color", "border", "border-bottom", "border-color", "color", "display"),
    *("font-family", "font-size", "font-style", "font-weight", "height", "line-height", "margin"),
    *("padding", "padding-left", "padding-right", "text-align", "width"),
}  # fmt: skip
PADDED = {"td", "th"}
CONTRAST = 4.5
STYLE_LIMIT = 4096
_COLOUR = re.compile("#[0-9a-f]{6}")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_DARK = re.compile(r"@media \(prefers-color-scheme:dark\)\{((?:[^{}]+\{[^{}]*\})+)\}")


def faults(text: str, *, local_links: bool = False) -> list[str]:
    """Return what is wrong with the HTML part of a mail; `local_links` lets pages link their files."""
    found = []
    if len(text.encode()) > LIMIT:
        found.append(f"{len(text.encode())} bytes are more than {LIMIT}")
    if not text.startswith("<!DOCTYPE html>"):
        found.append("no doctype")
    tree = parser.document_fromstring(text)
    found += _document_faults(tree)
    for element in tree.iter():
        if not isinstance(element.tag, str):
            found.append(f"a comment or instruction: {element}")
            continue
        found += _element_faults(element, local_links=local_links)
    for style in tree.iter("style"):
        found += _sheet_faults(style.text or "")
    for scheme in ({}, _dark_classes(tree)):
        found += _contrast_faults(tree, scheme)
    return found


def _document_faults(tree: Any) -> Iterator[str]:
    if not tree.get("lang"):
        yield "html has no lang"
    titles = [title.text for title in tree.iter("title")]
    if len(titles) != 1 or not (titles[0] or "").strip():
        yield f"titles are {titles}"
    if len(list(tree.iter("h1"))) != 1:
        yield "there is not one h1"
    levels = [int(e.tag[1]) for e in tree.iter("h1", "h2", "h3")]
    if any(b - a > 1 for a, b in pairwise(levels)):
        yield f"headings skip a level: {levels}"


def _element_faults(element: Any, *, local_links: bool) -> Iterator[str]:
    tag = element.tag
    if tag not in TAGS:
        yield f"<{tag}> is not allowed"
    for name, value in element.attrib.items():
        if name not in ATTRIBUTES:
            yield f"<{tag} {name}> is not allowed"
        if "javascript:" in value.lower() and name in ("href", "src", "style"):
            yield f"<{tag} {name}={value!r}>"
    yield from _style_faults(tag, element.get("style", ""))
    if tag == "img":
        yield from _image_faults(element)
    elif tag == "a":
        yield from _link_faults(element.get("href", ""), local_links=local_links)
    elif tag == "table":
        yield from _table_faults(element)


def _style_faults(tag: str, style: str) -> Iterator[str]:
    for name, value in declarations(style):
        if name not in PROPERTIES:
            yield f"<{tag}> has the property {name}"
        if name.startswith("padding") and tag not in PADDED:
            yield f"<{tag}> has a padding, which only cells may have"
        yield from _value_faults(value)


def _image_faults(element: Any) -> Iterator[str]:
    source = element.get("src", "")
    if not source.startswith("cid:"):
        yield f"an image comes from {source[:40]!r}"
    if any(not element.get(name) for name in ("alt", "width")):
        yield "an image lacks alt or width"
    if element.get("height"):
        yield "an image has a height: blocked, it would leave a tall gap"


def _link_faults(href: str, *, local_links: bool) -> Iterator[str]:
    is_local = local_links and re.fullmatch(r"[a-z0-9./-]+\.html", href)
    if not href.startswith(("https://", "mailto:")) and not is_local:
        yield f"a link leads to {href!r}"


def _table_faults(element: Any) -> Iterator[str]:
    heads = [head for head in element.iter("th") if _table_of(head) is element]
    is_layout = element.get("role") == "presentation"
    if is_layout == bool(heads):
        yield f"a table is layout ({is_layout}) and has {len(heads)} head cells"
    if any(not head.get("scope") for head in heads):
        yield "a head cell has no scope"


def _table_of(cell: Any) -> Any:
    return next(cell.iterancestors("table"))


def _value_faults(value: str) -> Iterator[str]:
    if re.search(r"rgb|hsl|var\(|url\(|calc\(|gradient|expression", value):
        yield f"the value {value!r} is not understood everywhere"
    for colour in re.findall(r"#[0-9a-fA-F]*", value):
        if not _COLOUR.fullmatch(colour):
            yield f"the colour {colour} is not written as #rrggbb"


def _sheet_faults(sheet: str) -> Iterator[str]:
    if len(sheet.encode()) > STYLE_LIMIT:
        yield f"a style sheet of {len(sheet)} bytes"
    for _, body in _RULE.findall(sheet):
        for name, value in declarations(body):
            if name not in PROPERTIES:
                yield f"the style sheet has the property {name}"
            yield from _value_faults(value)


def declarations(style: str) -> Iterator[tuple[str, str]]:
    """The properties of a style attribute."""
    for part in style.split(";"):
        if part.strip():
            name, _, value = part.partition(":")
            yield name.strip(), value.strip()


def _dark_classes(tree: Any) -> dict[str, dict[str, str]]:
    """What each class says where the reader wants it dark."""
    found: dict[str, dict[str, str]] = {}
    for style in tree.iter("style"):
        for body in _DARK.findall(style.text or ""):
            for selector, rule in _RULE.findall(body):
                names = {n: v.removesuffix("!important") for n, v in declarations(rule)}
                found[selector.strip().removeprefix(".")] = names
    return found


def _contrast_faults(tree: Any, classes: dict[str, dict[str, str]]) -> Iterator[str]:
    """Every text against the background it stands on, as both are inherited."""
    seen: set[tuple[str, str]] = set()

    def visit(element: Any, ink: str, ground: str) -> Iterator[str]:
        said = dict(declarations(element.get("style", "")))
        if element.get("bgcolor"):
            said.setdefault("background-color", element.get("bgcolor"))
        for name in (element.get("class") or "").split():
            said.update(classes.get(name, {}))
        ink, ground = said.get("color", ink), said.get("background-color", ground)
        own = (element.text or "").strip() or any((child.tail or "").strip() for child in element)
        if own and (ink, ground) not in seen:
            seen.add((ink, ground))
            if not ink or not ground:
                yield f"<{element.tag}> has no explicit colours: {ink!r} on {ground!r}"
            elif not _COLOUR.fullmatch(ink) or not _COLOUR.fullmatch(ground):
                yield f"{ink} on {ground} cannot be compared"
            elif contrast(ink, ground) < CONTRAST:
                yield f"{ink} on {ground} has a contrast of {contrast(ink, ground):.1f}"
        for child in element:
            yield from visit(child, ink, ground)

    yield from visit(tree.find("body"), "", "")


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as the accessibility guidelines count it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
