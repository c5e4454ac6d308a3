import { pointerStep } from '../../core/pointerStep.ts';
import { isPyDict, isPyList, type PyDict, PyFloat, type PyList, type PyValue } from '../../core/pyValue.ts';
import { jsonLoads, pyContains, pyEquals } from '../../python/index.ts';
import { SchemaCheck } from '../../validation/index.ts';
import {
  coerceScalar,
  matchingPatterns,
  missingValue,
  needRequired,
  objectConfig,
  RepairRefused,
} from './schemaRules.ts';

/** What stands for a value that is not there. */
export const missing: unique symbol = Symbol('missing');
/** A value that was read, or the lack of one. */
export type Given = PyValue | typeof missing;

/** `SchemaRepairer` of `json_repair` 0.61, in its standard mode: makes values fit a schema. Raises `RepairRefused` where it cannot. */
export class SchemaRepair {
  readonly #root: PyValue;
  readonly #check: SchemaCheck;
  readonly #prepared = new Map<PyValue, PyValue>();

  constructor(root: PyValue) {
    this.#root = root;
    this.#check = new SchemaCheck(prepared(root));
  }

  /** Whether a part of the schema takes a value. */
  accepts(value: PyValue, schema: PyValue): boolean {
    const resolved = this.resolve(schema);
    if (typeof resolved === 'boolean') return resolved;
    let made = this.#prepared.get(resolved);
    if (made === undefined) {
      made = prepared(resolved);
      this.#prepared.set(resolved, made);
    }
    return this.#check.accepts(value, made);
  }

  /** `resolve_schema`: behind its references; `true` for none. */
  resolve(schema: PyValue | undefined): PyDict | boolean {
    if (schema === undefined || schema === null) return true;
    let at: PyValue = schema;
    const seen = new Set<PyValue>();
    while (isPyDict(at) && at.has('$ref')) {
      if (seen.has(at)) throw new RepairRefused();
      seen.add(at);
      at = this.#resolveReference(at.get('$ref')!);
    }
    if (isPyDict(at) || typeof at === 'boolean') return at;
    throw new RepairRefused();
  }

  /** `is_object_schema`, of a schema that is resolved. */
  isObjectSchema(schema: PyDict): boolean {
    return hasType(schema, 'object') || objectKeys.some(key => schema.has(key));
  }

  /** `is_array_schema`, of a schema that is resolved. */
  isArraySchema(schema: PyDict): boolean {
    return hasType(schema, 'array') || schema.has('items');
  }

  /** `repair_value`: what a schema makes of a value. */
  repair(value: Given, schema: PyValue | undefined): PyValue {
    const resolved = this.resolve(schema);
    if (resolved === false) throw new RepairRefused();
    if (resolved === true || resolved.size === 0) return value === missing ? '' : value;
    if (value === missing) return missingValue(resolved, this);
    const all = resolved.get('allOf');
    if (isPyList(all)) return all.reduce((repaired, each) => this.repair(repaired, each), value);
    for (const key of ['oneOf', 'anyOf']) {
      const branches = resolved.get(key);
      if (isPyList(branches)) return this.#first(branches, each => this.repair(value, each));
    }
    const type = this.expectedType(resolved);
    if (type !== undefined && isPyList(type)) return this.#firstType(value, type, resolved);
    return withEnum(this.#byType(value, type, resolved), resolved);
  }

  /** The type that a schema asks for, or that its other keywords speak of. */
  expectedType(schema: PyDict): PyValue | undefined {
    const type = schema.get('type') ?? null;
    if (type !== null) return type;
    if (this.isObjectSchema(schema)) return 'object';
    return this.isArraySchema(schema) ? 'array' : undefined;
  }

  #first(branches: PyList, repair: (branch: PyValue) => PyValue): PyValue {
    for (const branch of branches)
      try {
        const repaired = repair(branch);
        if (this.accepts(repaired, branch)) return repaired;
      } catch (error) {
        if (!(error instanceof RepairRefused)) throw error;
      }
    throw new RepairRefused();
  }

