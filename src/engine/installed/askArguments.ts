import type { Host } from '../core/host.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../core/pyValue.ts';
import { valueAt } from '../core/valueAt.ts';
import { readJson, toPython } from '../json/jsonSource.ts';
import { sourceModule } from '../modules/index.ts';
import { sameValue } from '../parsers/conversion/sameValue.ts';
import { jsonDumps } from '../python/index.ts';
import {
  type AnsweredArgument,
  type AnsweredSource,
  isNotebook,
  LineNumbers,
  type NotebookCode,
  notebookCode,
  type SourceDefinition,
  type SourceReading,
  type UnknownArgument,
} from '../sources/index.ts';
import { oneLine } from '../text/index.ts';
import { asking } from './argumentsPython.ts';
import { importing, pythonClassOf } from './askedObject.ts';

/** A source whose unknown arguments are asked for. */
export interface AskedFile {
  /** The path of the file, which is imported, and its text as it is saved; of a notebook, whose cells are run, as it stands. */
  readonly path: string;
  readonly text: string;
  readonly reading: SourceReading;
  /** The folders that its own imports start in, beside that of its package. */
  readonly folders: readonly string[];
}

/** What Python told of a source's unknown arguments. */
export type ToldArguments =
  | {
      readonly ok: true;
      /** Without its path, which is the caller's to name. */
      readonly parsers: AnsweredSource['parsers'];
      readonly python: string;
      readonly interpreter: string;
      /** Sentences on what was not told, and on what Python has otherwise than it was read. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** What importing a file and all that it imports may take, in milliseconds. */
const limitMs = 30_000;

/** The code of a notebook's cells as Python runs them, one behind the other: `number` counts all cells from 1, `line` is the first in all their code. */
function cellsToRun({ text, cells }: NotebookCode) {
  const lines = new LineNumbers();
  return cells.map(({ start, number }, i) => {
    return { number, line: lines.lineAt(text, start), code: text.slice(start, cells[i + 1]?.start) };
  });
}

/** Tells the first and the last line of calls in the code that is run, from 1: in a notebook's file many may stand in a line. */
function codeLines(
  text: string,
  notebook: NotebookCode | undefined,
): (call: SourceDefinition) => readonly [first: number, last: number] {
  const lines = new LineNumbers();
  const lineAt = (place: number) =>
    notebook ? lines.lineAt(notebook.text, notebook.offsetOf(place)) : lines.lineAt(text, place);
  return ({ span }) => [lineAt(span.start), lineAt(span.end - 1)];
}

/**
 * Python that runs cells (`ran`) until what is asked for is made: no statement behind it is run. What IPython alone has, such as its
 * commands, is left out; `display` shows nothing.
 */
const running = `
import __future__
import ast
import asyncio
import types

futures = 0
for each in __future__.all_feature_names:
    futures |= getattr(__future__, each).compiler_flag


def ran(cells, is_done):
    # As in a notebook: what a class of it is named for, and what is guarded by it.
    module = types.ModuleType("__main__")
    module.__file__ = FILE
    module.display = lambda *args, **kwargs: None
    sys.modules["__main__"] = module
    module_name()
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    loop = None
    try:
        for cell in cells:
            try:
                tree = ast.increment_lineno(ast.parse(cell["code"], FILE), cell["line"] - 1)
                for statement in tree.body:
                    code = compile(ast.Module([statement], []), FILE, "exec", flags, True)
                    flags |= code.co_flags & futures
                    result = eval(code, vars(module))
                    if inspect.iscoroutine(result):
                        loop = loop or asyncio.new_event_loop()
                        loop.run_until_complete(result)
                    if is_done():
                        return module
            except Exception as error:
                words = f"cell {cell['number']} of {FILE} cannot be run"
                raise RuntimeError(f"{words}: {type(error).__name__}: {error}") from error
    finally:
        if loop:
            loop.close()
    return module
`;

/**
 * Imports a Python file, which runs it, or runs the cells of a notebook until the parsers are made, and takes the arguments
 * that reading does not know from the objects that it makes: as they were passed to the class that the call names. Only
 * arguments that are data are told: texts, numbers, lists, dicts, enums and Pydantic classes. Never rejects.
 */
export async function askArguments({ path, text, reading, folders }: AskedFile, host: Host): Promise<ToldArguments> {
  const notebook = isNotebook(path) ? notebookCode(text) : undefined;
  if (!/\.py$/i.test(path) && (!notebook || notebook.isScript)) return refused('Only a Python file can be asked.');
  const answerable = reading.found.flatMap(each => {
    const own = pythonClassOf(each.type);
    return own && each.unknown.length > 0 ? [{ each, own }] : [];
  });
  if (answerable.length === 0) return refused('No parser of the file has an argument that Python could be asked for.');
  const linesOf = codeLines(text, notebook);
  const calls = answerable.map(({ each, own }) => {
    const lines = linesOf(each);
    const same = reading.found.filter(other => other.type === each.type && linesOf(other)[0] === lines[0]);
    return { name: each.name, class: own.name, modules: own.modules, lines, number: same.indexOf(each) };
  });
  const job = {
    module: sourceModule,
    file: path,
    source: `${importing(path, folders)}${notebook ? running : ''}${asking}`,
    export: 'asked',
    args: [calls, notebook ? cellsToRun(notebook) : null],
  };
  const outcome = await host.runModule?.(job, limitMs);
  if (!outcome) return refused('Python runs only in a trusted workspace.');
  if (!outcome.ok) return refused(`${outcome.error.class}: ${oneLine(outcome.error.message)}`);
  const answered = fromPlain(outcome.value);
  const at = (key: string) => (isPyDict(answered) ? (answered.get(key) ?? null) : null);
  const found = at('found');
  if (!isPyList(found)) return refused('Python gave another answer than was asked for.');
  const notes: string[] = [];
  const parsers = answerable.flatMap(({ each }, i) => {
    const one = found[i];
    const args = isPyDict(one) ? (one.get('arguments') ?? null) : null;
    if (!isPyDict(args)) {
      notes.push(`\`${each.name}\`: ${isPyDict(one) ? oneLine(String(one.get('error'))) : 'not found'}`);
      return [];
    }
    return { name: each.name, answers: answersOf(each, args, notes) };
  });
  return { ok: true, parsers, python: String(at('python')), interpreter: String(at('interpreter')), notes };
}

function refused(reason: string): ToldArguments {
  return { ok: false, reason };
}

/** What fills the unknown arguments of a parser. `args`: JSON texts of what the class was given, or `null` where that is not data. */
function answersOf(each: SourceDefinition, args: PyDict, notes: string[]): readonly AnsweredArgument[] {
  const values = new Map(
    [...args].flatMap(([name, json]) => (typeof json === 'string' ? [[name, json] as const] : [])),
  );
  for (const [name, value] of each.config) {
    const other = values.get(name);
    // An object of the framework's has fields that a definition leaves out.
    const hasParts = isPyList(value) && value.some(isPyDict);
    if (other !== undefined && !hasParts && !sameValue(parsed(other), value))
      notes.push(`\`${name}\` of \`${each.name}\` is another in Python than it is read here.`);
  }
  return each.unknown.flatMap(hole => {
    const found = answerTo(hole, each, args, values);
    if (found.length === 0)
      notes.push(`\`${hole.argument}\` of \`${each.name}\` was not told: what Python has there is not data.`);
    return found;
  });
}

function answerTo(
  { argument, path = [argument] }: UnknownArgument,
  each: SourceDefinition,
  args: PyDict,
  values: ReadonlyMap<string, string>,
): readonly AnsweredArgument[] {
  const [name, ...rest] = path;
  if (name === undefined) return [];
  if (/^\*/.test(argument)) {
    const more = [...args.keys()].filter(key => !each.config.has(key));
    if (!more.every(key => values.has(key))) return [];
    return more.flatMap(key => filled(argument, [key], values.get(key)!, each));
  }
  const json = values.get(String(name));
  if (json === undefined) return [];
  const part = valueAt(parsed(json), rest);
  // Of an argument that stands nowhere there is no part to fill.
  if (part === undefined) return [];
  return filled(argument, path, jsonDumps(part, { ensureAscii: false }), each, json);
}

/** The answers that one value is: that of a Pydantic class is its schema, which has a key of its own. */
function filled(
  argument: string,
  path: readonly (string | number)[],
  value: string,
  each: SourceDefinition,
  whole = value,
): readonly AnsweredArgument[] {
  const model = path.length === 1 ? modelIn(parsed(value)) : undefined;
  if (model) {
    const isNamed = !/^Markdown/.test(each.type);
    return [
      { argument, path: ['content_schema'], value: jsonDumps(model.schema, { ensureAscii: false }) },
      ...(isNamed ? [{ argument, path: ['class_name'], value: JSON.stringify(model.name) }] : []),
    ];
  }
  const isShown = path.length === 1 || each.origins.has(String(path[0]));
  return [isShown ? { argument, path, value } : { argument, path: path.slice(0, 1), value: whole }];
}

function modelIn(value: PyValue): { readonly name: string; readonly schema: PyValue } | undefined {
  if (!isPyDict(value) || value.size !== 2) return undefined;
  const [name, schema] = [value.get('class_name'), value.get('content_schema')];
  return typeof name === 'string' && schema !== undefined ? { name, schema } : undefined;
}

function parsed(json: string): PyValue {
  const { root } = readJson(json);
  return root ? toPython(root, json) : null;
}
