import { EngineError } from '../../core/errors.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { RefusedValue, ValidatedText } from '../../core/refusedValue.ts';
import { noViolations, type ViolationCause, type Violations, type Wants } from '../../core/violation.ts';
import type { SchemaError } from '../jsonSchema/keyword.ts';
import { SchemaCheck } from '../jsonSchema/schemaCheck.ts';
import { type Breach, enumCause, placeViolations, shortMessage, wantedWords } from './breach.ts';
import { nearestVariant, type Variant } from './nearestVariant.ts';
import { withSpelledKeys } from './spelledKeys.ts';
import { folded, memberName, valueNames } from './spelling.ts';
import { withoutWrappers } from './wrapped.ts';

/** What tells of a value, with its place in a text, where it breaks a schema. */
export type ViolationsOf = (value: PyValue, place: ValidatedText) => Violations;

/**
 * Where values break a JSON Schema, draft 2020-12: nothing is coerced, formats are not checked. What the check gives up on (a
 * reference that leads nowhere, what is nested too deeply) has no violations. Linear in the value, whatever the schema.
 */
export function violationsOfSchema(schema: unknown): ViolationsOf {
  const root = asPython(schema);
  if (root === undefined || !(isPyDict(root) || typeof root === 'boolean')) return () => noViolations;
  const check = new SchemaCheck(root);
  const breachesOf = (value: PyValue) => breachesIn(check, value);
  return (value, place) => {
    const breaches = breachesOf(value);
    return breaches.length === 0 ? noViolations : placeViolations(settled(value, breaches, breachesOf), place);
  };
}

/** A value that was checked against a schema, and does not keep it. */
export function refusedBySchema(schema: PyValue, value: PyValue): RefusedValue {
  return { value, violations: place => violationsOfSchema(schema)(value, place) };
}

/** Breaches with wrappers and misspelt members recognised. */
export function settled(
  value: PyValue,
  breaches: readonly Breach[],
  breachesOf: (value: PyValue) => readonly Breach[],
): readonly Breach[] {
  return withSpelledKeys(withoutWrappers(value, breaches, breachesOf));
}

function breachesIn(check: SchemaCheck, value: PyValue): readonly Breach[] {
  try {
    return schemaBreaches(check.errors(value));
  } catch (error) {
    if (error instanceof EngineError || error instanceof RangeError) return [];
    throw error;
  }
}

