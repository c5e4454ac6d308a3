import { isPyDict, isPyList, type PyDict, PyFloat, type PyValue, pyFloat, pyInt } from '../../core/pyValue.ts';
import { parseFloatText, parseInteger, pyStr, pyStrip } from '../../python/index.ts';
import { isNumber } from '../../validation/index.ts';

/** The keywords of an object schema that repairing looks at. */
interface ObjectConfig {
  readonly properties: PyDict;
  readonly patterns: PyDict;
  readonly additional: PyValue | undefined;
  readonly required: readonly string[];
}

/** `object_schema_config(schema)`. */
export function objectConfig(schema: PyDict): ObjectConfig {
  const dict = (key: string): PyDict => {
    const value = schema.get(key);
    return isPyDict(value) ? value : new Map();
  };
  const required = schema.get('required');
  return {
    properties: dict('properties'),
    patterns: dict('patternProperties'),
    additional: schema.get('additionalProperties'),
    required: isPyList(required) ? [...new Set(required.filter(each => typeof each === 'string'))] : [],
  };
}

const special = /[.^$*+?{}[\]|()\\]/;

/** The schemas of `patternProperties` that are about a key: patterns without special characters but `^` and `$` at the ends. */
export function matchingPatterns(patterns: PyDict, key: string): PyValue[] {
  return [...patterns].flatMap(([pattern, schema]) => {
    const [start, end] = [pattern.startsWith('^'), pattern.endsWith('$')];
    const literal = pattern.slice(start ? 1 : 0, end ? -1 : undefined);
    if (special.test(literal)) return [];
    const fits =
      start && end
        ? key === literal
        : start
          ? key.startsWith(literal)
          : end
            ? key.endsWith(literal)
            : key.includes(literal);
    return fits ? [schema] : [];
  });
}

/** What a schema says of a key: its schema (absent: nothing), further ones, and whether the key is dropped. */
export function propertySchemas(
  config: ObjectConfig,
  key: string,
): { readonly first: PyValue | undefined; readonly more: readonly PyValue[]; readonly isDropped: boolean } {
  if (config.properties.has(key)) return { first: config.properties.get(key), more: [], isDropped: false };
  const [first, ...more] = matchingPatterns(config.patterns, key);
  if (first !== undefined) return { first, more, isDropped: false };
  if (config.additional === false) return { first: undefined, more: [], isDropped: true };
  const isSchema = config.additional !== undefined && isPyDict(config.additional);
  return { first: isSchema ? config.additional : true, more: [], isDropped: false };
}

/** Raised where a value cannot be made to fit its schema; never leaves `repairJson`. */
export class RepairRefused extends Error {}

/** Refuses an object that lacks what its schema requires. */
export function needRequired({ required }: ObjectConfig, value: PyDict): void {
  if (required.some(key => !value.has(key))) throw new RepairRefused();
}

const yes = ['true', 'yes', 'y', 'on', '1'];
const no = ['false', 'no', 'n', 'off', '0'];

/** `_coerce_scalar`: a value as one of a type of JSON Schema. Raises `RepairRefused` where it cannot be one. */
export function coerceScalar(value: PyValue, type: string): PyValue {
  if (type === 'string') {
    if (typeof value === 'string') return value;
    if (isNumber(value)) return pyStr(value);
  }
  if (type === 'integer') {
    const integer = integerOf(value);
    if (integer !== undefined) return integer;
  }
  if (type === 'number') {
    if (isNumber(value)) return value;
    const float = typeof value === 'string' ? parseFloatText(pyStrip(value)) : undefined;
    if (float !== undefined) return pyFloat(float);
  }
  if (type === 'boolean') {
    if (typeof value === 'boolean') return value;
    const word = typeof value === 'string' ? value.toLowerCase() : isNumber(value) ? String(plain(value)) : '';
    const words = typeof value === 'string' ? [yes, no] : [['1'], ['0', '-0']];
    if (words[0]!.includes(word)) return true;
    if (words[1]!.includes(word)) return false;
  }
  if (type === 'null' && value === null) return null;
  throw new RepairRefused();
}

function integerOf(value: PyValue): number | bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  if (value instanceof PyFloat) return whole(value.value);
  if (typeof value !== 'string') return undefined;
  const integer = parseInteger(pyStrip(value));
  return integer === undefined ? whole(parseFloatText(pyStrip(value))) : pyInt(integer);
}

function whole(value: number | undefined): number | bigint | undefined {
  return value !== undefined && Number.isInteger(value) ? pyInt(BigInt(value)) : undefined;
}

function plain(value: number | bigint | PyFloat): number | bigint {
  return value instanceof PyFloat ? value.value : value;
}

const blanks: Readonly<Record<string, PyValue>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  object: new Map(),
  null: null,
};

/** `_fill_missing`: what a schema puts where no value stands: `const`, the first of `enum`, `default`, or the blank of its type. */
export function missingValue(schema: PyDict, types: { expectedType(schema: PyDict): PyValue | undefined }): PyValue {
  const [only, choices, usual] = [schema.get('const'), schema.get('enum') ?? null, schema.get('default')];
  if (only !== undefined) return only;
  if (isPyList(choices)) {
    if (choices.length === 0) throw new RepairRefused();
    return choices[0]!;
  }
  if (usual !== undefined) return usual;
  const type = types.expectedType(schema) ?? null;
  for (const each of isPyList(type) ? type : [type]) {
    if (typeof each !== 'string' || !Object.hasOwn(blanks, each)) continue;
    const least = each === 'array' ? schema.get('minItems') : each === 'object' ? schema.get('minProperties') : 0;
    if ((least instanceof PyFloat ? least.value : least) || false) continue;
    return blanks[each]!;
  }
  throw new RepairRefused();
}
