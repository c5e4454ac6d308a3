"""ParserLens asks Python by this file: `python -X utf8 -u bridge.py LIMITS`. Standard library only, Python 3.9 or newer.

Descriptor 3 carries first a token of 16 bytes, which every answer begins with, so that what the user's code writes there
is not taken for one; then batches of calls: the length (32 bits, little endian) and that many bytes, which are calls one
after the other, each its length and JSON. Answers are frames of token, kind, length and JSON: 0 a batch is taken up; for
each call 1, or 2 where the process must not be used again and the calls behind it were not made; 3 a note about the
process. A result is `{value, called, marks, ...}`, `{thrown}` or `{failed: {class, message}}`. Descriptor 4 gets
one letter when the process ends itself: why.

A call's time is its own: what the process works, and waits for on a machine that has time for it.

The bridge opens no connection and writes no file. It limits time and memory; it is no sandbox.
"""

import sys
import os

# The folder of this file is no place to import from.
_own = os.path.dirname(os.path.abspath(__file__)) if "__file__" in globals() else None
if sys.path and _own is not None and os.path.abspath(sys.path[0] or ".") == _own:
    del sys.path[0]

import _thread
import json
import operator
import signal
import struct
import threading
import time
from time import monotonic

waitid = getattr(os, "waitid", None)

try:
    import resource
except ImportError:
    # Windows.
    resource = None

MAX_PARTS = 1000000
MAX_MARKS = 100000
MAX_CHARACTERS = 50000000
MAX_ANSWER = 64 * 1024 * 1024
MAX_DIGITS = 100000
MAX_DEPTH = 400
MAX_FRAMES = 20
# What the user's code puts in the place of the functions of `json` does not count.
write_json = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
scan_json = json.JSONDecoder().scan_once
# How often the watchdog looks, in seconds.
BUSY, IDLE = 0.01, 0.1
# How long a failed import is not tried again, in seconds.
RETRY_SECONDS = 1.0


class Failure(Exception):
    """An error of ours."""

    def __init__(self, class_name, message):
        Exception.__init__(self, message)
        self.answer = {"class": class_name, "message": message}


# --- The process: its channel, its watchdog --------------------------------------------------------------------------


class Channel:
    """Frames to and from the parent, on a descriptor that the user's code does not know."""

    def __init__(self):
        # Copies are not inherited by what the user's code starts.
        self.fd = os.dup(3)
        os.close(3)
        self.getpid, self.pid = os.getpid, os.getpid()
        self.write_now = os.write
        self.read_now = os.read
        self.token = self.read(16)

    def read(self, size):
        """So many bytes; None when the parent is gone."""
        parts = []
        while size > 0:
            chunk = self.read_now(self.fd, min(size, 1 << 20))
            if not chunk:
                return None
            parts.append(chunk)
            size -= len(chunk)
        return b"".join(parts)

    def batch(self):
        """The next calls; None when there are no more."""
        head = self.read(4)
        body = head and self.read(struct.unpack("<I", head)[0])
        if body is None:
            return None
        calls, at = [], 0
        while at < len(body):
            (size,) = struct.unpack_from("<I", body, at)
            calls.append(body[at + 4 : at + 4 + size])
            at += 4 + size
        return calls

    def send(self, kind, body=b""):
        data = memoryview(self.token + struct.pack("<II", kind, len(body)) + body)
        while data:
            data = data[self.write_now(self.fd, data) :]


class Watchdog:
    """A thread that ends the process when it holds too much memory, when its time is up, when it works though nobody asked, or when its parent is gone."""

    def __init__(self, max_bytes, max_wait):
        self.max_bytes, self.max_wait = max_bytes, max_wait
        # The limit of the call under way, in seconds, or 0; and its number.
        self.limit, self.number = 0.0, 0
        self.parent = os.getppid()
        self.group = hasattr(os, "getpgrp") and os.getpgrp() == os.getpid()
        # What the user's code puts in the place of these does not count.
        self.clock, self.sleep, self.cpu = monotonic, time.sleep, time.process_time
        self.timer = hasattr(signal, "ITIMER_PROF") and hasattr(signal, "setitimer")
        self.kill, self.getppid, self.write = os.kill, os.getppid, os.write
        self.why = os.dup(4)
        os.close(4)
        self.page = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
        try:
            self.statm = os.open("/proc/self/statm", os.O_RDONLY)
        except OSError:
            self.statm = None
        _thread.start_new_thread(self.run, ())

    def memory(self):
        """Bytes that are resident now; where the system does not say, the most that ever were."""
        if self.statm is not None:
            return int(os.pread(self.statm, 100, 0).split()[1]) * self.page
        return self.peak() * (1 if sys.platform == "darwin" else 1024)

    @staticmethod
    def peak():
        """The most that ever was resident, as the system counts it; 0 where it does not say."""
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss if resource else 0

    def exceeded(self):
        """Whether there ever was more memory than allowed, which one call in C may have taken and given back unseen."""
        try:
            # A process may have its parent's peak: only its status tells.
            if self.peak() * 1024 <= self.max_bytes or self.statm is None:
                return False
            with open("/proc/self/status", "rb") as file:
                return any(int(line.split()[1]) * 1024 > self.max_bytes for line in file if line.startswith(b"VmHWM"))
        except (OSError, ValueError):
            return False

    def end(self, reason):
        """Ends this process and all that it started, without a word of the user's code."""
        try:
            self.write(self.why, reason)
        except OSError:
            pass
        try:
            if self.group:
                self.kill(-os.getpid(), 9)
        except OSError:
            pass
        os._exit(1)

    def begin(self, limit):
        """A call begins, or, with 0, there is none."""
        self.number += 1
        self.limit = limit
        if self.timer:
            # Code in C that lets no other thread of Python's run is ended by the system.
            signal.setitimer(signal.ITIMER_PROF, limit and limit + 0.5)

    def run(self):
        number, last, used, own, seen, idle_cpu = -1, self.clock(), self.cpu(), 0.0, 0.0, 0.0
        while True:
            limit, now, cpu = self.limit, self.clock(), self.cpu()
            # On time, it was the process that worked or waited; late, the machine had other things to do.
            own += now - last if now - last < 3 * (BUSY if limit else IDLE) else min(cpu - used, now - last)
            last, used = now, cpu
            if number != self.number:
                number, seen, own, idle_cpu = self.number, now, 0.0, cpu
            if self.memory() > self.max_bytes:
                self.end(b"m")
            if limit and (own > limit or now - seen > limit * self.max_wait):
                self.end(b"t")
            if self.getppid() != self.parent:
                self.end(b"p")
            if not limit and cpu - idle_cpu > 1.0 + 0.1 * (now - seen):
                self.end(b"b")
            self.sleep(BUSY if limit else IDLE)


