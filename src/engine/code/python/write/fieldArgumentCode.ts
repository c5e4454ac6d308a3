import { isPyList, type PyDict, PyFloat, type PyValue } from '../../../core/pyValue.ts';
import { type Item, keyword } from '../code.ts';
import { literalCode, textCode } from '../literals.ts';
import { hasReference } from '../schemaFacts.ts';
import { constraints, lengths } from '../simpleTypes.ts';

/** The arguments for the bounds of a number, which are taken out of `rest`. */
export function boundArgs(rest: Map<string, PyValue>, accepts: (value: PyValue) => boolean): Item[] {
  const args: Item[] = [];
  for (const [key, name] of Object.entries(constraints)) {
    const value = rest.get(key);
    if (value === undefined || !accepts(value)) continue;
    const size = value instanceof PyFloat ? value.value : value;
    if (key === 'multipleOf' && Number(size) <= 0) continue;
    rest.delete(key);
    args.push(keyword(name, literalCode(value)));
  }
  return args;
}

/** The arguments for the limits of a length, which are taken out of `rest`. */
export function lengthArgs(type: keyof typeof lengths, rest: Map<string, PyValue>): Item[] {
  const args: Item[] = [];
  for (const [i, key] of lengths[type]!.entries()) {
    const value = rest.get(key);
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) continue;
    rest.delete(key);
    args.push(keyword(i === 0 ? 'min_length' : 'max_length', String(value)));
  }
  return args;
}

/** What no type says: title and description as arguments of `Field`, all else as it stands. */
export function remainingArgs(rest: Map<string, PyValue>): Item[] {
  const args: Item[] = [];
  for (const [key, code] of [
    ['title', textCode],
    ['description', textCode],
  ] as const) {
    const value = rest.get(key);
    if (typeof value !== 'string') continue;
    rest.delete(key);
    args.push(keyword(key, code(value)));
  }
  const examples = rest.get('examples');
  if (examples !== undefined && isPyList(examples) && !hasReference(examples)) {
    rest.delete('examples');
    args.push(keyword('examples', literalCode(examples)));
  }
  if (rest.get('deprecated') === true) {
    rest.delete('deprecated');
    args.push(keyword('deprecated', 'True'));
  }
  const extras = extraKeys(rest);
  return extras ? [...args, keyword('json_schema_extra', literalCode(extras))] : args;
}

/** The keys that Pydantic is to print as they stand; `undefined`: none. */
export function extraKeys(rest: PyDict): PyDict | undefined {
  const extras = new Map([...rest].filter(([key, value]) => key !== '$ref' && !hasReference(value)));
  return extras.size > 0 ? extras : undefined;
}
