import { isPyDict, isPyList, type PyDict, type PyList, type PyValue } from '../../core/pyValue.ts';
import { pyRepr } from '../../python/index.ts';
import { matchesPattern, missing } from './assertions.ts';
import { isNumber, sortedTexts } from './jsonTypes.ts';
import type { FoundError, Keyword, RunningCheck, SchemaError } from './keyword.ts';

/** The keywords that apply other schemas to the instance or to its parts, with the messages of Python's `jsonschema`. */
export const applicators: Readonly<Record<string, Keyword>> = {
  $ref: (value, instance, _schema, check) =>
    typeof value === 'string' ? check.descend(instance, check.resolve(value)) : [],
  $dynamicRef: (value, instance, _schema, check) =>
    typeof value === 'string' ? check.descend(instance, check.resolve(value)) : [],
  properties(value, instance, _schema, check) {
    if (!isPyDict(instance) || !isPyDict(value)) return [];
    return [...value].flatMap(([key, schema]) =>
      instance.has(key) ? check.descend(instance.get(key)!, schema, [key]) : [],
    );
  },
  patternProperties(value, instance, _schema, check) {
    if (!isPyDict(instance) || !isPyDict(value)) return [];
    return [...value].flatMap(([pattern, schema]) =>
      [...instance].flatMap(([key, item]) => (matchesPattern(pattern, key) ? check.descend(item, schema, [key]) : [])),
    );
  },
  propertyNames(value, instance, _schema, check) {
    return isPyDict(instance)
      ? [...instance.keys()].flatMap(key => check.descend(key, value).map(error => ({ ...error, keys: [key] })))
      : [];
  },
  additionalProperties(value, instance, schema, check) {
    if (!isPyDict(instance)) return [];
    const extras = additionalKeys(instance, schema);
    if (isPyDict(value)) return extras.flatMap(key => check.descend(instance.get(key)!, value, [key]));
    if (value !== false || extras.length === 0) return [];
    const patterns = schema.get('patternProperties');
    if (patterns === undefined)
      return one(`Additional properties are not allowed (${extrasMessage(sortedTexts(extras))} unexpected)`, {
        keys: extras,
      });
    const verb = extras.length === 1 ? 'does' : 'do';
    const named = sortedTexts(isPyDict(patterns) ? [...patterns.keys()] : []);
    return one(`${reprs(sortedTexts(extras))} ${verb} not match any of the regexes: ${reprs(named)}`, { keys: extras });
  },
  prefixItems(value, instance, _schema, check) {
    if (!isPyList(instance) || !isPyList(value)) return [];
    return value.slice(0, instance.length).flatMap((schema, i) => check.descend(instance[i]!, schema, [i]));
  },
  items(value, instance, schema, check) {
    if (!isPyList(instance)) return [];
    if (isPyList(value))
      return check.hasItemLists
        ? value.slice(0, instance.length).flatMap((each, i) => check.descend(instance[i]!, each, [i]))
        : [];
    const before = schema.get('prefixItems');
    const prefix = before && isPyList(before) && !check.hasItemLists ? before.length : 0;
    const extra = instance.length - prefix;
    if (extra <= 0) return [];
    if (value === false && !check.hasItemLists) {
      const rest = extra === 1 ? instance[prefix]! : instance.slice(prefix);
      const item = prefix === 1 ? 'item' : 'items';
      return one(`Expected at most ${prefix} ${item} but found ${extra} extra: ${pyRepr(rest)}`);
    }
    return instance.slice(prefix).flatMap((item, i) => check.descend(item, value, [prefix + i]));
  },
  additionalItems(value, instance, schema, check) {
    const items = schema.get('items');
    if (!check.hasItemLists || !isPyList(instance) || !items || !isPyList(items)) return [];
    const rest = instance.slice(items.length);
    if (isPyDict(value)) return rest.flatMap((item, i) => check.descend(item, value, [items.length + i]));
    if (value !== false || rest.length === 0) return [];
    return one(`Additional items are not allowed (${extrasMessage(rest)} unexpected)`);
  },
  contains(value, instance, schema, check) {
    if (!isPyList(instance)) return [];
    const limit = (key: string, otherwise: number) => {
      const limitValue = schema.get(key) ?? null;
      return isNumber(limitValue) ? Number(limitValue) : otherwise;
    };
    const [min, max] = [limit('minContains', 1), limit('maxContains', instance.length)];
    const matches = instance.filter(item => check.takes(item, value)).length;
    if (matches > max)
      return one(`Too many items match the given schema (expected at most ${max})`, { keyword: 'maxContains' });
    if (matches >= min) return [];
    if (matches === 0) return one(`${pyRepr(instance)} does not contain items matching the given schema`);
    const message = `Too few items match the given schema (expected at least ${min} but only ${matches} matched)`;
    return one(message, { keyword: 'minContains' });
  },
  allOf: (value, instance, _schema, check) =>
    isPyList(value) ? value.flatMap(each => check.descend(instance, each)) : [],
  anyOf(value, instance, _schema, check) {
    if (!isPyList(value)) return [];
    const branches: SchemaError[][] = [];
    for (const each of value) {
      const errors = check.descend(instance, each);
      if (errors.length === 0) return [];
      branches.push(errors);
    }
    return noBranch(instance, branches);
  },
  oneOf(value, instance, _schema, check) {
    if (!isPyList(value)) return [];
    const branches: SchemaError[][] = [];
    const first = value.findIndex(each => {
      const errors = check.descend(instance, each);
      branches.push(errors);
      return errors.length === 0;
    });
    if (first === -1) return noBranch(instance, branches);
    const more = value.slice(first + 1).filter(each => check.takes(instance, each));
    if (more.length === 0) return [];
    return one(`${pyRepr(instance)} is valid under each of ${reprs([...more, value[first]!])}`);
  },
  not: (value, instance, _schema, check) =>
    check.takes(instance, value) ? one(`${pyRepr(instance)} should not be valid under ${pyRepr(value)}`) : [],
  if(value, instance, schema, check) {
    const branch = schema.get(check.takes(instance, value) ? 'then' : 'else');
    return branch === undefined ? [] : check.descend(instance, branch);
  },
  dependentSchemas(value, instance, _schema, check) {
    if (!isPyDict(instance) || !isPyDict(value)) return [];
    return [...value].flatMap(([key, schema]) => (instance.has(key) ? check.descend(instance, schema) : []));
  },
  dependencies(value, instance, _schema, check) {
    if (!check.isLegacy || !isPyDict(instance) || !isPyDict(value)) return [];
    return [...value].flatMap(([key, needed]) => {
      if (!instance.has(key)) return [];
      return isPyList(needed) ? missing(needed, instance, key) : check.descend(instance, needed);
    });
  },
  unevaluatedItems(_value, instance, schema, check) {
    if (!isPyList(instance)) return [];
    const evaluated = evaluatedItems(instance, schema, check);
    const left = instance.filter((_, i) => !evaluated.has(i));
    return left.length === 0 ? [] : one(`Unevaluated items are not allowed (${extrasMessage(left)} unexpected)`);
  },
  unevaluatedProperties(value, instance, schema, check) {
    if (!isPyDict(instance)) return [];
    const evaluated = evaluatedKeys(instance, schema, check);
    const left = [...instance].flatMap(([key, item]) =>
      evaluated.has(key) ? [] : check.descend(item, value).map(() => key),
    );
    if (left.length === 0) return [];
    if (value === false)
      return one(`Unevaluated properties are not allowed (${extrasMessage(sortedTexts(left))} unexpected)`, {
        keys: left,
      });
    const words = 'Unevaluated properties are not valid under the given schema';
    return one(`${words} (${extrasMessage(left)} unevaluated and invalid)`, { keys: left });
  },
};