def limit_memory(max_bytes):
    """One allocation that never gives the watchdog its turn fails at once, where the system can say so."""
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (2 * max_bytes, resource.getrlimit(resource.RLIMIT_DATA)[1]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    except (ImportError, AttributeError, OSError, ValueError):
        pass


class Output:
    """What the user's code may replace or close, and finds again for the next call."""

    def __init__(self):
        self.out, self.err = sys.stdout, sys.stderr
        self.copies = [os.dup(1), os.dup(2)]

    def restore(self):
        for number, name in ((1, "out"), (2, "err")):
            stream = getattr(self, name)
            try:
                stream.flush()
                os.fstat(number)
            except (OSError, ValueError):
                os.dup2(self.copies[number - 1], number)
                stream = open(number, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
                setattr(self, name, stream)
            setattr(sys, "std" + name, stream)


# --- Values ----------------------------------------------------------------------------------------------------------


def shown(value, limit=200):
    """The repr of anything, shortened."""
    try:
        text = str.__str__(repr(value))
    except BaseException as error:  # noqa: B902
        text = "<%s whose repr raises %s>" % (type(value).__name__, type(error).__name__)
    return text if len(text) <= limit else text[:limit] + "…"


class deeper:
    """Room for the nested calls of a value of the depth that is allowed, whatever the user's code allows itself."""

    def __enter__(self):
        self.limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self.limit, 12 * MAX_DEPTH))

    def __exit__(self, *_):
        sys.setrecursionlimit(self.limit)


def encoded(value, owner):
    """A value as JSON's, see `Encoder`."""
    with deeper():
        return Encoder(owner).visit(value)


