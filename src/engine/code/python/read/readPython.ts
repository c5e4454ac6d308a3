import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { Imported, ImportedModule, ImportResult, OpenKey } from '../../../parsers/interchange.ts';
import { schemaType } from '../../schema/functions.ts';
import { UniqueNames } from '../../uniqueNames.ts';
import { toSnakeCase } from '../identifiers.ts';
import { classNameOf, type ModelBase } from './classFacts.ts';
import { ModelReader } from './modelReader.ts';
import { commentAbove, nameOfExpression } from './nameOf.ts';
import { type Outline, outlineOf } from './outline.ts';
import { Evaluator } from './pythonEvaluator.ts';
import { treeOf } from './pythonTree.ts';
import type { ScopedNode } from './scopes.ts';
import { type PyNode, spanOf } from './syntax.ts';

/** The parser that a call makes. */
export interface PythonCall {
  readonly type: string;
  /** Absent: the call lacks what the class needs, which is reported. */
  readonly config?: ReadonlyMap<string, PyValue>;
  /** Whether parsers that are made in the call are its own. */
  readonly isWhole?: boolean;
}

/** A definition that is written as a class, or as something else than one call. */
export interface FoundInPython {
  readonly name: string;
  readonly type: string;
  readonly config: ReadonlyMap<string, PyValue>;
  readonly node: PyNode;
  /** The node whose comment describes it. Absent: `node`. */
  readonly described?: PyNode;
  readonly open?: OpenKey;
  /** What each of its keys is written in, the nearest first, as far as that is more than `node`. */
  readonly parts?: ReadonlyMap<string, readonly PyNode[]>;
  /** A key without which it is nothing, and that cannot be read, which is reported; an import leaves it out. */
  readonly lacks?: string;
  /** The attribute of what its node makes that it is, where that holds several. */
  readonly member?: string;
}

/** What a system's classes in a text are read as. */
export interface PythonClassesReading {
  readonly found: readonly FoundInPython[];
  readonly modules?: readonly ImportedModule[];
  /** Classes that were read beside those of models. */
  readonly read?: readonly PyNode[];
}

/** How the Python of one system is read. */
export interface PythonReading {
  /** No text without a match has anything to be read. */
  readonly traces: RegExp;
  /** The framework's classes that models derive from. Absent: none. */
  readonly bases?: readonly ModelBase[];
  /** Whether a call is one whose mistakes in syntax are reported. Absent: none is. */
  isCall?(place: ScopedNode, evaluator: Evaluator): boolean;
  /** The parser that a call makes; `undefined`: it is no call of the system's. Absent: no call makes one. */
  readCall?(place: ScopedNode, models: ModelReader): PythonCall | undefined;
  /** Whether what `readClasses` finds is a parser of the program where it stands, which is followed through its files. */
  readonly isInSources?: true;
  /** What stands in the text beside calls. Absent: nothing. */
  readClasses?(
    outline: Outline,
    models: ModelReader,
    isMeant: (place: ScopedNode) => boolean,
    fileName: string,
  ): PythonClassesReading;
}

/** The classes of all frameworks that models derive from. */
export function modelBases(readings: readonly PythonReading[]): readonly ModelBase[] {
  return readings.flatMap(({ bases = [] }) => bases);
}

/**
 * Reads definitions from a Python text, or from those of its calls and classes that a span touches, as these systems write
 * them; of a text that has none of them, Pydantic's classes. Never throws; linear.
 */
