import { EngineError } from '../../core/errors.ts';
import { once } from '../../core/once.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { compareCodePoints, pyRepr } from '../../python/index.ts';
import { type TemplatePath, templateError } from './anchor.ts';

const word = '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]+';
const placeholder = once(() => new RegExp(`\\{(${word}(?:\\.${word})*)\\}`, 'u'));
const wholePlaceholder = once(() => new RegExp(`^\\{(${word}(?:\\.${word})*)\\}$`, 'u'));

/** The dotted path of a text that is a placeholder as a whole; `undefined` for other texts. */
export function placeholderPath(text: string): string | undefined {
  return wholePlaceholder().exec(text)?.[1];
}

/** Refuses texts that have a placeholder among other words. Raises transformers' `ValueError`, with the place. */
export function checkTransform(scope: string, transform: PyValue, path: TemplatePath): void {
  if (isPyList(transform)) for (const [i, item] of transform.entries()) checkTransform(scope, item, [...path, i]);
  else if (isPyDict(transform)) for (const [key, item] of transform) checkTransform(scope, item, [...path, key]);
  else if (typeof transform === 'string' && placeholder().test(transform) && placeholderPath(transform) === undefined)
    throw templateError(
      'ValueError',
      `${scope}: transform string ${pyRepr(transform)} mixes a {placeholder} with literal text. Use either a whole-string placeholder (e.g. "{content}") or a plain literal; string interpolation is not supported.`,
      path,
    );
}

/** A transform with its placeholders replaced. Raises `KeyError` for what is not in `scope`, and `ValueError` for parts that a value does not have. */
export function applyTransform(transform: PyValue, scope: PyDict): PyValue {
  if (isPyList(transform)) return transform.map(item => applyTransform(item, scope));
  if (isPyDict(transform)) return new Map([...transform].map(([key, item]) => [key, applyTransform(item, scope)]));
  const path = typeof transform === 'string' ? placeholderPath(transform) : undefined;
  if (path === undefined) return transform;
  const [root = '', ...keys] = path.split('.');
  const available = (dict: PyDict) => pyRepr([...dict.keys()].sort(compareCodePoints));
  if (!scope.has(root))
    throw new EngineError(
      'KeyError',
      pyRepr(`transform placeholder '{${path}}' is not defined. Available: ${available(scope)}`),
    );
  let value = scope.get(root) ?? null;
  for (const key of keys) {
    if (!isPyDict(value))
      throw new EngineError(
        'ValueError',
        `transform placeholder '{${path}}' cannot index into ${pyTypeName(value)} at '${key}'`,
      );
    if (!value.has(key))
      throw new EngineError(
        'ValueError',
        `transform placeholder '{${path}}' is missing key '${key}'. Available: ${available(value)}`,
      );
    value = value.get(key) ?? null;
  }
  return value;
}
