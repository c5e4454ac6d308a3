import { isPyDict, isPyList, PyFloat, type PyValue } from '../../core/pyValue.ts';
import { codePointLength, pyRepr, pyStr } from '../../python/index.ts';
import { type Regex, rustRegex } from '../rustRegex/rustRegex.ts';
import { compareNumbers, equalityKey, isNumber, isOfType } from './jsonTypes.ts';
import type { FoundError, Keyword } from './keyword.ts';

/** The keywords that look at the instance alone, with the messages of Python's `jsonschema`. */
export const assertions: Readonly<Record<string, Keyword>> = {
  type(value, instance) {
    const types = isPyList(value) ? value : [value];
    const fits = types.some(type => typeof type === 'string' && isOfType(instance, type));
    return fits ? [] : one(`${pyRepr(instance)} is not of type ${types.map(pyRepr).join(', ')}`);
  },
  enum(value, instance) {
    const key = equalityKey(instance);
    const fits = !isPyList(value) || value.some(each => equalityKey(each) === key);
    return fits ? [] : one(`${pyRepr(instance)} is not one of ${pyRepr(value)}`);
  },
  const: (value, instance) =>
    equalityKey(instance) === equalityKey(value) ? [] : one(`${pyRepr(value)} was expected`),
  minimum: bound(order => order < 0, 'less than the minimum of'),
  maximum: bound(order => order > 0, 'greater than the maximum of'),
  exclusiveMinimum: bound(order => order <= 0, 'less than or equal to the minimum of'),
  exclusiveMaximum: bound(order => order >= 0, 'greater than or equal to the maximum of'),
  multipleOf(value, instance) {
    if (!isNumber(instance) || !isNumber(value) || isMultiple(instance, value)) return [];
    return one(`${pyRepr(instance)} is not a multiple of ${pyStr(value)}`);
  },
  minLength: size('string', 'min', 'is too short'),
  maxLength: size('string', 'max', 'is too long'),
  minItems: size('array', 'min', 'is too short'),
  maxItems: size('array', 'max', 'is too long'),
  minProperties: size('object', 'min', 'does not have enough properties'),
  maxProperties: size('object', 'max', 'has too many properties'),
  uniqueItems(value, instance) {
    if (value !== true || !isPyList(instance)) return [];
    const isUnique = new Set(instance.map(equalityKey)).size === instance.length;
    return isUnique ? [] : one(`${pyRepr(instance)} has non-unique elements`);
  },
  pattern(value, instance) {
    if (typeof value !== 'string' || typeof instance !== 'string' || matchesPattern(value, instance)) return [];
    return one(`${pyRepr(instance)} does not match ${pyRepr(value)}`);
  },
  required(value, instance) {
    if (!isPyDict(instance) || !isPyList(value)) return [];
    return value.flatMap(key =>
      typeof key !== 'string' || instance.has(key) ? [] : one(`${pyRepr(key)} is a required property`, [key]),
    );
  },
  dependentRequired(value, instance) {
    if (!isPyDict(instance) || !isPyDict(value)) return [];
    return [...value].flatMap(([property, needed]) =>
      instance.has(property) && isPyList(needed) ? missing(needed, instance, property) : [],
    );
  },
};

/** The errors of keys that another key asks for. */
export function missing(
  needed: readonly PyValue[],
  instance: ReadonlyMap<string, PyValue>,
  property: string,
): FoundError[] {
  return needed.flatMap(each =>
    typeof each !== 'string' || instance.has(each)
      ? []
      : one(`${pyRepr(each)} is a dependency of ${pyRepr(property)}`, [each]),
  );
}

function one(message: string, keys?: readonly string[]): FoundError[] {
  return [keys ? { message, keys } : { message }];
}

function bound(breaks: (order: number) => boolean, words: string): Keyword {
  return (value, instance) => {
    const order = isNumber(instance) && isNumber(value) ? compareNumbers(instance, value) : undefined;
    return order !== undefined && breaks(order) ? one(`${pyRepr(instance)} is ${words} ${pyRepr(value)}`) : [];
  };
}

function size(type: 'string' | 'array' | 'object', end: 'min' | 'max', words: string): Keyword {
  return (value, instance) => {
    const length = isOfType(instance, type) ? lengthOf(instance) : undefined;
    if (length === undefined || !isNumber(value)) return [];
    const limit = Number(value instanceof PyFloat ? value.value : value);
    if (end === 'min' ? length >= limit : length <= limit) return [];
    const said = end === 'min' && limit === 1 ? 'should be non-empty' : limit === 0 ? 'is expected to be empty' : words;
    return one(`${pyRepr(instance)} ${said}`);
  };
}

function lengthOf(value: PyValue): number {
  if (typeof value === 'string') return codePointLength(value);
  return isPyList(value) ? value.length : isPyDict(value) ? value.size : 0;
}

function isMultiple(value: number | bigint | PyFloat, of: number | bigint | PyFloat): boolean {
  const plain = (each: number | bigint | PyFloat) => (each instanceof PyFloat ? each.value : each);
  const [whole, part] = [plain(value), plain(of)];
  if (Number(part) === 0) return false;
  if (of instanceof PyFloat || !Number.isInteger(Number(part))) return Number.isInteger(Number(whole) / Number(part));
  const isInt = typeof whole === 'bigint' || Number.isInteger(whole);
  return isInt ? BigInt(whole) % BigInt(part) === 0n : Number(whole) % Number(part) === 0;
}

const compiled = new Map<string, Regex | undefined>();
/** Patterns that are kept: there are few in a schema, and schemas change while they are written. */
const maxCompiled = 200;

/**
 * Python's `re.search(pattern, text)` as far as Rust's engine has it, which takes linear time whatever the pattern; true for
 * a pattern that it does not have (look-around, back-references). Python's `$` also stands before a last line break.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const regex = regexOf(pattern);
  if (!regex) return true;
  try {
    return regex.isMatch(text) || (text.endsWith('\n') && pattern.includes('$') && regex.isMatch(text.slice(0, -1)));
  } catch {
    return true;
  }
}

function regexOf(pattern: string): Regex | undefined {
  if (!compiled.has(pattern)) {
    if (compiled.size >= maxCompiled) compiled.clear();
    const regex = rustRegex(pattern);
    compiled.set(pattern, regex instanceof Error ? undefined : regex);
  }
  return compiled.get(pattern);
}
