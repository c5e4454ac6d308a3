import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { ViolationCause } from '../../core/violation.ts';
import type { Breach } from './breach.ts';

/** What a validator says of a value. */
export type BreachesOf = (value: PyValue) => readonly Breach[];

type Path = readonly (string | number)[];

/** Objects of which it is tried whether they are a wrapper; each try validates the whole. */
const mostTried = 3;

/**
 * What a value breaks, where it stands in a wrapper (`{"result": …}`, a list of its own, LangChain's `{"properties": …}`) or is the schema itself:
 * that one thing, with what the value inside breaks, in place of everything that is missing outside. The wrapper's member
 * is the first step of the paths below it.
 */
export function withoutWrappers(
  value: PyValue,
  breaches: readonly Breach[],
  breachesOf: BreachesOf,
): readonly Breach[] {
  if (isSchema(value, breaches)) return [schemaItself(value, breaches[0]!), ...breaches];
  let found = breaches;
  const places = new Map<string, Breach>();
  for (const breach of breaches) {
    const path = breach.cause === 'missing-key' ? breach.path.slice(0, -1) : breach.path;
    const isWhole = breach.cause === 'missing-key' || (path.length === 0 && breach.isWhole);
    const key = JSON.stringify(path);
    const wants = breach.cause === 'missing-key' ? { types: [] } : breach.wants;
    if (isWhole && places.size < mostTried && !places.has(key)) places.set(key, { ...breach, path, wants });
  }
  for (const { path, input, message, wants } of places.values()) {
    const inner = innerOf(input);
    // A scalar is one member of several; where text is wanted, the object may be that text.
    const isScalar = inner && !isPyDict(inner.value) && !isPyList(inner.value);
    if (
      !inner ||
      (isScalar && (path.length > 0 || isPyList(input) || !wants.types.length || wants.types.includes('string')))
    )
      continue;
    const left = breachesOf(withAt(value, path, inner.value));
    if (left.some(breach => isOutside(breach, path))) continue;
    const said = { path, input, message, wants: { types: [] } };
    const shell: Breach = { ...said, cause: inner.cause, wanted: 'the value without what is around it' };
    const within = left.filter(breach => isBelow(breach.path, path));
    const moved = within.map(breach => ({ ...breach, path: [...path, inner.key, ...breach.path.slice(path.length)] }));
    found = [...found.filter(breach => !isBelow(breach.path, path)), shell, ...moved];
  }
  return found;
}

/** What stands alone in a list or an object. */
function innerOf(
  input: PyValue,
): { readonly key: string | number; readonly value: PyValue; readonly cause: ViolationCause } | undefined {
  if (isPyList(input)) return input.length === 1 ? { key: 0, value: input[0]!, cause: 'wrapped-value' } : undefined;
  if (!isPyDict(input)) return undefined;
  const properties = input.get('properties');
  if (properties && isPyDict(properties)) return { key: 'properties', value: properties, cause: 'schema-echo' };
  const [first] = input;
  return input.size === 1 && first ? { key: first[0], value: first[1], cause: 'wrapped-value' } : undefined;
}

/** Whether the value inside is not what is wanted either: it lacks members, or is of another type. */
function isOutside({ path, cause, isWhole }: Breach, at: Path): boolean {
  return (
    (cause === 'missing-key' && path.length === at.length + 1) ||
    (path.length === at.length && isWhole === true && isBelow(path, at))
  );
}

function isBelow(path: Path, at: Path): boolean {
  return at.every((step, i) => path[i] === step);
}

/** A copy of a value with another one at a path. */
function withAt(value: PyValue, [step, ...rest]: Path, inner: PyValue): PyValue {
  if (step === undefined) return inner;
  if (isPyList(value)) return value.map((item, i) => (i === step ? withAt(item, rest, inner) : item));
  if (!isPyDict(value)) return value;
  return new Map([...value].map(([key, item]) => [key, key === step ? withAt(item, rest, inner) : item]));
}

/** Whether an object is a JSON Schema, and lacks what is wanted of it. */
function isSchema(value: PyValue, breaches: readonly Breach[]): value is PyDict {
  if (!isPyDict(value)) return false;
  const properties = value.get('properties');
  if (
    !isPyDict(properties) ||
    properties.size === 0 ||
    !breaches.some(({ path, cause }) => path.length === 1 && cause === 'missing-key')
  )
    return false;
  return [...properties.values()].every(
    each => isPyDict(each) && ['type', '$ref', 'anyOf', 'enum'].some(key => each.has(key)),
  );
}

function schemaItself(input: PyDict, { message }: Breach): Breach {
  return { path: [], cause: 'schema-echo', input, wanted: 'a value', message, wants: { types: [] } };
}
