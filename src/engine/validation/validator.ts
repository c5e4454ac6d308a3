import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import { isBrokenUnicode } from './text.ts';

/** What a validator gives back when it has put an error into the run. */
export const failed: unique symbol = Symbol('failed');
/** The type of {@link failed}. */
export type Failed = typeof failed;

/** How closely an input fits, which decides between the members of a union: 2 is the very type, 1 strict, 0 coerced. */
export type Exactness = 0 | 1 | 2;
/** The input had to be coerced. */
export const lax: Exactness = 0;
/** Strict mode would take the input as well. */
export const strict: Exactness = 1;
/** The input is of the very type. */
export const exact: Exactness = 2;

/** A place in the input, as a chain from the inside out. `label` marks parts that are in messages only: the member of a union, `[key]`. */
export interface Location {
  readonly outer: Location | undefined;
  readonly key: string | number;
  readonly label: boolean;
}

/** One error, before it is printed. `within`: the input is not at the place but holds it (a missing field). */
export interface LineError {
  readonly type: string;
  readonly msg: string;
  readonly input: PyValue;
  readonly place: Location | undefined;
  readonly within: boolean;
  /** The values that are allowed, of an enum or a literal. */
  readonly values?: readonly PyValue[];
}

/** The state of one validation. */
export interface Run {
  readonly errors: LineError[];
  /** The least exactness since a union reset it. */
  exactness: Exactness;
  /** How many fields of models were set since a union reset it; `undefined` when there was no model. */
  fieldsSet: number | undefined;
  /**
   * Steps still allowed: a union in a recursive model tries every member at every level, which is exponential in the
   * depth; every member of a union is one.
   */
  budget: number;
  /** Defaults that may still stand in for absent keys: many small objects with many defaults are a large value. */
  room: number;
  /** The recursive definitions being validated, with their inputs. */
  readonly active: Map<object, Set<PyValue>>;
}

/** Validates and coerces one kind of value as Pydantic's lax mode does. */
export interface Validator {
  /** The name a union's error locations show: `int`, `list[int]`, a model's class name. */
  readonly name: string;
  /** The coerced value; or `failed`, with at least one error added to `run.errors`. */
  validate(input: PyValue, place: Location | undefined, run: Run): PyValue | Failed;
  /**
   * Whether plain data, as `JSON.parse` gives it with whole numbers below 2^53, is taken as it is: what `validate` gives then is
   * the same plain data, members in their order. `false`, or absent, where only `validate` can tell.
   */
  keeps?(value: unknown): boolean;
}

/** A fresh run; its budget grows with the size of the input, so that validation is linear whatever the schema. */
export function newRun(input: PyValue = null): Run {
  const size = sizeOf(input);
  const [budget, room] = [200_000 + 60 * size, 1_000_000 + 10 * size];
  return { errors: [], exactness: exact, fieldsSet: undefined, budget, room, active: new Map() };
}

/** How many values there are in a value, itself included. */
function sizeOf(value: PyValue): number {
  let size = 0;
  const pending: PyValue[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    size++;
    if (isPyList(next)) for (const item of next) pending.push(item);
    else if (isPyDict(next)) for (const item of next.values()) pending.push(item);
  }
  return size;
}

/** The place of `key` inside `outer`. */
export function inside(outer: Location | undefined, key: string | number): Location {
  return { outer, key, label: false };
}

/** A part of a location that is not in the input. */
export function labelled(outer: Location | undefined, key: string | number): Location {
  return { outer, key, label: true };
}

/** Adds an error and fails. */
export function fail(run: Run, place: Location | undefined, input: PyValue, type: string, msg: string): Failed {
  addError(run, { type, msg, input, place, within: false });
  return failed;
}

/** Adds the error of a value that is none of those that are allowed, and fails. */
export function failValues(
  run: Run,
  place: Location | undefined,
  input: PyValue,
  { type, msg, values }: Required<Pick<LineError, 'type' | 'msg' | 'values'>>,
): Failed {
  addError(run, { type, msg, input, place, within: false, values });
  return failed;
}

/** Adds the error of something missing in `input` at `place`. */
export function failMissing(run: Run, place: Location, input: PyValue): Failed {
  addError(run, { type: 'missing', msg: 'Field required', input, place, within: true });
  return failed;
}

/** The most errors of one run: those of a union's members are kept until one fits. */
const maxErrors = 300_000;

function addError(run: Run, error: LineError): void {
  if (run.errors.push(error) > maxErrors) throw new BudgetSpent();
}

/** Lowers the run's exactness. */
export function floorExactness(run: Run, exactness: Exactness): void {
  if (exactness < run.exactness) run.exactness = exactness;
}

/** Thrown inside a run that has used up its budget; the model catches it. */
export class BudgetSpent extends Error {}

/** Counts one validation. */
export function spend(run: Run): void {
  if (--run.budget < 0) throw new BudgetSpent();
}

/** Counts defaults that stand in for absent keys. */
export function spendRoom(run: Run, defaults: number): void {
  run.room -= defaults;
  if (run.room < 0) throw new BudgetSpent();
}

/** The longest name, in UTF-16 units: without an end, names double with every level of a schema whose parts are used twice. */
const maxName = 10_000;

/** The name of a validator that is made of others, such as `union[int,str]`: as long as {@link maxName}, then cut off. Asks no more of them than it shows. */
export function compositeName(
  open: string,
  parts: readonly Pick<Validator, 'name'>[],
  separator = ',',
  close = ']',
): string {
  let name = open;
  for (const [i, part] of parts.entries()) {
    name += i === 0 ? part.name : `${separator}${part.name}`;
    if (name.length > maxName) return `${name.slice(0, maxName)}…`;
  }
  return `${name}${close}`;
}

/** True for a string with half a surrogate pair, which no check but that of the plain `str` can read. */
export function isBroken(input: PyValue): boolean {
  return typeof input === 'string' && isBrokenUnicode(input);
}

/** The error of such a string. */
export function failUnicode(input: PyValue, place: Location | undefined, run: Run): Failed {
  const msg = 'Input should be a valid string, unable to parse raw data as a unicode string';
  return fail(run, place, input, 'string_unicode', msg);
}
