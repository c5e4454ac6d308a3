import { stringText } from '../code/python/literals.ts';
import { jsonOf } from '../code/python/write/askedSource.ts';
import { dict, type PyDict, type PyValue } from '../core/pyValue.ts';
import type { InstalledSource } from '../parsers/askedFramework.ts';
import type { Definition } from '../parsers/definition.ts';
import { firstOfForms } from '../systems/registry.ts';

/** A parser that a Python file makes, by the call that makes it. */
export interface SourceObject {
  /** The path of the file, which is imported. */
  readonly file: string;
  /** As in `FILE#NAME`. */
  readonly name: string;
  /** The lines of the call, from 1. */
  readonly line: number;
  readonly endLine: number;
  /** Which it is of those of its class that this call makes, from 0. */
  readonly number: number;
  /** The folders that the file's own imports start in, beside that of its package. */
  readonly folders: readonly string[];
  /** The parts of it that reading left unknown. */
  readonly unknown: readonly string[];
}

/** The modules that may have a type's class, the likeliest first; none: its objects are not asked. */
function modulesOf(type: string): readonly string[] {
  const found = firstOfForms(({ pythonClasses }) => {
    const modules = pythonClasses?.modulesOf(type) ?? [];
    return modules.length > 0 ? modules : undefined;
  });
  return found ?? [];
}

/** The class of a type's parsers in Python, with the modules that may have it; `undefined`: its objects are not asked. */
export function pythonClassOf(
  type: string,
): { readonly name: string; readonly modules: readonly string[] } | undefined {
  const modules = modulesOf(type);
  return modules.length > 0
    ? { name: firstOfForms(({ pythonClasses }) => pythonClasses?.byName?.get(type)?.name) ?? type, modules }
    : undefined;
}

/**
 * Python that imports the user's file and leaves the very object that it makes in a variable: the one that the call made while the
 * file was imported, else what stands under the name, of a class an object of it that is made without arguments. `undefined`:
 * objects of this class are not asked.
 */
export function objectAsked({ type }: Definition, object: SourceObject): InstalledSource | undefined {
  const own = pythonClassOf(type);
  if (!own || !/\.py$/i.test(object.file)) return undefined;
  const settings = [
    ['MODULES', `[${own.modules.map(stringText).join(', ')}]`],
    ['CLASS', stringText(own.name)],
    ['NAME', stringText(object.name)],
    ['LINES', `(${object.line}, ${object.endLine})`],
    ['NUMBER', String(object.number)],
  ];
  const notes = object.unknown.map(
    argument => `\`${argument}\` is not known by reading; the file's own object has it.`,
  );
  return {
    text: `${settings.map(([name, code]) => `${name} = ${code}\n`).join('')}${importing(object.file, object.folders)}${finding}`,
    variable: 'asked',
    notes,
  };
}

/** Python that can import a file (`imported`), and that sees which objects of a class are made meanwhile, by which lines of it and with what. */
export function importing(file: string, folders: readonly string[]): string {
  return `FILE = ${stringText(file)}\nFOLDERS = [${folders.map(stringText).join(', ')}]\n${watching}`;
}

const watching = `
import importlib
import json
import os
import re
import sys


def classes_of(modules, name):
    found = []
    for module in modules:
        try:
            found.append(getattr(importlib.import_module(module), name))
        except ModuleNotFoundError:
            if module == modules[-1] and not found:
                raise
    return found


def line_of(frame):
    positions = getattr(frame.f_code, "co_positions", None)
    for at, place in enumerate(positions() if positions else ()):
        if at == frame.f_lasti // 2:
            return place[0] or frame.f_lineno
    return frame.f_lineno


def lines_of(frame):
    lines = []
    while frame is not None:
        if os.path.realpath(frame.f_code.co_filename) == os.path.realpath(FILE):
            lines.append(line_of(frame))
        frame = frame.f_back
    return lines


def watched(owner, made):
    first = owner.__init__

    def init(self, *args, **kwargs):
        if not any(each[0] is self for each in made):
            made.append((self, lines_of(sys._getframe(1)), first, args, kwargs))
        return first(self, *args, **kwargs)

    is_own = "__init__" in vars(owner)
    owner.__init__ = init

    def end():
        if is_own:
            owner.__init__ = first
        else:
            del owner.__init__

    return end


def module_name():
    folder, name = os.path.split(os.path.realpath(FILE))
    parts = [os.path.splitext(name)[0]]
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, head = os.path.split(folder)
        parts.insert(0, head)
    sys.path[:0] = [each for each in [folder, *FOLDERS] if each not in sys.path]
    if parts[-1] == "__init__":
        parts.pop()
    else:
        # The process may have imported it before, unseen.
        sys.modules.pop(".".join(parts), None)
    return ".".join(parts)


def under_name(module, name):
    value = module
    for part in re.findall(r'\\["(?:[^"\\\\]|\\\\.)*"\\]|\\[\\d+\\]|[^.\\[\\]]+', name):
        if part.startswith("["):
            value = value[json.loads(part[1:-1])]
            continue
        if isinstance(value, type) and (not hasattr(value, part) or isinstance(getattr(value, part), property)):
            value = value()
        value = getattr(value, part)
    return value


def made_by(made, lines, number):
    exact = [each for each in made if lines[0] in each[1]]
    near = [each for each in made if any(lines[0] <= line <= lines[1] for line in each[1])]
    for found in (exact, near):
        if len(found) > number:
            return found[number]
    return None


def imported():
    try:
        return importlib.import_module(module_name())
    except Exception as error:
        raise RuntimeError(f"{FILE} cannot be imported: {type(error).__name__}: {error}") from error
`;

const finding = `
def find():
    classes = classes_of(MODULES, CLASS)
    made = []
    ends = [watched(each, made) for each in classes]
    try:
        module = imported()
    finally:
        for end in ends:
            end()
    found = made_by(made, LINES, NUMBER)
    if found:
        return found[0]
    try:
        value = under_name(module, NAME)
    except Exception as error:
        raise LookupError(
            f"{NAME} of {FILE} is not made when the file is imported, and is not found under its name: "
            f"{type(error).__name__}: {error}"
        ) from error
    if not isinstance(value, tuple(classes)):
        raise LookupError(f"{NAME} of {FILE} is not made when the file is imported; under its name is a {type(value).__name__}.")
    return value


asked = find()
`;

/** What an installed formatter is made with. */
interface FormatterConfig {
  /** The class. */
  readonly formatter: string;
  /** The arguments of its constructor, those that count and limit apart. */
  readonly options: PyDict;
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** A token counter as the conversation names it, and the limit; empty: neither. AgentScope 1 alone. */
  readonly limits: PyDict;
  /** AgentScope 2's estimate counts them. */
  readonly tools: PyValue;
}

/** Python with `payload_of(case)`, a coroutine: what AgentScope's own formatter makes of messages, and its count. `payloadOf`: the coroutine, by the system whose formatter it is. */
export function formatterAsked(
  { formatter, options, folder, limits, tools }: FormatterConfig,
  payloadOf: string,
): string {
  const config = dict({ options, folder, limits, tools });
  return `import contextlib
import json
import os

# What is counted by a tokenizer is counted by one that is there; nothing is fetched for it.
os.environ["HF_HUB_OFFLINE"] = "1"

from agentscope.formatter import ${formatter} as Formatter
from agentscope.message import Msg

config = ${jsonOf(config)}


@contextlib.contextmanager
def beside_the_file():
    """Relative paths of media start at the conversation's folder."""
    before = os.getcwd()
    os.chdir(config["folder"])
    try:
        yield
    finally:
        os.chdir(before)

${payloadOf}`;
}
