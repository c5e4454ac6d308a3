import { EngineError } from '../../core/errors.ts';
import { pointerStep } from '../../core/pointerStep.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { pyRepr } from '../../python/index.ts';
import { newRun } from '../validator.ts';
import { applicators } from './applicators.ts';
import { assertions } from './assertions.ts';
import { compareTexts, isOfType } from './jsonTypes.ts';
import type { Keyword, RunningCheck, SchemaError } from './keyword.ts';

const keywords: Readonly<Record<string, Keyword>> = { ...assertions, ...applicators };

/** Frames that Python has for one schema inside another, as many as its limit allows. */
const maxDepth = 320;

/**
 * Python's `jsonschema` 4.25.1 with one schema, in the draft that it names (Draft 2020-12 where it names none, and one
 * before that has `$ref` alone and lists in `items`). Formats are not checked there by default, and are not here. Patterns
 * are matched as Rust does, in linear time; one that it does not know is not checked. A keyword whose value is not what it
 * has to be is not heeded. Raises `EngineError`: a reference that leads nowhere, and what is nested too deeply or takes too
 * many steps for the size of the value.
 */
export class SchemaCheck implements RunningCheck {
  readonly root: PyValue;
  readonly isLegacy: boolean;
  readonly hasItemLists: boolean;
  readonly #fillsDefaults: boolean;
  #depth = 0;
  #budget = 0;

  /** `fillsDefaults`: `properties` sets the defaults of keys that are absent, in the instance itself, which raises `TypeError` for a schema that is a boolean; always in Draft 2020-12. */
  constructor(root: PyValue, { fillsDefaults = false }: { readonly fillsDefaults?: boolean } = {}) {
    this.root = root;
    this.#fillsDefaults = fillsDefaults;
    const draft = isPyDict(root) && !fillsDefaults ? root.get('$schema') : undefined;
    this.isLegacy = typeof draft === 'string' && /draft-0[3467]/.test(draft);
    this.hasItemLists = this.isLegacy || (typeof draft === 'string' && draft.includes('2019-09'));
  }

  /** `iter_errors(instance)`: all errors, in the order of the schema's keywords. */
  errors(instance: PyValue, schema: PyValue = this.root): SchemaError[] {
    this.#budget = newRun(instance).budget;
    this.#depth = 0;
    return this.descend(instance, schema);
  }

  /** The error that `jsonschema.validate` raises; `undefined` for a value that is valid. */
  bestError(instance: PyValue): SchemaError | undefined {
    return bestMatch(this.errors(instance));
  }

  /** True for a value that the schema (the whole one, or a part of it) takes. */
  accepts(instance: PyValue, schema: PyValue = this.root): boolean {
    return this.errors(instance, schema).length === 0;
  }

  takes(instance: PyValue, schema: PyValue): boolean {
    return this.descend(instance, schema).length === 0;
  }

  descend(instance: PyValue, schema: PyValue, path: readonly (string | number)[] = []): SchemaError[] {
    if (schema === false)
      return [{ message: `False schema does not allow ${pyRepr(instance)}`, instance, schema, path, context: [] }];
    if (!isPyDict(schema)) return [];
    if (++this.#depth > maxDepth || --this.#budget < 0)
      throw new EngineError('RecursionError', 'maximum recursion depth exceeded');
    const found: SchemaError[] = [];
    for (const [keyword, value] of this.#applicable(schema)) {
      if (!Object.hasOwn(keywords, keyword)) continue;
      if (keyword === 'properties' && this.#fillsDefaults) fillDefaults(instance, value);
      for (const error of keywords[keyword]!(value, instance, schema, this))
        found.push(
          'path' in error
            ? { ...error, path: [...path, ...error.path] }
            : { keyword, context: [], ...error, instance, schema, path },
        );
    }
    this.#depth--;
    return found;
  }

  resolve(reference: string): PyValue {
    const found = this.#find(reference);
    if (found === undefined) throw new EngineError('_WrappedReferencingError', `Unresolvable: ${reference}`);
    return found;
  }

  #applicable(schema: PyDict): Iterable<[string, PyValue]> {
    const reference = schema.get('$ref');
    return this.isLegacy && reference !== undefined && reference !== null ? [['$ref', reference]] : schema;
  }

  #find(reference: string): PyValue | undefined {
    if (reference === '#' || reference === '') return this.root;
    if (!reference.startsWith('#')) return undefined;
    if (!reference.startsWith('#/')) return findAnchor(this.root, reference.slice(1));
    let at: PyValue | undefined = this.root;
    for (const part of reference.slice(2).split('/')) {
      const key = unescaped(part);
      if (at === undefined) return undefined;
      at = isPyDict(at) ? at.get(key) : isPyList(at) ? at[Number(key)] : undefined;
    }
    return at;
  }
}