/** The keys that neither `properties` nor `patternProperties` is about. */
function additionalKeys(instance: PyDict, schema: PyDict): string[] {
  const [properties, patterns] = [schema.get('properties') ?? null, schema.get('patternProperties') ?? null];
  return [...instance.keys()].filter(
    key =>
      !(isPyDict(properties) && properties.has(key)) &&
      !(isPyDict(patterns) && [...patterns.keys()].some(pattern => matchesPattern(pattern, key))),
  );
}

/** The error of `anyOf` and `oneOf` where no branch takes the instance. */
function noBranch(instance: PyValue, branches: readonly (readonly SchemaError[])[]): FoundError[] {
  return one(`${pyRepr(instance)} is not valid under any of the given schemas`, { context: branches.flat(), branches });
}

function one(message: string, more: Omit<FoundError, 'message'> = {}): FoundError[] {
  return [{ message, ...more }];
}

function reprs(values: readonly PyValue[]): string {
  return values.map(pyRepr).join(', ');
}

function extrasMessage(extras: readonly PyValue[]): string {
  return `${reprs(extras)} ${extras.length === 1 ? 'was' : 'were'}`;
}

/** The indexes of the items that a schema says something about, for `unevaluatedItems`. */
function evaluatedItems(instance: PyList, schema: PyValue, check: RunningCheck): Set<number> {
  const found = new Set<number>();
  if (!isPyDict(schema)) return found;
  if (schema.has('items')) return new Set(instance.keys());
  const prefix = schema.get('prefixItems');
  if (isPyList(prefix)) for (const i of prefix.keys()) found.add(i);
  for (const keyword of ['contains', 'unevaluatedItems']) {
    const each = schema.get(keyword);
    if (each !== undefined) for (const [i, item] of instance.entries()) if (check.takes(item, each)) found.add(i);
  }
  for (const part of appliedParts(instance, schema, check))
    for (const i of evaluatedItems(instance, part, check)) found.add(i);
  return found;
}