class Encoder:
    """Values as JSON: texts, safe integers, fractions, booleans, None and lists as they are, anything else an object of one key: n (a number that JSON has not), f (a float that is an integer), i (an integer, hexadecimal), m (keys and values of a dict), o (type, repr and JSON form of an object)."""

    def __init__(self, owner):
        self.owner = owner
        self.parts = self.characters = 0
        self.path = []
        self.open = set()

    def fail(self, what):
        at = "".join("[%s]" % write_json(step[:200] if isinstance(step, str) else step) for step in self.path[:20])
        return Failure("ModuleValueError", "%s%s %s" % (self.owner, at and ", at %s," % at, what))

    def text(self, value):
        self.characters += len(value)
        if self.characters > MAX_CHARACTERS:
            raise self.fail("gave more than %d characters." % MAX_CHARACTERS)
        return value

    def visit(self, value):
        self.parts += 1
        if self.parts > MAX_PARTS:
            raise self.fail("gave more than %d values." % MAX_PARTS)
        kind = type(value)
        if kind is str:
            return self.text(value)
        if value is None or kind is bool:
            return value
        if kind is int:
            return self.integer(value)
        if kind is float:
            return self.fraction(value)
        if id(value) in self.open:
            raise self.fail("gave a value that contains itself.")
        if len(self.open) >= MAX_DEPTH:
            raise self.fail("gave a value nested more than %d deep." % MAX_DEPTH)
        self.open.add(id(value))
        made = self.object(value, kind)
        self.open.discard(id(value))
        return made

    def integer(self, value):
        if -9007199254740991 <= value <= 9007199254740991:
            return int(value)
        if value.bit_length() > 4 * MAX_DIGITS:
            raise self.fail("gave an integer of more than %d hexadecimal digits." % MAX_DIGITS)
        digits = "%x" % value
        self.characters += len(digits)
        return {"i": digits}

    def fraction(self, value):
        if value != value:
            return {"n": "NaN"}
        if value in (float("inf"), float("-inf")):
            return {"n": "Infinity" if value > 0 else "-Infinity"}
        return {"f": repr(value)} if value.is_integer() else float(value)

    def item(self, step, value):
        self.path.append(step)
        made = self.visit(value)
        self.path.pop()
        return made

    def items(self, values):
        return [self.item(place, each) for place, each in enumerate(values)]

    def mapping(self, pairs):
        made = []
        for key, value in pairs:
            if not issubclass(type(key), str):
                is_known = issubclass(type(key), (int, float, type(None)))
                if not is_known or (issubclass(type(key), int) and int.bit_length(key) > 10000):
                    raise self.fail("gave a dict with the key %s, which JSON cannot have." % shown(key))
                key = write_json(key)
            made += [self.text(str.__str__(key)), self.item(str.__str__(key), value)]
        return {"m": made}

    def object(self, value, kind):
        if kind is dict:
            return self.mapping(value.items())
        if kind is list or kind is tuple:
            return self.items(value)
        opaque = self.opaque(value, kind)
        if opaque is not None:
            return {"o": [kind.__name__, self.text(shown(value, 10000)), self.item("", opaque)]}
        if issubclass(kind, str):
            return self.text(str.__str__(value))
        if issubclass(kind, int):
            return self.integer(int.__int__(value))
        if issubclass(kind, float):
            return self.fraction(float.__float__(value))
        pairs = pairs_of(value)
        if pairs is not None:
            return self.mapping(pairs)
        if issubclass(kind, (list, tuple)):
            return self.items(value)
        if issubclass(kind, (set, frozenset)):
            try:
                # In the order of its hashes it would be another one every time.
                return self.items(sorted(value))
            except TypeError:
                return self.items(sorted(value, key=shown))
        raise self.fail("gave %s, which is not data." % shown(value))

    def opaque(self, value, kind):
        """The JSON form of what JSON has no word for; None for anything else."""
        import datetime
        import decimal
        import enum
        import uuid

        if issubclass(kind, enum.Enum):
            return value.value
        if issubclass(kind, (datetime.date, datetime.time)):
            return value.isoformat()
        if issubclass(kind, (datetime.timedelta, decimal.Decimal, uuid.UUID, os.PathLike)):
            return str(value)
        if issubclass(kind, (bytes, bytearray)):
            try:
                return bytes(value).decode("utf-8")
            except UnicodeDecodeError:
                raise self.fail("gave %s, which is not data." % shown(value)) from None
        return None


def pairs_of(value):
    """The keys and values of what is a dict in all but name: a mapping, a model, a dataclass, a named tuple; None for anything else."""
    kind = type(value)
    if issubclass(kind, type):
        return None
    if issubclass(kind, dict):
        return value.items()
    if hasattr(kind, "__dataclass_fields__"):
        return [(name, getattr(value, name)) for name in kind.__dataclass_fields__ if hasattr(value, name)]
    if hasattr(kind, "model_fields") or hasattr(kind, "__fields__"):
        return list(value)
    if hasattr(kind, "__attrs_attrs__"):
        return [(each.name, getattr(value, each.name)) for each in kind.__attrs_attrs__]
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return list(zip(kind._fields, value))
    if hasattr(kind, "keys") and hasattr(kind, "__getitem__"):
        return [(key, value[key]) for key in value.keys()]
    for name in ("model_dump", "to_dict", "as_dict"):
        if callable(getattr(kind, name, None)):
            made = getattr(value, name)()
            if isinstance(made, dict):
                return made.items()
    return None


def place(value):
    """Where something stands, in code points; None for what is no number, which is told of where places are checked."""
    if hasattr(value, "__index__"):
        value = operator.index(value)
    return value if type(value) in (int, float) and abs(value) < 1e15 else None


# --- Errors ----------------------------------------------------------------------------------------------------------


def class_of(error):
    kind = type(error)
    name = getattr(kind, "__qualname__", kind.__name__).replace("<locals>.", "")
    module = getattr(kind, "__module__", None)
    return name if module in (None, "builtins", "__main__") else "%s.%s" % (module, name)


def describe(error, root):
    """What can be told of an exception; reading it may itself raise."""

    def read(name):
        try:
            return getattr(error, name, None)
        except BaseException:  # noqa: B902
            return None

    def text(value, limit=20000):
        return str.__str__(value)[:limit] if isinstance(value, str) else None

    try:
        message = str.__str__(str(error))
    except BaseException as other:  # noqa: B902
        message = "its message cannot be read: %s" % type(other).__name__
    if issubclass(type(error), SyntaxError) and read("msg"):
        message = text(read("msg")) or message
    if issubclass(type(error), ImportError):
        message += " (in %s, Python %s)" % (sys.executable, version())
    frames = frames_of(error, root)
    told = {
        "class": class_of(error)[:200],
        "message": message[:20000],
        "code": text(read("code")) or text(read("error_code")),
        "feedback": text(read("feedback")),
        "rawResponse": text(read("raw_response")),
        "frames": frames,
    }
    if read("send_to_llm") is True and isinstance(read("observation"), str):
        told["feedback"] = text(read("observation"))
    span = read("span")
    try:
        start, end = (span["start"], span["end"]) if isinstance(span, dict) else span
        told["span"] = {"start": place(start), "end": place(end)}
    except BaseException:  # noqa: B902
        pass
    try:
        # The single errors of one of Pydantic's.
        found = [
            {"type": str(each["type"]), "loc": [e if type(e) is int and abs(e) < 1e15 else str(e) for e in each["loc"]], "msg": str(each["msg"])}
            for each in error.errors()
        ]
        told["details"] = found[:1000] or None
    except BaseException:  # noqa: B902
        pass
    return {name: value for name, value in told.items() if value is not None}


