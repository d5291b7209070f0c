"""Make a rulebook of a rules file, of a scenario with its rules, or of rules that are named: PDF, HTML or Markdown."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from editor.commandline.display import loading_qt, tell_lacking
from editor.commandline.opening import add_force, refuse_unwritable
from engine.errors import HexwrightError
from engine.plural import counted

if TYPE_CHECKING:
    from engine.paper.model import PaperDocument
    from engine.paper.source import PaperSource

ENDINGS: Final = {".pdf": "pdf", ".html": "html", ".md": "md"}
"""Ending of a document to the kind of file that it may replace."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "file", metavar="RULES|SCENARIO", help="a rules file, a scenario, or the name of shipped rules or of a scenario"
    )
    add_output(parser)


def add_output(parser: argparse.ArgumentParser) -> None:
    """Where a document goes, and on which paper."""
    parser.add_argument("-o", "--out", required=True, metavar="OUT", help=f"the document: {', '.join(ENDINGS)}")
    add_force(parser)
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the paper of a PDF (default: a4)")


def run(given: argparse.Namespace) -> int:
    """Make the rulebook; gives the exit status."""
    from engine.paper.rulebook import rulebook

    return make_document(given, rulebook)


def make_document(given: argparse.Namespace, made: Callable[[PaperSource], PaperDocument]) -> int:
    """Make a document of what is named on the command line, and write it; gives the exit status."""
    out = Path(given.out)
    ending = out.suffix.lower()
    if ending not in ENDINGS:
        raise HexwrightError(f"a document ends in {', '.join(ENDINGS)}, not {ending or 'nothing'!r}")
    refuse_unwritable(out, ENDINGS[ending], force=given.force)
    source, folder = paper_source(given.file)
    document = made(source)
    if ending == ".md":
        from engine.paper.markdown import markdown
        from engine.writing import write_text

        write_text(out, markdown(document))
        print(out)
        return 0
    with loading_qt("nothing can be drawn here"):
        from editor.canvas.drawing import typefaces
        from editor.output.paper.pages import PaperPages
        from editor.output.paper.writing import pdf_bytes, sheets_of, write_document
        from engine.writing import write_together
    if ending == ".pdf":
        pages = PaperPages(document, given.paper, folder)
        title = f"{document.title}: {document.subtitle.lower()}"
        write_together({out: pdf_bytes(title, given.paper, sheets_of(pages))})
        print(counted(len(pages), "page"))
    else:
        write_document(document, out, given.paper, folder)
    tell_lacking(typefaces.lacking((document.title, *(chapter.title for chapter in document.chapters))))
    print(out)
    return 0


def paper_source(file: str) -> tuple[PaperSource, str]:
    """What a word of the command line means, with the folder where pictures on its counters are looked up: a path of
    a scenario or rules file, or the name of a shipped scenario or of rules.

    Raises FileProblem with every error of the file, HexwrightError for another kind of file and an unknown name.
    """
    from editor.commandline.opening import find
    from engine.findings import FileProblem
    from engine.formats import load
    from engine.kit.reading import HOOKS
    from engine.kit.record import errors, system_of
    from engine.paper.source import PaperSource, named_system, source_of
    from engine.scenario import Scenario

    try:
        path = find(file)
    except HexwrightError:
        named = named_system(file)
        if named is None:
            raise
        return named, ""
    loaded = load(path)
    if loaded.kind == "system":
        # Rules are printed without their hooks, whether those are trusted or not.
        wrong = errors(path) or [one for one in loaded.errors if one.code != HOOKS]
        if wrong:
            raise FileProblem(wrong)
        return PaperSource(system_of(str(path))), str(path.parent)
    if loaded.errors or loaded.model is None:
        raise FileProblem(loaded.errors or loaded.findings)
    if not isinstance(loaded.model, Scenario):
        raise HexwrightError(f"{file} is a {loaded.kind}; a rulebook is made of rules or of a scenario")
    return source_of(loaded.model), str(path.parent)
