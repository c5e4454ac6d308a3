import { PyFloat, type PyOpaque, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { codePointLength } from '../codePoints.ts';
import { escapeNonAscii, pyRepr } from '../repr.ts';
import { JinjaError } from './jinjaError.ts';

/** What Jinja has for a name, attribute or item that is not there. */
export class Undefined {
  /** The text of the `UndefinedError` that most uses of it raise. */
  readonly message: string;
  /** Jinja's `StrictUndefined`: printing, testing, iterating and comparing raise as well. */
  readonly isStrict: boolean;
  /** The class of that error: `SecurityError` for what a sandbox keeps from templates. */
  readonly errorClass: string;
  constructor(message: string, isStrict: boolean, errorClass = 'UndefinedError') {
    this.message = message;
    this.isStrict = isStrict;
    this.errorClass = errorClass;
  }
  /** Raises its error. */
  fail(): never {
    throw new JinjaError(this.errorClass, this.message);
  }
}

/** A Python tuple; `names` are those of a named one's items. */
export class PyTuple {
  readonly items: readonly JinjaValue[];
  readonly names: readonly string[];
  constructor(items: readonly JinjaValue[], names: readonly string[] = []) {
    this.items = items;
    this.names = names;
  }
}

/** markupsafe's `Markup`: a string that need not be escaped again. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Keyword arguments of a call, in order. */
export type Keywords = ReadonlyMap<string, JinjaValue>;

/** Something to be called: a method, a macro, a global function. `repr` is what printing it gives. */
export class PyFunction {
  readonly repr: string;
  readonly call: (args: readonly JinjaValue[], keywords: Keywords) => JinjaValue;
  /** The attributes that a macro has. */
  readonly attributes: ReadonlyMap<string, JinjaValue>;
  constructor(
    repr: string,
    call: (args: readonly JinjaValue[], keywords: Keywords) => JinjaValue,
    attributes: ReadonlyMap<string, JinjaValue> = new Map(),
  ) {
    this.repr = repr;
    this.call = call;
    this.attributes = attributes;
  }
}

/** What can be iterated but is not a list: a range, a view of a dict, a generator (which has no length and is used up by its first reader). */
export class PySequence {
  readonly type: string;
  readonly isGenerator: boolean;
  readonly repr: string | undefined;
  #items: readonly JinjaValue[] | (() => readonly JinjaValue[]);
  /** `items` may be a function: a generator runs only once it is read. */
  constructor(type: string, items: readonly JinjaValue[] | (() => readonly JinjaValue[]), repr?: string) {
    this.type = type;
    this.isGenerator = type === 'generator' || type.endsWith('iterator');
    this.#items = items;
    this.repr = repr;
  }
  /** Its first item, which a generator gives once; the others stay. `undefined`: there is none. */
  takeOne(): JinjaValue | undefined {
    const items = this.take();
    if (this.isGenerator) this.#items = items.slice(1);
    return items[0];
  }
  /** Puts items back that were read too early. */
  giveBack(items: readonly JinjaValue[]): void {
    if (this.isGenerator) this.#items = items;
  }
  /** Its items; a generator gives them once. */
  take(): readonly JinjaValue[] {
    const items = this.#items;
    if (this.isGenerator) this.#items = [];
    if (typeof items !== 'function') return items;
    const made = items();
    if (!this.isGenerator) this.#items = made;
    return made;
  }
}

/** An object of Jinja's own (`loop`, a namespace, a cycler): attributes that can be read, and perhaps set, called or iterated. */
export interface JinjaObject {
  readonly type: string;
  readonly repr: () => string;
  attribute(name: string): JinjaValue | undefined;
  set?(name: string, value: JinjaValue): void;
  call?(args: readonly JinjaValue[], keywords: Keywords): JinjaValue;
  length?(): number;
}

/** Wraps a {@link JinjaObject}, so that it differs from data. */
export class PyObject {
  readonly object: JinjaObject;
  constructor(object: JinjaObject) {
    this.object = object;
  }
}

/** A list inside a template: templates may append to it. */
export type JinjaList = readonly JinjaValue[];
/** A dict inside a template: keys of its literals may be of any hashable type. */
export type JinjaDict = ReadonlyMap<JinjaValue, JinjaValue>;

/** Any value inside a template: Python's data, with what only templates have. */
export type JinjaValue =
  | null
  | boolean
  | string
  | number
  | bigint
  | PyFloat
  | PyOpaque
  | Undefined
  | PyTuple
  | Markup
  | PyFunction
  | PySequence
  | PyObject
  | JinjaList
  | JinjaDict;

/** True for a list. */
export function isList(value: JinjaValue): value is JinjaList {
  return Array.isArray(value);
}

/** True for a dict. */
export function isDict(value: JinjaValue): value is JinjaDict {
  return value instanceof Map;
}

/** The text of a string or `Markup`; `undefined` for anything else. */
export function textOf(value: JinjaValue): string | undefined {
  return typeof value === 'string' ? value : value instanceof Markup ? value.text : undefined;
}

/** Data as a template may change it: lists and dicts copied. Linear. */
export function fromPython(value: PyValue): JinjaValue {
  if (Array.isArray(value)) return (value as readonly PyValue[]).map(fromPython);
  if (value instanceof Map) {
    const dict = new Map<JinjaValue, JinjaValue>();
    for (const [key, item] of value as ReadonlyMap<string, PyValue>) dict.set(key, fromPython(item));
    return dict;
  }
  return value as JinjaValue;
}

/** `type(value).__name__`. */
export function typeName(value: JinjaValue): string {
  if (value instanceof Undefined) return value.isStrict ? 'StrictUndefined' : 'Undefined';
  if (value instanceof PyTuple) return 'tuple';
  if (value instanceof Markup) return 'Markup';
  if (value instanceof PyFunction) return value.repr.startsWith('<Macro') ? 'Macro' : 'builtin_function_or_method';
  if (value instanceof PySequence) return value.type;
  if (value instanceof PyObject) return value.object.type;
  return pyTypeName(value as PyValue);
}

/** Python's `repr(value)`. Recursion is as deep as the value; a list that holds itself is `[...]`. */
export function repr(value: JinjaValue, seen: readonly JinjaValue[] = []): string {
  if (value instanceof Undefined) return 'Undefined';
  if (value instanceof Markup) return `Markup(${pyRepr(value.text)})`;
  if (value instanceof PyFunction) return value.repr;
  if (value instanceof PyObject) return value.object.repr();
  if (value instanceof PySequence) return value.repr ?? sequenceRepr(value, seen);
  if (seen.includes(value)) return isList(value) ? '[...]' : '{...}';
  const inner = [...seen, value];
  if (value instanceof PyTuple) {
    const items = value.items.map(item => repr(item, inner));
    return items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`;
  }
  if (isList(value)) return `[${value.map(item => repr(item, inner)).join(', ')}]`;
  if (isDict(value))
    return `{${[...value].map(([key, item]) => `${repr(key, inner)}: ${repr(item, inner)}`).join(', ')}}`;
  return pyRepr(value as PyValue);
}

/** Python's `ascii(value)`. */
export function asciiRepr(value: JinjaValue): string {
  return escapeNonAscii(repr(value));
}

function sequenceRepr(value: PySequence, seen: readonly JinjaValue[]): string {
  if (value.isGenerator) return `<${value.type} object>`;
  return `${value.type}([${value
    .take()
    .map(item => repr(item, seen))
    .join(', ')}])`;
}

/** Python's `str(value)`. Raises for a strict undefined. */
export function str(value: JinjaValue): string {
  if (typeof value === 'string') return value;
  if (value instanceof Markup) return value.text;
  if (value instanceof Undefined) return value.isStrict ? value.fail() : '';
  return repr(value);
}

/** Python's `bool(value)`. Raises for a strict undefined. */
export function truth(value: JinjaValue): boolean {
  if (value instanceof Undefined) return value.isStrict ? value.fail() : false;
  if (value instanceof PyFloat) return value.value !== 0;
  if (value instanceof PyTuple) return value.items.length > 0;
  if (value instanceof Markup) return value.text !== '';
  if (value instanceof PySequence) return value.isGenerator || value.take().length > 0;
  if (isList(value)) return value.length > 0;
  if (isDict(value)) return value.size > 0;
  if (typeof value === 'number') return value !== 0;
  return Boolean(value);
}

/** `iter(value)` drained. Raises for a strict undefined, and Python's `TypeError` for what is not a collection. */
export function iterate(value: JinjaValue): readonly JinjaValue[] {
  const text = textOf(value);
  if (text !== undefined) return [...text];
  if (value instanceof Undefined) return value.isStrict ? value.fail() : [];
  if (value instanceof PyTuple) return value.items;
  if (value instanceof PySequence) return value.take();
  if (isList(value)) return value;
  if (isDict(value)) return [...value.keys()];
  throw new JinjaError('TypeError', `'${typeName(value)}' object is not iterable`);
}

/** `len(value)`, in code points for a string. Raises like {@link iterate}. */
export function lengthOf(value: JinjaValue): number {
  if (value instanceof PyObject && value.object.length) return value.object.length();
  const text = textOf(value);
  if (text !== undefined) return codePointLength(text);
  const isSized = !(value instanceof PySequence && value.isGenerator);
  if (isSized && isIterable(value)) return iterate(value).length;
  throw new JinjaError('TypeError', `object of type '${typeName(value)}' has no len()`);
}

/** Whether `iter(value)` works. */
export function isIterable(value: JinjaValue): boolean {
  return (
    textOf(value) !== undefined ||
    value instanceof Undefined ||
    value instanceof PyTuple ||
    value instanceof PySequence ||
    isList(value) ||
    isDict(value)
  );
}

/** The places that a slice takes: from `from` by `step` up to, not including, `to`. */
export interface SliceRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** Python's `slice(start, stop, step).indices(length)`; `null` is a bound that was left out. */
export function sliceRange(length: number, start: number | null, stop: number | null, step: number | null): SliceRange {
  const by = step ?? 1;
  const [low, high] = by > 0 ? [0, length] : [-1, length - 1];
  const place = (index: number | null, fallback: number) =>
    index === null ? fallback : Math.min(Math.max(index < 0 ? index + length : index, low), high);
  const from = place(start, by > 0 ? low : high);
  const to = place(stop, by > 0 ? high : low);
  return { from, to: by > 0 ? Math.max(from, to) : to, step: by };
}

/** The items in a range. */
export function pick<T>(items: readonly T[], { from, to, step }: SliceRange): T[] {
  if (step === 1) return items.slice(from, to);
  const slice: T[] = [];
  for (let i = from; step > 0 ? i < to : i > to; i += step) slice.push(items[i]!);
  return slice;
}
