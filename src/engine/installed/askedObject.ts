import { stringText } from '../code/python/literals.ts';
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
  /** What of it was not known by reading. */
  readonly unknown: readonly string[];
}

/** The modules that may have a class, the likeliest first; none: its objects are not asked. */
function modulesOf(type: string): readonly string[] {
  const found = firstOfForms(({ pythonClasses }) => {
    const modules = pythonClasses?.modulesOf(type) ?? [];
    return modules.length > 0 ? modules : undefined;
  });
  return found ?? [];
}

/**
 * Python that imports the user's file and leaves the very object that it makes in a variable: the one that the call made while the
 * file was imported, else what stands under the name, of a class an object of it that is made without arguments. `undefined`:
 * objects of this class are not asked.
 */
export function objectAsked({ type }: Definition, object: SourceObject): InstalledSource | undefined {
  const modules = modulesOf(type);
  if (modules.length === 0 || !/\.py$/i.test(object.file)) return undefined;
  const settings = [
    ['MODULES', `[${modules.map(stringText).join(', ')}]`],
    ['CLASS', stringText(firstOfForms(({ pythonClasses }) => pythonClasses?.byName?.get(type)?.name) ?? type)],
    ['FILE', stringText(object.file)],
    ['FOLDERS', `[${object.folders.map(stringText).join(', ')}]`],
    ['NAME', stringText(object.name)],
    ['LINES', `(${object.line}, ${object.endLine})`],
    ['NUMBER', String(object.number)],
  ];
  const notes = object.unknown.map(
    argument => `\`${argument}\` is not known by reading; the file's own object has it.`,
  );
  return {
    text: `${settings.map(([name, code]) => `${name} = ${code}\n`).join('')}${finding}`,
    variable: 'asked',
    notes,
  };
}

const finding = `
import importlib
import json
import os
import re
import sys


def classes_of():
    found = []
    for module in MODULES:
        try:
            found.append(getattr(importlib.import_module(module), CLASS))
        except ModuleNotFoundError:
            if module == MODULES[-1] and not found:
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
        if not any(each is self for each, _ in made):
            made.append((self, lines_of(sys._getframe(1))))
        return first(self, *args, **kwargs)

    is_own = "__init__" in vars(owner)
    owner.__init__ = init

    def end():
        if is_own:
            owner.__init__ = first
        else:
            del owner.__init__

    return end


def import_file():
    folder, name = os.path.split(os.path.realpath(FILE))
    parts = [os.path.splitext(name)[0]]
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, head = os.path.split(folder)
        parts.insert(0, head)
    if parts[-1] == "__init__":
        parts.pop()
    sys.path[:0] = [each for each in [folder, *FOLDERS] if each not in sys.path]
    return importlib.import_module(".".join(parts))


def under_name(module):
    value = module
    for part in re.findall(r'\\["(?:[^"\\\\]|\\\\.)*"\\]|\\[\\d+\\]|[^.\\[\\]]+', NAME):
        if part.startswith("["):
            value = value[json.loads(part[1:-1])]
            continue
        if isinstance(value, type) and (not hasattr(value, part) or isinstance(getattr(value, part), property)):
            value = value()
        value = getattr(value, part)
    return value


def find():
    classes = classes_of()
    made = []
    ends = [watched(each, made) for each in classes]
    try:
        module = import_file()
    except Exception as error:
        raise RuntimeError(f"{FILE} cannot be imported: {type(error).__name__}: {error}") from error
    finally:
        for end in ends:
            end()
    exact = [each for each, lines in made if LINES[0] in lines]
    near = [each for each, lines in made if any(LINES[0] <= line <= LINES[1] for line in lines)]
    for found in (exact, near):
        if len(found) > NUMBER:
            return found[NUMBER]
    try:
        value = under_name(module)
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