/** The keys that a schema says something about, for `unevaluatedProperties`. */
function evaluatedKeys(instance: PyDict, schema: PyValue, check: RunningCheck): Set<string> {
  const found = new Set<string>();
  if (!isPyDict(schema)) return found;
  const member = (keyword: string) => schema.get(keyword) ?? null;
  const [properties, patterns, dependent] = ['properties', 'patternProperties', 'dependentSchemas'].map(member);
  if (isPyDict(properties!)) for (const key of properties.keys()) if (instance.has(key)) found.add(key);
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    const each = member(keyword);
    if (each !== null) for (const [key, item] of instance) if (check.takes(item, each)) found.add(key);
  }
  if (isPyDict(patterns!))
    for (const key of instance.keys())
      if ([...patterns.keys()].some(pattern => matchesPattern(pattern, key))) found.add(key);
  const parts = appliedParts(instance, schema, check);
  if (isPyDict(dependent!)) for (const [key, part] of dependent) if (instance.has(key)) parts.push(part);
  for (const part of parts) for (const key of evaluatedKeys(instance, part, check)) found.add(key);
  return found;
}

/** The schemas that apply to the instance beside a schema: references, branches that take it, and the one that `if` chooses. */
function appliedParts(instance: PyValue, schema: PyDict, check: RunningCheck): PyValue[] {
  const parts: PyValue[] = [];
  for (const keyword of ['$ref', '$dynamicRef']) {
    const reference = schema.get(keyword);
    if (typeof reference === 'string') parts.push(check.resolve(reference));
  }
  for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
    const branches = schema.get(keyword);
    if (isPyList(branches)) parts.push(...branches.filter(each => check.takes(instance, each)));
  }
  const condition = schema.get('if');
  if (condition === undefined) return parts;
  const holds = check.takes(instance, condition);
  const branch = schema.get(holds ? 'then' : 'else');
  return [...parts, ...(holds ? [condition] : []), ...(branch === undefined ? [] : [branch])];
}
