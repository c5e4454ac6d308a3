import { isPyDict, isPyList } from '../../core/pyValue.ts';
import { compareTexts, isOfType } from './jsonTypes.ts';
import type { SchemaError } from './schemaError.ts';

/**
 * `jsonschema.exceptions.best_match`: the error that `validate` raises. Of several the one nearest to the root, then the
 * last place, then one that is not of `anyOf` or `oneOf`, then one whose type is wrong. From those two it goes on to the
 * deepest error of their branches, unless two of them are alike.
 */
export function bestMatch(errors: readonly SchemaError[]): SchemaError | undefined {
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