  #firstType(value: PyValue, types: PyList, schema: PyDict): PyValue {
    const branches = types.map(type => new Map([...schema, ['type', type]]));
    return this.#first(branches, branch => {
      const narrowed = branch as PyDict;
      return withEnum(this.#byType(value, narrowed.get('type'), schema), narrowed);
    });
  }

  #byType(value: PyValue, type: PyValue | undefined, schema: PyDict): PyValue {
    if (type === 'object') return this.#object(value, schema);
    if (type === 'array') return this.#array(value, schema);
    return typeof type === 'string' ? coerceScalar(value, type) : value;
  }

  #array(raw: PyValue, schema: PyDict): PyValue {
    const value = unwrapped(raw, isPyList);
    let items = isPyList(value) ? value : [value];
    const schemas = schema.get('items') ?? null;
    if (isPyList(schemas)) {
      const additional = schema.get('additionalItems');
      const rest = items.slice(schemas.length);
      const repaired = items.slice(0, schemas.length).map((item, i) => this.repair(item, schemas[i]));
      if (additional !== undefined && isPyDict(additional))
        repaired.push(...rest.map(item => this.repair(item, additional)));
      else if (additional === true || additional === null || additional === undefined) repaired.push(...rest);
      items = repaired;
    } else if (schemas !== null) items = items.map(item => this.repair(item, schemas));
    if (isBelow(items.length, schema.get('minItems'))) throw new RepairRefused();
    return items;
  }

  #object(raw: PyValue, schema: PyDict): PyValue {
    const value = unwrapped(raw, isPyDict);
    if (!isPyDict(value)) throw new RepairRefused();
    const config = objectConfig(schema);
    needRequired(config, value);
    const repaired = new Map<string, PyValue>();
    for (const [key, property] of config.properties) {
      const item = value.get(key);
      if (item !== undefined) repaired.set(key, this.repair(item, property));
      else if (isPyDict(property) && property.has('default') && !config.required.includes(key))
        repaired.set(key, property.get('default')!);
    }
    for (const [key, item] of value) {
      if (config.properties.has(key)) continue;
      const matched = matchingPatterns(config.patterns, key);
      if (matched.length > 0)
        repaired.set(
          key,
          matched.reduce((made, each) => this.repair(made, each), item),
        );
      else if (config.additional !== undefined && isPyDict(config.additional))
        repaired.set(key, this.repair(item, config.additional));
      else if (config.additional === true || config.additional === null || config.additional === undefined)
        repaired.set(key, item);
    }
    if (isBelow(repaired.size, schema.get('minProperties'))) throw new RepairRefused();
    return repaired;
  }

  #resolveReference(reference: PyValue): PyValue {
    if (typeof reference !== 'string' || !reference.startsWith('#/')) throw new RepairRefused();
    let at: PyValue | undefined = this.#root;
    for (const part of reference.replace(/^[#/]+/, '').split('/'))
      at = at !== undefined && isPyDict(at) ? at.get(pointerStep(part)) : undefined;
    if (at === undefined) throw new RepairRefused();
    return at;
  }
}

const objectKeys = ['properties', 'patternProperties', 'additionalProperties', 'required'];

function hasType(schema: PyDict, type: string): boolean {
  const types = schema.get('type') ?? null;
  return types === type || (isPyList(types) && types.includes(type));
}

function withEnum(value: PyValue, schema: PyDict): PyValue {
  const [only, choices] = [schema.get('const'), schema.get('enum') ?? null];
  if (only !== undefined && !pyEquals(value, only)) throw new RepairRefused();
  if (isPyList(choices) && !pyContains(choices, value)) throw new RepairRefused();
  return value;
}

/** A container that was written as a text of JSON. */
function unwrapped(value: PyValue, is: (value: PyValue) => boolean): PyValue {
  const read = typeof value === 'string' ? jsonLoads(value) : undefined;
  return read?.ok && is(read.value) ? read.value : value;
}

function isBelow(count: number, limit: PyValue | undefined): boolean {
  const plain = limit instanceof PyFloat ? limit.value : limit;
  return typeof plain === 'number' && count < plain;
}

/** The schema with lists of `items` as `prefixItems`. Linear. */
function prepared(schema: PyValue): PyValue {
  if (isPyList(schema)) return schema.map(prepared);
  if (!isPyDict(schema)) return schema;
  const made = new Map<string, PyValue>([...schema].map(([key, value]) => [key, prepared(value)]));
  const items = made.get('items');
  if (!isPyList(items)) return made;
  const additional = made.get('additionalItems');
  for (const key of ['items', 'additionalItems']) made.delete(key);
  made.set('prefixItems', items);
  if (additional === false || (additional !== undefined && isPyDict(additional))) made.set('items', additional);
  return made;
}
