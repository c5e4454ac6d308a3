import { EngineError } from '../../core/errors.ts';
import { isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import type { Regex } from '../../python/regex/regex.ts';
import { regexOf } from '../../python/regex/regexOf.ts';

/** What opens or closes a region: literal texts, or a pattern. */
export interface Anchor {
  readonly regex: Regex;
  /** Absent for a pattern. In the order in which they are written, each once. */
  readonly literals: readonly string[] | undefined;
  /** Some literal begins with another one: text that follows may make the match longer. */
  readonly canExtend: boolean;
}

/** A path in the template's value, from its object. */
export type TemplatePath = readonly (string | number)[];

/** An error of the template, with the place of what is wrong. */
export function templateError(className: string, message: string, path: TemplatePath): EngineError {
  return new EngineError(className, message, undefined, path);
}

/**
 * The anchor that the keys `key` (literals) and `key_pattern` of a field make; `undefined`: there is neither. `scope`
 * begins the messages. Raises transformers' `ValueError`s, with the place, and `TypeError` for a pattern that is not text.
 */
export function readAnchor(scope: string, field: PyDict, key: string, path: TemplatePath): Anchor | undefined {
  const patternKey = `${key}_pattern`;
  if (field.has(key) && field.has(patternKey))
    throw templateError('ValueError', `${scope}: cannot specify both '${key}' and '${patternKey}'`, [
      ...path,
      patternKey,
    ]);
  if (field.has(key)) {
    const literals = readLiterals(scope, field.get(key) ?? null, key, [...path, key]);
    // Longest first, so that the longer one of two is found.
    const ordered = [...literals].sort((a, b) => [...b].length - [...a].length);
    return {
      regex: regexOf(ordered.map(escaped).join('|')),
      literals,
      canExtend: literals.some(one => literals.some(other => one !== other && one.startsWith(other))),
    };
  }
  if (!field.has(patternKey)) return undefined;
  const pattern = field.get(patternKey) ?? null;
  const place = [...path, patternKey];
  if (typeof pattern !== 'string')
    throw templateError('TypeError', 'first argument must be a string or compiled pattern', place);
  try {
    return { regex: regexOf(pattern), literals: undefined, canExtend: false };
  } catch (error) {
    if (!(error instanceof EngineError) || error.class !== 'error') throw error;
    throw templateError('ValueError', `${scope}: invalid ${patternKey} regex: ${error.message}`, place);
  }
}

function readLiterals(scope: string, value: PyValue, key: string, path: TemplatePath): readonly string[] {
  const fail = (message: string, index?: number): never => {
    throw templateError('ValueError', `${scope}: '${key}' ${message}`, index === undefined ? path : [...path, index]);
  };
  if (typeof value === 'string') {
    if (value === '') fail('literals cannot be empty strings');
    return [value];
  }
  if (!isPyList(value)) return fail(`must be a string or list of strings, got ${pyTypeName(value)}`);
  if (value.length === 0) fail('list must contain at least one literal');
  const texts = value.filter(item => typeof item === 'string');
  if (texts.length < value.length)
    fail(
      'list must contain only strings',
      value.findIndex(item => typeof item !== 'string'),
    );
  if (texts.includes('')) fail('literals cannot be empty strings', texts.indexOf(''));
  return [...new Set(texts)];
}

function escaped(text: string): string {
  return Array.from(text, character => (/^[0-9A-Za-z_]$/.test(character) ? character : literal(character))).join('');
}

/** Signs are escaped, other characters stand for themselves. */
function literal(character: string): string {
  return character < '\x80' ? `\\${character}` : character;
}