function fillDefaults(instance: PyValue, properties: PyValue): void {
  if (!isPyDict(instance) || !isPyDict(properties)) return;
  const filled = instance as Map<string, PyValue>;
  for (const [key, schema] of properties) {
    if (typeof schema === 'boolean') throw new EngineError('TypeError', "argument of type 'bool' is not iterable");
    if (isPyDict(schema) && schema.has('default') && !filled.has(key)) filled.set(key, copied(schema.get('default')!));
  }
}

function copied(value: PyValue): PyValue {
  if (isPyDict(value)) return new Map([...value].map(([key, item]) => [key, copied(item)]));
  return isPyList(value) ? value.map(copied) : value;
}

function unescaped(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A `%` that encodes nothing stands for itself.
  }
  return pointerStep(text);
}

/** The part of a schema with an anchor; linear in the schema. */
function findAnchor(root: PyValue, anchor: string): PyValue | undefined {
  const pending: PyValue[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isPyDict(next)) {
      if (next.get('$anchor') === anchor || next.get('$dynamicAnchor') === anchor) return next;
      pending.push(...next.values());
    } else if (isPyList(next)) pending.push(...next);
  }
  return undefined;
}

/**
 * `jsonschema.exceptions.best_match`: the error that `validate` raises. Of several the one nearest to the root, then the
 * last place, then one that is not of `anyOf` or `oneOf`, then one whose type is wrong. From those two it goes on to the
 * deepest error of their branches, unless two of them are alike.
 */
function bestMatch(errors: readonly SchemaError[]): SchemaError | undefined {
  let best = errors[0];
  for (const error of errors.slice(1)) if (compareRelevance(error, best!) > 0) best = error;
  while (best && best.context.length > 0) {
    const { context }: SchemaError = best;
    let [smallest, next]: (SchemaError | undefined)[] = [undefined, undefined];
    for (const error of context)
      if (!smallest || compareRelevance(error, smallest) < 0) [smallest, next] = [error, smallest];
      else if (!next || compareRelevance(error, next) < 0) next = error;
    if (!smallest || (next && compareRelevance(smallest, next) === 0)) return best;
    best = smallest;
  }
  return best;
}

function compareRelevance(a: SchemaError, b: SchemaError): number {
  return (
    b.path.length - a.path.length ||
    comparePaths(a.path, b.path) ||
    Number(!isWeak(a)) - Number(!isWeak(b)) ||
    Number(!matchesType(a)) - Number(!matchesType(b))
  );
}

function comparePaths(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i]!;
    const order =
      typeof left === 'number' && typeof right === 'number' ? left - right : compareTexts(String(left), String(right));
    if (order !== 0) return order;
  }
  return 0;
}

function isWeak({ keyword }: SchemaError): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

function matchesType({ schema, instance }: SchemaError): boolean {
  const type = isPyDict(schema) ? schema.get('type') : undefined;
  const types = typeof type === 'string' ? [type] : type && isPyList(type) ? type : [];
  return types.some(each => typeof each === 'string' && isOfType(instance, each));
}
