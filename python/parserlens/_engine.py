"""The engine: `parserlens serve` in a process of Node's, asked one question after the other."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Any, Optional

from ._node import command


class ParserLensError(RuntimeError):
    """What ParserLens says it cannot do, in its words."""


class Engine:
    """One process, started by the first question; one that died is started again by the next."""

    _shared: "dict[int, Engine]" = {}

    def __init__(self, *options: str) -> None:
        self._options: Sequence[str] = options
        self._process: "Optional[subprocess.Popen[bytes]]" = None
        self._lock = threading.Lock()
        self._count = 0

    @classmethod
    def shared(cls) -> "Engine":
        """That of this process: a fork has its own."""
        return cls._shared.setdefault(os.getpid(), cls())

    def ask(self, op: str, **question: Any) -> Any:
        """An answer. Raises `ParserLensError` with what the engine says."""
        with self._lock:
            self._count += 1
            line = json.dumps(dict(question, id=self._count, op=op)).encode("ascii") + b"\n"
            answer = self._answer(line)
        if "error" in answer:
            raise ParserLensError(answer["error"])
        return answer.get("result")

    def close(self) -> None:
        """Ends the process."""
        process, self._process = self._process, None
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
        process.kill()
        process.wait()

    def _answer(self, line: bytes) -> Any:
        process = self._running()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
            answer = process.stdout.readline()
        except (OSError, ValueError):
            answer = b""
        except BaseException:
            # Ctrl+C between a question and its answer: the next answer would be that of this question.
            self.close()
            raise
        if not answer:
            self.close()
            raise ParserLensError("The engine ended. What it said last stands above.")
        return json.loads(answer)

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                command(["serve", "--python", sys.executable, *self._options]), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            atexit.register(self.close)
        return self._process
