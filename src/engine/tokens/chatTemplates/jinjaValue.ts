import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyList, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { pyEquals, pyIterate, pyRepr, pyStr, pyStrip, pyTruth } from '../../python/index.ts';

/** What Jinja has for a name or item that is not there: it prints as nothing, and most other uses raise its `UndefinedError`. */
export class Undefined {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** A value inside a Jinja template. */
export type JinjaValue = PyValue | Undefined;

/** `value.name` and `value['name']`, for the values of a payload. Raises `UndefinedError` for an item of what is undefined. */
export function item(value: JinjaValue, name: string): JinjaValue {
  const found = isPyDict(defined(value)) ? (value as ReadonlyMap<string, PyValue>).get(name) : undefined;
  return found === undefined ? new Undefined(`'${objectName(value)}' has no attribute ${pyRepr(name)}`) : found;
}

/** `value[0]` of a list. Raises `UndefinedError` where there is none, as for an item of what is undefined. */
export function firstItem(value: JinjaValue): PyValue {
  const first = isPyList(defined(value)) ? (value as PyList)[0] : undefined;
  if (first === undefined) throw new EngineError('UndefinedError', `${objectName(value)} has no element 0`);
  return first;
}

function objectName(value: JinjaValue): string {
  return value === null ? 'None' : `${pyTypeName(value as PyValue)} object`;
}

/** The value; raises `UndefinedError` where it is undefined. */
export function defined(value: JinjaValue): PyValue {
  if (value instanceof Undefined) throw new EngineError('UndefinedError', value.message);
  return value;
}

/** What `{{ value }}` prints. */
export function printed(value: JinjaValue): string {
  return value instanceof Undefined ? '' : pyStr(value);
}

/** `a + b + …` where at least one part is text. Raises Python's `TypeError` where another is not, `UndefinedError` where it is undefined. */
export function plus(...parts: readonly JinjaValue[]): string {
  let sum = '';
  for (const [index, part] of parts.entries()) {
    const value = defined(part);
    if (typeof value === 'string') sum += value;
    else throw cannotAdd(value, parts[index === 0 ? 1 : index - 1], index === 0);
  }
  return sum;
}

function cannotAdd(value: PyValue, other: JinjaValue | undefined, isLeft: boolean): EngineError {
  if (!isLeft) return new EngineError('TypeError', `can only concatenate str (not "${pyTypeName(value)}") to str`);
  const otherType = pyTypeName(defined(other ?? null));
  return isPyList(value)
    ? new EngineError('TypeError', `can only concatenate list (not "${otherType}") to list`)
    : new EngineError('TypeError', `unsupported operand type(s) for +: '${pyTypeName(value)}' and '${otherType}'`);
}

/** `value | trim`. */
export function trim(value: JinjaValue): string {
  return pyStrip(printed(value));
}

/** The truth of a value: what is undefined is false. */
export function truth(value: JinjaValue): boolean {
  return !(value instanceof Undefined) && pyTruth(value);
}

/** `value == text`. */
export function is(value: JinjaValue, text: string): boolean {
  return !(value instanceof Undefined) && pyEquals(value, text);
}

/** What `{% for x in value %}` goes through: nothing where it is undefined. Raises Python's `TypeError` for what is not a collection. */
export function each(value: JinjaValue): readonly PyValue[] {
  return value instanceof Undefined ? [] : pyIterate(value);
}

/** A string method's `self`: raises `UndefinedError` for what has no such method, as calling it does. */
export function stringFor(method: string, value: JinjaValue): string {
  const text = defined(value);
  if (typeof text === 'string') return text;
  throw new EngineError('UndefinedError', `'${objectName(text)}' has no attribute ${pyRepr(method)}`);
}

/** `value is iterable`. */
export function isIterable(value: JinjaValue): boolean {
  if (value instanceof Undefined) return true;
  return typeof value === 'string' || isPyList(value) || isPyDict(value);
}