export function readPython(
  readings: readonly PythonReading[],
  text: string,
  fileName: string,
  span?: Span,
): ImportResult {
  if (!text.includes('BaseModel') && !readings.some(({ traces }) => traces.test(text)))
    return { definitions: [], problems: [] };
  const tree = treeOf(text);
  if (!tree) {
    const message = 'This is nested too deeply to be read.';
    return { definitions: [], problems: [{ message, span: { start: 0, end: 1 }, severity: 'error' }] };
  }
  const outline = outlineOf(tree, text);
  const evaluator = new Evaluator(text, outline.attributes, outline.inner);
  const models = new ModelReader(evaluator, modelBases(readings));
  const isMeant = ({ node }: ScopedNode) => span === undefined || touches(spanOf(node), span);
  const names = new UniqueNames();
  const definitions: Imported[] = [];
  const add = ({ name, type, config, node, described = node, open }: FoundInPython) => {
    const whole = withHead(type, commentAbove(described, text), config);
    definitions.push({ name: names.take(name, '_'), config: whole, span: spanOf(node), ...(open && { open }) });
  };

  for (const call of callsOf(outline.calls.filter(isMeant), readings, models)) add(call);
  const read = readings.flatMap(({ readClasses }) => readClasses?.(outline, models, isMeant, fileName) ?? []);
  for (const { found } of read) for (const each of found) if (each.lacks === undefined) add(each);
  const modules = read.flatMap(each => each.modules ?? []);
  if (definitions.length === 0 && modules.length === 0)
    for (const place of outermost(outline.classes.filter(isMeant), models)) {
      const config = new Map([['content_schema', models.schemaOf(place)]]);
      add({ name: classNameOf(place.node, evaluator), type: schemaType, config, node: place.node });
    }
  const others = new Set(read.flatMap(each => each.read ?? []).map(({ from }) => from));
  reportErrors(outline, readings, isMeant, models, others);
  definitions.sort((a, b) => a.span.start - b.span.start);
  const problems = evaluator.problems.toSorted((a, b) => a.span.start - b.span.start);
  return { definitions, ...(modules.length > 0 && { modules }), problems };
}

/** The parsers that calls make, without those that belong to another one. A call comes before those inside it. */
function callsOf(
  calls: readonly ScopedNode[],
  readings: readonly PythonReading[],
  models: ModelReader,
): readonly FoundInPython[] {
  const found: FoundInPython[] = [];
  let wholeEnd = -1;
  for (const place of calls) {
    const { node } = place;
    if (node.from < wholeEnd) continue;
    const call = firstOf(readings, ({ readCall }) => readCall?.(place, models));
    if (!call?.config) continue;
    if (call.isWhole) wholeEnd = node.to;
    const name = nameOfExpression(node, models.evaluator) ?? toSnakeCase(call.type);
    found.push({ name, type: call.type, config: call.config, node });
  }
  return found;
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function withHead(type: string, description: string | undefined, config: ReadonlyMap<string, PyValue>): PyDict {
  return new Map<string, PyValue>([
    ['type', type],
    ...(description === undefined ? [] : [['description', description] as const]),
    ...config,
  ]);
}

/** Models that no other one among them uses or derives from; all of them where each uses another. */
function outermost(classes: readonly ScopedNode[], models: ModelReader): readonly ScopedNode[] {
  const own = classes.filter(place => models.line(place)?.kind === 'model');
  const used = new Set<string>();
  for (const place of own) {
    const key = models.keyOf(place);
    for (const name of models.referencesOf(place)) if (name !== key) used.add(name);
    for (const { node } of models.line(place)!.classes.slice(0, -1)) used.add(classNameOf(node, models.evaluator));
  }
  const outer = own.filter(place => !used.has(models.keyOf(place)));
  return outer.length > 0 ? outer : own;
}

/** Says where a call or a class that was read is not Python: what stands there may be missing. */
function reportErrors(
  outline: Outline,
  readings: readonly PythonReading[],
  isMeant: (place: ScopedNode) => boolean,
  models: ModelReader,
  customs: ReadonlySet<number>,
): void {
  const { evaluator } = models;
  const read = [
    ...outline.calls.filter(place => isMeant(place) && readings.some(({ isCall }) => isCall?.(place, evaluator))),
    ...outline.classes.filter(place => models.isRead(place) || customs.has(place.node.from)),
  ];
  const spans = read.map(({ node }) => node).sort((a, b) => a.from - b.from);
  let next = 0;
  let end = -1;
  for (const error of outline.errors) {
    for (let span = spans[next]; span && span.from <= error.from; span = spans[++next]) end = Math.max(end, span.to);
    if (error.from > end) continue;
    const to = Math.min(evaluator.text.length, Math.max(error.to, error.from + 1));
    evaluator.report(
      { from: Math.max(0, Math.min(error.from, to - 1)), to },
      'Not valid Python; something may be missing here.',
    );
  }
}

function touches(a: Span, b: Span): boolean {
  return b.start === b.end ? a.start <= b.start && b.start <= a.end : a.start < b.end && b.start < a.end;
}
