import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import type { ViolationCause, Wants } from '../../core/violation.ts';
import { respelt } from './spelling.ts';

/** A violation before its place in the text is known. */
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

/** The longest text of a value that is shown. */
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

/** What is wanted, in few words: types by their names in JSON Schema, else the values. */
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
