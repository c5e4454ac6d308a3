import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import type { ValidatedText } from '../../core/refusedValue.ts';
import type { Span } from '../../core/span.ts';
import {
  mostViolations,
  type Violation,
  type ViolationCause,
  type Violations,
  type Wants,
} from '../../core/violation.ts';
import { placeFinder } from '../../json/jsonSpans.ts';
import { respelt } from './spelling.ts';

/** A violation without its place in the text. */
export interface Breach {
  readonly path: readonly (string | number)[];
  readonly cause: ViolationCause;
  /** What stands at the path, or holds it where the member is missing. */
  readonly input: PyValue;
  readonly wanted: string;
  readonly message: string;
  readonly wants: Wants;
  /** The validator gave up here: what else it says of this place follows from it. */
  readonly isWhole?: boolean;
}

/** The longest text of a value in a message. */
const longestShown = 60;
/** The longest message of a validator that is kept: it may quote the whole value. */
const longestMessage = 400;

/** The name that JSON Schema has for the type of a value. */
export function jsonTypeOf(value: PyValue): string {
  if (value === null) return 'null';
  if (isPyList(value)) return 'array';
  if (isPyDict(value)) return 'object';
  if (value instanceof PyFloat || typeof value === 'number' || typeof value === 'bigint') return 'number';
  return typeof value === 'object' ? 'string' : typeof value;
}

/** A value in few words: scalars as JSON writes them, containers by their size. */
export function inShort(value: PyValue): string {
  if (isPyList(value)) return value.length === 1 ? 'a list of one item' : `a list of ${value.length} items`;
  if (isPyDict(value)) return value.size === 1 ? 'an object of one member' : `an object of ${value.size} members`;
  if (value instanceof PyFloat) return Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value);
  if (value instanceof PyOpaque) return shortened(value.repr, longestShown);
  return typeof value === 'string' ? shortened(JSON.stringify(value), longestShown) : String(value);
}

/** What a schema wants, in few words: types by their names in JSON Schema, else the values. */
export function wantedWords({ types, values: allowed }: Wants): string {
  const values = allowed as readonly PyValue[] | undefined;
  if (values)
    return values.length === 1
      ? inShort(values[0]!)
      : `one of ${shortened(values.slice(0, 20).map(inShort).join(', '), 200)}`;
  return types.length > 0 ? types.join(' or ') : 'another value';
}

/** A message that is no longer than what can be read. */
export function shortMessage(message: string): string {
  return shortened(message, longestMessage);
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // Half a pair is cut off with the rest.
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Why a value is none of those that are allowed. */
export function enumCause(value: PyValue, wants: Pick<Wants, 'values' | 'names'>): ViolationCause {
  const allowed = (wants.values ?? []) as readonly PyValue[];
  const type = jsonTypeOf(value);
  if (!allowed.some(each => jsonTypeOf(each) === type)) return value === null ? 'null-value' : 'wrong-type';
  return respelt(value, wants) === undefined ? 'outside-enum' : 'enum-spelling';
}

/**
 * The violations of a value with their places in its text, in the order of the text; of several of one cause at one path
 * the first. Where a value is of the wrong type, nothing else is said of it. Linear but for sorting.
 */
export function placeViolations(breaches: readonly Breach[], place: ValidatedText): Violations {
  const { text, span, isJson, call } = place;
  const find = isJson ? placeFinder(text, span) : undefined;
  const wholes = new Set(breaches.filter(({ isWhole }) => isWhole).map(({ path }) => pointerOf(path)));
  const seen = new Set<string>();
  const placed: Violation[] = [];
  for (const breach of breaches) {
    const path = pointerOf(breach.path);
    const key = `${breach.cause} ${path}`;
    if (seen.has(key) || (wholes.has(path) && !breach.isWhole)) continue;
    seen.add(key);
    placed.push(violationOf(breach, path, find ? spanOf(breach, find, text) : span, call));
  }
  placed.sort((one, other) => one.span.start - other.span.start);
  return { violations: placed.slice(0, mostViolations), more: Math.max(placed.length - mostViolations, 0) };
}

/** A JSON pointer. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function spanOf({ path, cause }: Breach, find: ReturnType<typeof placeFinder>, text: string): Span {
  const { span, keySpan } = find(path);
  if (cause === 'missing-key') return openingOf(find(path.slice(0, -1)).span, text);
  return (cause === 'unknown-key' || cause === 'key-spelling') && keySpan ? keySpan : span;
}

function openingOf(span: Span, text: string): Span {
  return text.charAt(span.start) === '{' ? { start: span.start, end: span.start + 1 } : span;
}

function violationOf(
  { cause, wanted, message, input, wants }: Breach,
  path: string,
  span: Span,
  call: number | undefined,
): Violation {
  const got = cause === 'missing-key' ? 'nothing' : inShort(input);
  const said = { path, cause, span, wanted, got, message, ...(call !== undefined && { call }) };
  return Object.defineProperty(said, 'wants', { value: wants });
}
