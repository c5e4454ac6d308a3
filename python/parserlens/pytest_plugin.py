"""A plugin for pytest: the samples of `*.parser.json` are tests like any other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Optional

import pytest

from ._engine import Engine, ParserLensError
from ._node import NodeNotFound


def pytest_addoption(parser: Any) -> None:
    group = parser.getgroup("parserlens")
    group.addoption(
        "--parserlens-run-modules",
        action="store_true",
        help="run the modules (.py, .mjs) of the definitions that pytest finds; without it their samples are skipped",
    )
    group.addoption("--no-parserlens", action="store_true", help="do not collect the samples of *.parser.json")


def pytest_configure(config: Any) -> None:
    """`FILE#NAME` among the arguments becomes the address of its samples: of a source's parser those of the definitions that name it."""
    if config.getoption("no_parserlens") or not any("#" in each for each in config.args):
        return
    config.args[:] = [address for each in config.args for address in addresses_of(each, config)]


def addresses_of(argument: str, config: Any) -> "list[str]":
    file, hash_sign, name = argument.partition("#")
    folder = config.invocation_params.dir
    if not hash_sign or os.path.exists(os.path.join(folder, argument)) or not os.path.isfile(os.path.join(folder, file)):
        return [argument]
    if file.endswith(".parser.json"):
        return ["%s::%s" % (file, name)]
    try:
        path = os.path.abspath(os.path.join(folder, file))
        found = engine_of(config).ask("samples", file=path, name=name)
    except (NodeNotFound, ParserLensError) as error:
        raise pytest.UsageError(str(error)) from None
    if not found:
        raise pytest.UsageError(
            "%s has no samples: below %s no .parser.json names it as its \"source\"." % (argument, config.rootpath)
        )
    return ["%s::%s" % (each["file"], each["name"]) for each in found]


def pytest_collect_file(file_path: Any, parent: Any) -> "Optional[ParserFile]":
    if not file_path.name.endswith(".parser.json") or parent.config.getoption("no_parserlens"):
        return None
    made: ParserFile = ParserFile.from_parent(parent, path=file_path)
    return made


def pytest_unconfigure(config: Any) -> None:
    engine = config.__dict__.pop("_parserlens", None)
    if engine is not None:
        engine.close()


def engine_of(config: Any) -> Engine:
    """The engine of this run, and of this process where there are several."""
    if not hasattr(config, "_parserlens"):
        modules = ["--run-modules"] if config.getoption("parserlens_run_modules") else []
        config._parserlens = Engine(*modules, "--root", str(config.rootpath))
    return config._parserlens  # type: ignore[no-any-return]


class ParserFile(pytest.File):
    """A definition file."""

    def collect(self) -> "Iterator[DefinitionNode]":
        try:
            told = engine_of(self.config).ask("definitions", file=str(self.path))
        except (NodeNotFound, ParserLensError) as error:
            raise self.CollectError(str(error)) from None
        for error in told["errors"][:1]:
            raise self.CollectError("%s:%d: %s" % (self.path, error["line"], error["message"]))
        for definition in told["definitions"]:
            yield DefinitionNode.from_parent(self, name=definition["name"], samples=definition["samples"])


class DefinitionNode(pytest.Collector):
    """A definition of a file."""

    def __init__(self, *, samples: "list[dict[str, Any]]", **given: Any) -> None:
        super().__init__(**given)
        self.samples = samples

    def collect(self) -> "Iterator[SampleItem]":
        for number, sample in enumerate(self.samples):
            yield SampleItem.from_parent(
                self, name=sample["name"], definition=self.name, number=number, line=sample["line"]
            )


class SampleItem(pytest.Item):
    """A sample of a definition."""

    def __init__(self, *, definition: str, number: int, line: int, **given: Any) -> None:
        super().__init__(**given)
        self.definition, self.number, self.line = definition, number, line

    def runtest(self) -> None:
        try:
            verdict = engine_of(self.config).ask("judge", file=str(self.path), name=self.definition, sample=self.number)
        except (NodeNotFound, ParserLensError) as error:
            pytest.fail(str(error), pytrace=False)
        if verdict["verdict"] == "skipped":
            pytest.skip(verdict.get("message") or "%s has a module; use --parserlens-run-modules." % self.definition)
        if verdict["verdict"] == "fail":
            pytest.fail(self.told(verdict), pytrace=False)

    def told(self, verdict: "dict[str, Any]") -> str:
        """What a sample gives in place of what it expects."""
        path = os.path.relpath(str(self.path), str(self.config.invocation_params.dir))
        message = verdict.get("message") or "The sample fails."
        lines = ["%s:%d: %s" % (path, verdict.get("line") or self.line, message)]
        for each in verdict.get("differences") or []:
            lines += ["", "%s, expected:" % each["part"], each["expected"], "", "%s, got:" % each["part"], each["actual"]]
        if verdict.get("response"):
            lines += ["", "response:", verdict["response"]]
        return "\n".join(lines)

    def reportinfo(self) -> "tuple[Any, int, str]":
        return self.path, self.line - 1, "%s: %s" % (self.definition, self.name)