function asPython(data: unknown): PyValue | undefined {
  try {
    return fromPlain(data);
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** The cause of what breaks these keywords. */
const causes: Readonly<Record<string, ViolationCause>> = {
  minimum: 'out-of-range',
  maximum: 'out-of-range',
  exclusiveMinimum: 'out-of-range',
  exclusiveMaximum: 'out-of-range',
  multipleOf: 'out-of-range',
  minLength: 'length',
  maxLength: 'length',
  minItems: 'length',
  maxItems: 'length',
  minProperties: 'length',
  maxProperties: 'length',
  items: 'length',
  additionalItems: 'length',
  pattern: 'pattern',
};

const knownTypes = new Set(['array', 'object', 'null', 'string', 'boolean', 'number', 'integer']);

type Path = readonly (string | number)[];

/**
 * What the errors of a `SchemaCheck` say of a value, member by member: of unions what the nearest variant says. A type that
 * JSON Schema does not have asks for nothing. Linear in the errors.
 */
function schemaBreaches(errors: readonly SchemaError[], at: Path = []): readonly Breach[] {
  return errors.flatMap(error => breachesOf(error, [...at, ...error.path]));
}

function breachesOf(error: SchemaError, path: Path): readonly Breach[] {
  const { instance, keyword, keys, branches, schema, message } = error;
  if (branches)
    return nearestVariant(
      branches.map((branch, i) => variantOf(error, branch, i, path)),
      { path, input: instance, message },
    );
  if (keys) return keys.map(key => memberBreach(error, path, key));
  const said = { path, input: instance, message: shortMessage(message) };
  if (keyword === undefined) return [{ ...said, cause: 'unknown-key', wanted: 'nothing', wants: { types: [] } }];
  const wants = isPyDict(schema) ? wantsOf(schema) : { types: [] };
  if (keyword === 'type') {
    if (!wants.types.every(type => knownTypes.has(type))) return [];
    const cause = instance === null ? 'null-value' : 'wrong-type';
    return [{ ...said, cause, wanted: wantedWords({ types: wants.types }), wants, isWhole: true }];
  }
  const value = isPyDict(schema) ? (schema.get(keyword) ?? null) : null;
  if (keyword === 'enum' || keyword === 'const') {
    const values = keyword === 'const' ? [value] : isPyList(value) ? value : [];
    const allowed = { ...wants, values };
    const cause = enumCause(instance, allowed);
    return [{ ...said, cause, wanted: wantedWords({ types: [], values }), wants: allowed }];
  }
  const cause = Object.hasOwn(causes, keyword) ? causes[keyword]! : 'broken-rule';
  return [{ ...said, cause, wanted: limitWords(keyword, value), wants }];
}

/** A member that is missing or not allowed. */
function memberBreach({ instance, keyword, schema, message }: SchemaError, path: Path, key: string): Breach {
  const said = { path: [...path, key], message: shortMessage(message) };
  if (keyword === 'required' || keyword === 'dependentRequired' || keyword === 'dependencies') {
    const properties = isPyDict(schema) ? (schema.get('properties') ?? null) : null;
    const member = isPyDict(properties) ? (properties.get(key) ?? null) : null;
    const wants = isPyDict(member) ? wantsOf(member) : { types: [] };
    const name = memberName(member);
    const ownName = name !== undefined && isPyDict(instance) ? namedMember(instance, name) : undefined;
    const isOnly = isPyDict(properties) && properties.size === 1 && isPyDict(instance) && instance.size > 0;
    return {
      ...said,
      cause: 'missing-key',
      input: instance,
      wanted: wantedWords(wants),
      wants: { ...wants, ...(ownName !== undefined && { key: ownName }), ...(isOnly && { onlyMember: key }) },
    };
  }
  const input = isPyDict(instance) ? (instance.get(key) ?? null) : instance;
  const known = isPyDict(schema) ? (schema.get('properties') ?? null) : null;
  const names = isPyDict(known) ? [...known.keys()].slice(0, 20).join(', ') : '';
  return {
    ...said,
    cause: 'unknown-key',
    input,
    wanted: names === '' ? 'no such member' : `one of ${names}`,
    wants: { types: [] },
  };
}

function variantOf(
  { schema, keyword }: SchemaError,
  errors: readonly SchemaError[],
  index: number,
  path: Path,
): Variant {
  const list = isPyDict(schema) && keyword !== undefined ? (schema.get(keyword) ?? null) : null;
  const branch = list !== null && isPyList(list) ? list[index] : undefined;
  return { name: branchName(branch, index), breaches: schemaBreaches(errors, path) };
}

/** What a branch of a union is called: its title, what it refers to, or its type. */
function branchName(branch: PyValue | undefined, index: number): string {
  if (branch && isPyDict(branch))
    for (const key of ['title', '$ref', 'type']) {
      const name = branch.get(key);
      if (typeof name === 'string' && name !== '') return name.slice(name.lastIndexOf('/') + 1);
    }
  return `variant ${index + 1}`;
}

/** The one member of an object that has a name, in whichever letters. */
function namedMember(object: PyDict, name: string): string | undefined {
  if (object.has(name)) return name;
  const alike = [...object.keys()].filter(key => folded(key) === folded(name));
  return alike.length === 1 ? alike[0] : undefined;
}

/** What a schema asks for by its types and its values. */
function wantsOf(schema: PyDict): Wants {
  const type = schema.get('type');
  const types =
    typeof type === 'string' ? [type] : type && isPyList(type) ? type.filter(each => typeof each === 'string') : [];
  const only = schema.get('const');
  const list = schema.get('enum');
  const values = only !== undefined ? [only] : list && isPyList(list) ? list : undefined;
  const names = valueNames(schema);
  const properties = schema.get('properties');
  const onlyMember = isPyDict(properties) && properties.size === 1 ? [...properties.keys()][0] : undefined;
  return {
    types,
    ...(values && { values }),
    ...(names.length > 0 && { names }),
    ...(onlyMember !== undefined && { onlyMember }),
  };
}

/** The keyword and its value, as `maximum 10`. */
function limitWords(keyword: string, value: PyValue): string {
  const isShort = typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint';
  return isShort ? shortMessage(`${keyword} ${value}`) : keyword;
}
