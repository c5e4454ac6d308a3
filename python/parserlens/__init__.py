"""ParserLens for Python: definitions of parsers (`*.parser.json`), read as the frameworks that they are of read them.

    import parserlens

    vote = parserlens.load("werewolf.parser.json")["wolf vote"]
    vote.format_instruction          # what the model is told
    vote.parse(answer).content       # what becomes of an answer
    vote.diagnose(answer)            # why an answer does not read

The engine runs in one process of Node's, which is started by the first question and kept.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Optional, Union

from ._engine import Engine, ParserLensError
from ._node import NodeNotFound, run_node
from ._version import __version__

__all__ = [
    "Definition",
    "Definitions",
    "NodeNotFound",
    "ParseError",
    "ParserLensError",
    "Result",
    "__version__",
    "evaluate",
    "load",
]

Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class ParseError:
    """Why an answer did not parse: the framework's class and message; `feedback` is what the model would be told."""

    class_name: str
    message: str
    code: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    feedback: Optional[str] = None


@dataclass(frozen=True)
class Result:
    """What became of an answer: its value with where it goes, or the error. NaN and the infinities are texts."""

    ok: bool
    value: Any = None
    content: Any = None
    memory: Any = None
    metadata: Any = None
    error: Optional[ParseError] = None
    warnings: "list[str]" = field(default_factory=list)
    repairs: "list[dict[str, Any]]" = field(default_factory=list)
    extra: "dict[str, Any]" = field(default_factory=dict)


class Definition:
    """A parser of a definition file or a source. The file is read again when it changes.

    `unknown` has what of a source's parser only a run can know: `{"argument", "reason", "file", "line"}` each.
    """

    def __init__(
        self,
        engine: Engine,
        file: str,
        name: str,
        type: str,
        description: Optional[str],
        unknown: "Sequence[dict[str, Any]]" = (),
    ) -> None:
        self._engine, self._file = engine, file
        self.name, self.type, self.description = name, type, description
        self.unknown = list(unknown)

    def __repr__(self) -> str:
        return f"<parserlens.Definition {self.name!r} ({self.type}) of {self._file}>"

    def _ask(self, op: str, **more: Any) -> Any:
        return self._engine.ask(op, file=self._file, name=self.name, **more)

    @property
    def format_instruction(self) -> str:
        """The exact text that tells a model how to answer. Raises `ParserLensError` where the framework raises."""
        return str(self._ask("instruction"))

    def parse(self, response: Union[str, Mapping[str, Any]]) -> Result:
        """Reads an answer: a text, or a provider's message. What goes wrong with it is in the result."""
        given = {"text": response} if isinstance(response, str) else {"message": response}
        answer = self._ask("parse", **given)
        if not answer["ok"]:
            told = answer["error"]
            names = ("message", "code", "line", "column", "feedback")
            return Result(False, error=ParseError(told["class"], **{name: told.get(name) for name in names}))
        names = ("value", "content", "memory", "metadata")
        lists = {"warnings": answer.get("warnings") or [], "repairs": answer.get("repairs") or []}
        return Result(True, **{name: answer.get(name) for name in names}, **lists, extra=answer.get("extra") or {})

    def diagnose(self, response: str) -> "dict[str, Any]":
        """Why an answer does not read: the smallest edits under which it does, as `parserlens diagnose --json` prints them."""
        return dict(self._ask("diagnose", text=response))


class Definitions(Mapping[str, Definition]):
    """The definitions of a file, by their names."""

    def __init__(self, found: "dict[str, Definition]") -> None:
        self._found = found

    def __getitem__(self, name: str) -> Definition:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def load(path: Path) -> Definitions:
    """The definitions of a file, or of `FILE#NAME` that one: a `.parser.json`, or a source (`agent.py`), which is read and not run.

    Raises `ParserLensError` where there are none. What they name as a module runs. Warns of what of a source's parser is unknown.
    """
    given, _, wanted = os.fspath(path).rpartition("#")
    if not given or os.path.exists(os.fspath(path)):
        given, wanted = os.fspath(path), ""
    file = os.path.abspath(given)
    engine = Engine.shared()
    told = engine.ask("definitions", file=file)
    if not told["definitions"]:
        first = (told["errors"] or [{"message": "There is no definition.", "line": 1}])[0]
        raise ParserLensError("%s:%d: %s" % (file, first["line"], first["message"]))
    all_found = [
        Definition(engine, file, each["name"], each["type"], each.get("description"), each.get("unknown") or ())
        for each in told["definitions"]
    ]
    found = [each for each in all_found if wanted in ("", each.name)]
    if not found:
        known = ", ".join("`%s`" % each.name for each in all_found)
        raise ParserLensError("%s has no usable definition `%s`. There are: %s." % (file, wanted, known))
    for each in found:
        if each.unknown:
            names = ", ".join("`%s` (%s)" % (one["argument"], one["reason"].rstrip(".")) for one in each.unknown)
            warnings.warn("%s of %s is known in part; unknown: %s." % (each.name, file, names), stacklevel=2)
    return Definitions({each.name: each for each in found})


def evaluate(definition: str, logs: Iterable[Path], *options: str) -> "dict[str, Any]":
    """What share of the responses of logs a definition (`FILE` or `FILE#NAME`) reads, and why it does not read the rest: what `parserlens evaluate --reporter json` prints. `options` are those of the command line."""
    paths = [os.fspath(each) for each in logs]
    done = run_node(["evaluate", *paths, "--parser", definition, "--reporter", "json", *options])
    if not done.stdout.strip():
        raise ParserLensError(done.stderr.strip() or "parserlens evaluate ended with code %d." % done.returncode)
    return dict(json.loads(done.stdout))
