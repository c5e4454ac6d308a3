import { PyFloat, type PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import { isDict, isList, PyObject, PySequence, PyTuple } from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';
import { isTooLarge } from '../values/knownValues.ts';
import { PySet } from '../values/libraryValues.ts';
import { as, Class, Member, type Placed, Unknown, type Value } from '../values/values.ts';

/** Where a value was written, and its parts. */
export interface Origin {
  readonly at: Span;
  readonly items?: ReadonlyMap<string | number, Origin>;
}

/** A part of an argument that nobody knows. */
export interface Hole {
  /** Keys and numbers from the argument on. */
  readonly path: readonly (string | number)[];
  readonly reason: string;
  readonly at: Span;
}

/** A value as a definition holds it, with what is unknown of it. */
export interface Data {
  readonly value: PyValue;
  readonly origin: Origin;
  readonly holes: readonly Hole[];
}

const maxDepth = 60;
/** Values of one argument. */
const maxItems = 100_000;

/** A value as a definition holds it. What is unknown in it is text that says so. */
export function toData(
  placed: Placed,
  run: Run,
  path: readonly (string | number)[] = [],
  room = { left: maxItems },
): Data {
  const { value, at } = run.journal.certain(placed);
  const hole = (reason: string, place = at): Data => ({
    value: `⟨${path.join('.') || 'unknown'}⟩`,
    origin: { at },
    holes: [{ path, reason, at: place }],
  });
  if (path.length > maxDepth) return hole('This is nested too deeply to be read.');
  if (path.length <= 1 && isTooLarge(value)) return hole('This is too large to be read.');
  if (--room.left < 0) return hole('This is too large to be read.');
  const unknown = as(value, Unknown);
  if (unknown) return hole(unknown.reason, unknown.at);
  const member = as(value, Member);
  if (member) return member.isMixed ? toData(member.value, run, path, room) : hole('A member of an enum is not data.');
  const items = listItems(value);
  if (items) return listData(items, value, { value, at }, run, path, room);
  if (isDict(value)) return dictData(value, { value, at }, run, path, hole, room);
  if (as(value, PySet)) return hole('A set is not data.');
  if (as(value, Class)) return hole('A class is not data.');
  if (
    value instanceof PyObject ||
    value instanceof PySequence ||
    (typeof value === 'object' && value !== null && !isPlain(value))
  )
    return hole('What this is, is known only when the program runs.');
  return { value: value as PyValue, origin: { at }, holes: [] };
}

function isPlain(value: Value & object): boolean {
  return value instanceof PyFloat;
}

function listItems(value: Value): readonly Value[] | undefined {
  if (isList(value)) return value;
  if (value instanceof PyTuple) return value.items;
  return value instanceof PySequence && /^dict_|^range$/.test(value.type) ? value.take() : undefined;
}

function listData(
  items: readonly Value[],
  value: Value,
  { at }: Placed,
  run: Run,
  path: readonly (string | number)[],
  room: { left: number },
): Data {
  const places = run.places.get(value as object);
  const parts = items.map((item, i) => toData({ value: item, at: places?.get(i) ?? at }, run, [...path, i], room));
  return {
    value: parts.map(part => part.value),
    origin: { at, items: new Map(parts.map(({ origin }, i) => [i, origin])) },
    holes: parts.flatMap(({ holes }) => holes),
  };
}

function dictData(
  dict: ReadonlyMap<Value, Value>,
  { value, at }: Placed,
  run: Run,
  path: readonly (string | number)[],
  hole: (reason: string) => Data,
  room: { left: number },
): Data {
  const places = run.places.get(value as object);
  const made = new Map<string, PyValue>();
  const origins = new Map<string, Origin>();
  const holes: Hole[] = [];
  for (const [key, item] of dict) {
    const name = as(key, Member)?.isMixed ? as(key, Member)!.value.value : key;
    if (typeof name !== 'string') return hole('A key that is not text.');
    const data = toData({ value: item, at: places?.get(key) ?? at }, run, [...path, name], room);
    made.set(name, data.value);
    origins.set(name, data.origin);
    holes.push(...data.holes);
  }
  return { value: made, origin: { at, items: origins }, holes };
}