def is_own(path, root):
    """Whether a file is the user's, and not a library's."""
    if not isinstance(path, str) or not path or path.startswith("<") or path == __file__:
        return False
    path = os.path.abspath(path)
    if root is None or not path.startswith(root + os.sep):
        return False
    parts = path[len(root) :].replace("\\", "/").split("/")
    return not any(part in ("site-packages", "dist-packages", "node_modules") for part in parts)


def frames_of(error, root):
    """The frames of a traceback in the user's files, the innermost first: file, line, column (from 1), name."""
    frames = []
    if issubclass(type(error), SyntaxError) and is_own(error.filename, root):
        frames.append([os.path.abspath(error.filename), place(error.lineno) or 1, max(1, place(error.offset) or 1), ""])
    found = []
    trace = BaseException.__traceback__.__get__(error)
    while trace is not None:
        code = trace.tb_frame.f_code
        if is_own(code.co_filename, root):
            found.append([os.path.abspath(code.co_filename), trace.tb_lineno, column_of(code, trace), code.co_name])
            found = found[-4 * MAX_FRAMES :]
        trace = trace.tb_next
    return (frames + found[::-1])[:MAX_FRAMES] or None


def column_of(code, trace):
    try:
        import itertools

        place = next(itertools.islice(code.co_positions(), trace.tb_lasti // 2, None))
        return (place[2] or 0) + 1
    except (AttributeError, StopIteration):
        return 1


def version():
    return ".".join(str(part) for part in sys.version_info[:3])


# --- Kinds of parsers ------------------------------------------------------------------------------------------------


class Response(str):
    """The text of a response, and AgentScope's response at once."""

    text = raw = parsed = None

    def __new__(cls, text):
        made = str.__new__(cls, text)
        made.text = text
        return made


# An object with attributes, for what a library's own class is not there to make.
Bag = type(sys.implementation)


def settled(value):
    """The result of a coroutine, where it is one."""
    if hasattr(type(value), "__await__"):
        import asyncio

        async def wait():
            return await value

        return asyncio.run(wait())
    return value


def said(value):
    """A text or what gives it."""
    return settled(value()) if callable(value) else value


def parameters(call):
    """Those of a function; of what does not tell them, the one that all have."""
    import inspect

    try:
        return list(inspect.signature(call).parameters.values())
    except (TypeError, ValueError):
        return [inspect.Parameter("text", inspect.Parameter.POSITIONAL_ONLY)]


class Kind:
    """A kind of parser: what an object of it has, the instruction, and the reading of a response."""

    name = ""
    # The names that its objects have: all of one of these.
    known_by = ()
    # Whether the class itself reads; any other class is called with `args` to make the parser.
    of_class = False
    # Whether there is nothing of this kind but classes.
    is_class = False
    # Whether it is the class of a value, of which a module may have some beside its parser.
    of_data = False
    # Whose streaming method `stream` is.
    streaming = None

    def __init__(self, target, definition):
        self.target, self.definition = target, definition
        self.tools = definition.get("tools") or []

    @classmethod
    def fits(cls, target):
        """By what the object is known to be of this kind, in words; None where it is not."""
        if cls.is_class and not isinstance(target, type):
            return None
        return next((how for how in (has(target, *names) for names in cls.known_by) if how), None)

    def instruction(self):
        return None

    def read(self, text, context):
        return settled(self.target.parse(Response(text)))

    def stream(self, pieces):
        """What its streaming method has given after each piece that it took; None: the object has none."""
        return None


class Pieces:
    """A response as it comes: a few characters at a time, and whether all of it was taken."""

    def __init__(self, text):
        size = max(4, len(text) // 200)
        self.rest, self.over = iter([text[at : at + size] for at in range(0, len(text), size)]), False

    def __iter__(self):
        return self

    def __next__(self):
        for piece in self.rest:
            return piece
        self.over = True
        raise StopIteration


def has(target, *names):
    """The names in words, where the object has all of them."""
    for name in names:
        try:
            getattr(target, name)
        except AttributeError:
            return None
        except Exception:
            # A property that raises is there.
            pass
    return " and ".join("`%s`" % name for name in names)


class Vllm(Kind):
    name = "vLLM parser"
    of_class = True
    known_by = (("extract_tool_calls",), ("extract_reasoning",), ("extract_reasoning_content",))
    streaming = "vLLM"

    def __init__(self, target, definition):
        if not isinstance(target, type):
            Kind.__init__(self, target, definition)
            return
        args = dict(definition.get("args") or {})
        tokenizer = args.pop("tokenizer", None)
        if tokenizer is None:
            made = Bag(get_vocab=lambda: {}, vocab={}, tokenize=list, encode=lambda *_, **__: [])
        else:
            from transformers import AutoTokenizer

            # Only what is on this machine already: the bridge opens no connection.
            made = AutoTokenizer.from_pretrained(tokenizer, local_files_only=True)
        Kind.__init__(self, target(made, **args), definition)

    def request(self):
        tools = self.tools
        try:
            from vllm.entrypoints.openai.protocol import ChatCompletionRequest

            return ChatCompletionRequest(messages=[], model="", tools=tools or None)
        except Exception:
            choice = "auto" if tools else "none"
            return Bag(messages=[], model="", tools=tools or None, tool_choice=choice, skip_special_tokens=True, chat_template_kwargs=None)

    def read(self, text, context):
        target = self.target
        if hasattr(target, "extract_tool_calls"):
            found = target.extract_tool_calls(text, self.request())
            calls = [{"name": each.function.name, "arguments": each.function.arguments} for each in found.tool_calls or []]
            context.extra = {"tools_called": found.tools_called}
            return {"content": found.content, "tool_calls": calls}
        extract = getattr(target, "extract_reasoning", None) or target.extract_reasoning_content
        reasoning, content = extract(text, self.request())
        return {"reasoning": reasoning, "content": content}

    def stream(self, pieces):
        names = ("extract_tool_calls_streaming", "extract_reasoning_streaming", "extract_reasoning_content_streaming")
        take = next((getattr(self.target, name) for name in names if hasattr(self.target, name)), None)
        return take and self.deltas(take, pieces)

    def deltas(self, take, pieces):
        """The message as its deltas make it; the ids are those of the text so far."""
        encode = getattr(getattr(self.target, "model_tokenizer", None), "encode", lambda text: [])
        before, known, made = "", [], {}
        for piece in pieces:
            text = before + piece
            ids = list(encode(text))
            more = (self.request(),) if take.__name__ == "extract_tool_calls_streaming" else ()
            delta = take(before, text, piece, known, ids, ids[len(known) :], *more)
            before, known = text, ids
            for name in ("reasoning", "reasoning_content", "content"):
                if getattr(delta, name, None):
                    made[name] = made.get(name, "") + getattr(delta, name)
            for call in getattr(delta, "tool_calls", None) or []:
                calls = made.setdefault("tool_calls", [])
                while len(calls) <= call.index:
                    calls.append({"name": "", "arguments": ""})
                for name in ("name", "arguments"):
                    calls[call.index][name] += getattr(call.function, name, None) or ""
            if made:
                yield made


class Model(Kind):
    name = "Pydantic model"
    of_class = True
    is_class = True
    of_data = True
    known_by = (("model_json_schema", "model_validate_json"), ("schema_json", "parse_raw"))

    def schema(self):
        return self.target.model_json_schema() if hasattr(self.target, "model_json_schema") else self.target.schema()

    def instruction(self):
        return json.dumps(self.schema(), indent=2, ensure_ascii=False)

    def read(self, text, context):
        validate = getattr(self.target, "model_validate_json", None) or self.target.parse_raw
        return validate(str.__str__(text))


def type_adapter(target, kind):
    """Pydantic's adapter of a class, of which the user knows what it is."""
    try:
        from pydantic import TypeAdapter
    except ImportError:
        raise Failure(
            "ModuleExportError",
            "`%s` is a %s, which is read by Pydantic 2: there is none in %s." % (target.__name__, kind, sys.executable),
        ) from None
    return TypeAdapter(target)


class PlainClass(Kind):
    name = "dataclass or TypedDict"
    of_class = True
    is_class = True
    of_data = True
    known_by = (("__dataclass_fields__",), ("__total__", "__required_keys__"))

    @classmethod
    def fits(cls, target):
        return None if hasattr(target, "parse") else super().fits(target)


    def adapter(self):
        return type_adapter(self.target, self.name)

    def instruction(self):
        return json.dumps(self.adapter().json_schema(), indent=2, ensure_ascii=False)

    def read(self, text, context):
        return self.adapter().validate_json(str.__str__(text))


class Parses(Kind):
    name = "object with `parse`"
    known_by = (("parse",),)

    def instruction(self):
        for name in ("format_instructions", "format_instruction", "instruction", "prompt"):
            if hasattr(self.target, name):
                return said(getattr(self.target, name))
        return None


class Function(Kind):
    name = "function"
    known_by = (("__call__",),)

    def __init__(self, target, definition):
        Kind.__init__(self, target, definition)
        given = [each.name for each in parameters(target) if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
        self.more = {"definition", "context"}.intersection(given)

    def read(self, text, context):
        more = {"definition": self.definition, "context": context}
        return settled(self.target(Response(text), **{name: more[name] for name in self.more}))


class Module(Kind):
    name = "module"

    def __init__(self, target, definition):
        Kind.__init__(self, target, definition)
        parse = getattr(target, "parse", None)
        if not callable(parse):
            raise export_error(target, "parse")
        self.count = arity(parse)

    def instruction(self):
        given = getattr(self.target, "format_instruction", None)
        if callable(given):
            return settled(given(*(self.definition,)[: arity(given)]))
        return given

    def read(self, text, context):
        return settled(self.target.parse(*(Response(text), self.definition, context)[: self.count]))


# Tried in this order. A new kind is a class and its place here; those of a system stand in its room and come before these.
KINDS = (Vllm, Model, PlainClass, Parses, Function)


def kinds_in(files):
    """The kinds that stand in files of their own, in their order."""
    known = len(Kind.__subclasses__())
    for file in files:
        with open(file, encoding="utf-8") as source:
            exec(compile(source.read(), file, "exec"), globals())
    return tuple(Kind.__subclasses__()[known:])


def kind_of(target):
    """The kind that an object is of, and how that is known."""
    return next(((kind, how) for kind in KINDS for how in [kind.fits(target)] if how), (None, ""))


def arity(call):
    """How many of three positional arguments a function takes."""
    given = parameters(call)
    if any(each.kind is each.VAR_POSITIONAL for each in given):
        return 3
    return sum(each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD) for each in given)


def own_names(module):
    """What a module defines itself, by name; what it imported is not its own."""
    home = getattr(module, "__name__", None)
    found = [(name, value) for name, value in getattr(module, "__dict__", {}).items() if not name.startswith("_")]
    return {name: value for name, value in found if getattr(value, "__module__", home) == home and not isinstance(value, type(sys))}


def export_error(module, name):
    names = list(own_names(module) or (each for each in getattr(module, "__dict__", ()) if not each.startswith("_")))[:50]
    has_names = "It has %s." % ", ".join("`%s`" % each for each in names) if names else "It has nothing."
    return Failure("ModuleExportError", "It has no `%s`. %s" % (name, has_names))


def only_parser_class(module):
    """The name of the one parser class that a module defines, else of its one class of a value; None where none stands out."""
    import inspect

    kinds = {}
    for value in own_names(module).values():
        kind = kind_of(value)[0] if isinstance(value, type) and not inspect.isabstract(value) else None
        if kind not in (None, Function):
            kinds[value.__name__] = kind
    parsers = [name for name, kind in kinds.items() if not kind.of_data] or list(kinds)
    return parsers[0] if len(parsers) == 1 and hasattr(module, parsers[0]) else None


def named_in(module, name):
    """What a dotted name is in a module."""
    target = module
    for step in str(name).split("."):
        try:
            target = getattr(target, step)
        except AttributeError:
            raise export_error(target, step) from None
    return target


def parser_of(module, definition):
    """The parser that a definition names, as one of the kinds, and how that was found."""
    name, only = definition.get("parser"), ""
    if name is None:
        name = None if callable(getattr(module, "parse", None)) else only_parser_class(module)
        if name is None:
            return Module(module, definition), "the module’s own functions"
        only = "`%s`, its only parser class: " % name
    target = named_in(module, name)
    args = definition.get("args") or {}
    kind, how = kind_of(target)
    way = "the class has %s" if isinstance(target, type) else "it has %s"
    if isinstance(target, type) and (kind is None or not kind.of_class):
        target, way = target(**args), "called with `args`, it has %s" if args else "called, it has %s"
        kind, how = kind_of(target)
    elif args and kind is not Vllm:
        raise Failure("ModuleExportError", "`%s` is no class: there is nothing to call with `args`." % name)
    if kind is None:
        told = "`%s` is %s, which is no parser: it cannot be called and has no `parse`." % (name, shown(target))
        raise Failure("ModuleExportError", told)
    return kind(target, definition), only + way % how


# --- Modules ---------------------------------------------------------------------------------------------------------


class Modules:
    """The one module of this process and what it imported."""

    def __init__(self, path, has_file, root, folders, is_project):
        self.path, self.root, self.folders, self.is_project = path, root, folders, is_project
        # Without a file each call brings the source of its module.
        self.has_file, self.sources = has_file, {}
        self.module = None
        self.parsers = {}
        self.reported = set()
        self.known_modules = -1
        self.failed = (None, 0.0)

    def load(self):
        if self.module is not None:
            return self.module
        error, until = self.failed
        if error is not None and monotonic() < until:
            raise error
        import importlib

        importlib.invalidate_caches()
        try:
            self.module = self.imported()
        except BaseException as error:  # noqa: B902
            self.failed = (error, monotonic() + RETRY_SECONDS)
            raise
        return self.module

    def imported(self):
        import importlib
        import importlib.util

        folder, file = os.path.split(self.path)
        stem = os.path.splitext(file)[0]
        top, names = folder, [stem]
        while os.path.isfile(os.path.join(top, "__init__.py")) and os.path.dirname(top) != top:
            top, name = os.path.split(top)
            names.insert(0, name)
        roots = [each for each in dict.fromkeys(self.folders) if os.path.isdir(each)]
        for place in reversed(roots):
            if place not in sys.path:
                sys.path.insert(0, place)
        if not self.has_file:
            return sys
        if top not in sys.path:
            # A package is found from above it; a file that is in none finds its neighbours, as a script does.
            sys.path.insert(0, top)
        if len(names) == 1 and self.is_project:
            # Without the mark of a project its name would change with the folder that is open.
            for root in sorted(roots, key=len, reverse=True):
                if folder != root and folder.startswith(root + os.sep):
                    names = folder[len(root) + 1 :].split(os.sep) + [stem]
                    break
        if len(names) > 1 and all(name.isidentifier() for name in names):
            try:
                parent = importlib.import_module(".".join(names[:-1]))
            except ModuleNotFoundError as error:
                # A folder between that cannot be a package: the file alone.
                if not ".".join(names[:-1]).startswith(str(error.name)):
                    raise
                parent = None
            if parent is not None and folder in [os.path.abspath(each) for each in getattr(parent, "__path__", [])]:
                return parent if stem == "__init__" else importlib.import_module(".".join(names))
        name = stem if stem.isidentifier() and stem not in sys.modules else "_parserlens_" + "".join(c if c.isalnum() else "_" for c in stem)
        spec = importlib.util.spec_from_file_location(name, self.path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            sys.modules.pop(name, None)
            raise
        # A module may have put something else in its place.
        return sys.modules.get(name) or module

    def made(self, call):
        """The module of a call: of the source that it brings, else of the file."""
        module = self.load()
        source = call.get("source")
        if source is None:
            return module
        if source not in self.sources:
            if len(self.sources) >= 20:
                self.sources.clear()
            made = type(sys)("parserlens_source")
            # Classes look for the names of their annotations there.
            sys.modules[made.__name__] = made
            exec(compile(source, "<parserlens>", "exec"), made.__dict__)
            self.sources[source] = made
        return self.sources[source]

    def new_files(self):
        """The user's files that were imported and not told of yet."""
        if len(sys.modules) == self.known_modules:
            return []
        self.known_modules = len(sys.modules)
        found = []
        if self.path not in self.reported:
            # Also where it could not be imported.
            self.reported.add(self.path)
            found.append(stamp_of(self.path))
        for module in list(sys.modules.values()):
            path = getattr(module, "__file__", None)
            if isinstance(path, str) and path not in self.reported and is_own(path, self.root):
                self.reported.add(path)
                found.append(stamp_of(os.path.abspath(path)))
        return found

    def parser(self, call):
        """The parser of a call's definition, which is JSON, and how it was found."""
        key = (call["definition"], call.get("source"))
        if key not in self.parsers:
            if len(self.parsers) >= 20:
                self.parsers.clear()
            self.parsers[key] = parser_of(self.made(call), scan_json(call["definition"], 0)[0])
        return self.parsers[key]


def stamp_of(path):
    """A file, and what tells one version of it from another."""
    try:
        stats = os.stat(path)
        return [path, "%d %d" % (stats.st_mtime_ns, stats.st_size)]
    except OSError:
        return [path, "missing"]


class Context:
    """What a module's `parse` is given beside the text and the definition."""

    def __init__(self, message):
        self.message = message
        self.marks, self.splits, self.extra = [], {}, None
        self.flood = None
        self._characters = 0

    def field(self, key, start, end):
        """Says where in the text a part of the value stands: code points, the end not included."""
        key = str(key)
        self._characters += len(key)
        if len(self.marks) >= 3 * MAX_MARKS or self._characters > MAX_CHARACTERS:
            self.flood = Failure("ModuleValueError", "`context.field` was called more than %d times, or with too long keys." % MAX_MARKS)
        if self.flood:
            raise self.flood
        self.marks += [key, place(start), place(end)]


HOOKS = {
    "formatSystemMessage": "format_system_message",
    "formatToolSequence": "format_tool_sequence",
    "formatAgentMessage": "format_agent_message",
    "groupMessages": "group_messages",
}


class Worker:
    """Answers questions, one call after the other."""

    def __init__(self, channel, watchdog, output, modules, fault):
        self.channel, self.watchdog, self.output, self.modules = channel, watchdog, output, modules
        # Why nothing can be asked.
        self.fault = fault
        self.is_loaded, self.before = False, set()

    def run_batch(self, calls):
        self.channel.send(0)
        for body in calls:
            call, _ = scan_json(body.decode("utf-8", "surrogatepass"), 0)
            self.watchdog.begin(call["load"])
            result = self.attempt(self.load, call)
            if not self.is_loaded:
                self.is_loaded = True
                self.note(loaded=True)
                # What an import starts stays: it is the module's own.
                self.before = leftovers()
            self.watchdog.begin(call["limit"])
            if result is None:
                result = self.attempt(getattr(self, call["operation"]), call)
            is_lost = self.watchdog.exceeded()
            if is_lost:
                result = self.thrown(MemoryError())
            left = leftovers() - self.before
            if left:
                result["left"], is_lost = sorted(left)[:5], True
            text = self.written(result)
            self.note()
            self.watchdog.begin(0)
            self.channel.send(2 if is_lost else 1, text)
            if is_lost:
                return

    def attempt(self, work, call):
        """What comes of a call, whatever the user's code does."""
        try:
            return work(call)
        except BaseException as error:  # noqa: B902
            return self.thrown(error)
        finally:
            if self.channel.getpid() != self.channel.pid:
                # A fork came here as well; it has nothing to say.
                os._exit(0)
            self.output.restore()

    def thrown(self, error):
        # By its type: asking an object for its class runs the user's code.
        kind = type(error)
        if kind is Failure:
            return {"failed": error.answer}
        if issubclass(kind, SystemExit):
            return {"failed": {"class": "ModuleEnded", "message": "The module called `sys.exit(%s)`." % shown(error.code)}}
        if issubclass(kind, MemoryError):
            size = self.watchdog.max_bytes // 1024 // 1024
            return {"failed": {"class": "ModuleOutOfMemory", "message": "The module needs more memory than it may use: %d MB." % size}}
        return {"thrown": describe(error, self.modules.root)}

    def written(self, result):
        """A result as JSON."""
        try:
            with deeper():
                text = write_json(result).encode("ascii")
            if len(text) <= MAX_ANSWER:
                return text
            why = "It gave more than %d MB." % (MAX_ANSWER >> 20)
        except (TypeError, ValueError) as error:
            # What the user's code did to its context, or gave as a place of an error.
            why = "What it gave cannot be told: %s" % error
        return self.written({"failed": Failure("ModuleValueError", why).answer})

    def note(self, loaded=False):
        files = self.modules.new_files()
        if files or loaded:
            self.channel.send(3, write_json({"files": files, "loaded": loaded}).encode("ascii"))

    def load(self, call):
        """None when the module is there."""
        if self.fault is not None:
            raise self.fault
        self.modules.made(call)

    def parse(self, call):
        parser, _ = self.modules.parser(call)
        context = Context(call.get("message"))
        read = parser.read(call["text"], context)
        if context.flood:
            raise context.flood
        told = {"value": encoded(read, "`parse`"), "called": True, "marks": context.marks}
        if context.extra:
            told["extra"] = encoded(context.extra, "`parse`")
        if context.splits:
            told["splits"] = context.splits
        return told

    def stream(self, call):
        """What the parser's own streaming gives of a text, which goes on, or ends here."""
        parser, _ = self.modules.parser(call)
        pieces, told = Pieces(call["text"]), {}
        values = parser.stream(pieces)
        for value in values or ():
            if pieces.over and not call["ends"]:
                break
            told["value"] = value
        if values is not None:
            told["framework"] = parser.streaming
        return {"value": encoded(told, "The stream"), "called": True}

    def instruction(self, call):
        parser, how = self.modules.parser(call)
        text = parser.instruction()
        about = {"kind": parser.name, "how": how, "python": version(), "interpreter": sys.executable, "silent": text is None}
        return {"value": encoded("" if text is None else text, "The instruction"), "called": True, "about": about}

    def describe(self, call):
        """The JSON Schema of the class that a definition names, and what the members of an enum are called."""
        import enum

        name = scan_json(call["definition"], 0)[0].get("parser")
        target = named_in(self.modules.made(call), name)
        if not isinstance(target, type):
            raise Failure("ModuleExportError", "`%s` is %s, not a class." % (name, shown(target)))
        found = {"schema": type_adapter(target, "class").json_schema()}
        if issubclass(target, enum.Enum):
            found["members"] = [each.name for each in target]
        return {"value": encoded(found, "The schema"), "called": False}

    def exports(self, call):
        found = {name: "function" for name, value in vars(self.modules.made(call)).items() if callable(value)}
        found.update({hook: "function" for hook, name in HOOKS.items() if name in found})
        return {"value": encoded(found, "It"), "called": False}

    def call(self, call):
        module, name = self.modules.made(call), HOOKS.get(call["name"], call["name"])
        function = getattr(module, name, None)
        if not callable(function):
            raise export_error(module, name)
        return {"value": encoded(settled(function(*call["args"])), "`%s`" % name), "called": True}


def leftovers():
    """Threads that keep a process from its end, and processes that were started: the names of those there are."""
    found = {"the thread %s" % each.name for each in threading.enumerate() if not each.daemon}
    try:
        waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        found.add("a process that it started")
    except (TypeError, OSError):
        pass
    return found


def main():
    global KINDS
    given = json.loads(sys.argv[1])
    KINDS = kinds_in(given["kinds"]) + KINDS
    sys.argv[:] = [given["path"]]
    channel = Channel()
    if channel.token is None:
        os._exit(0)
    too_old = "%s is Python %s. ParserLens needs Python 3.9 or newer." % (sys.executable, version())
    too_old = Failure("PythonTooOld", too_old) if sys.version_info < (3, 9) else None
    channel.send(3, json.dumps({"tooOld": too_old and str(too_old)}).encode("ascii"))
    try:
        import faulthandler

        faulthandler.enable(all_threads=False)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except (ImportError, OSError, ValueError, RuntimeError):
        pass
    limit_memory(given["maxBytes"])
    watchdog = Watchdog(given["maxBytes"], given["maxWait"])
    modules = Modules(given["path"], given["hasFile"], given["root"], given["folders"], given["isProject"])
    worker = Worker(channel, watchdog, Output(), modules, too_old)
    try:
        while True:
            calls = channel.batch()
            if calls is None:
                watchdog.end(b"p")
            worker.run_batch(calls)
    except OSError:
        # The channel is closed.
        os._exit(1)
    except BaseException:  # noqa: B902
        # What the bridge itself needs is not what it was.
        sys.__excepthook__(*sys.exc_info())
        watchdog.end(b"x")


main()
