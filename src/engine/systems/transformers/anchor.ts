import { EngineError } from '../../core/errors.ts';
import { isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import {
  asksForSearchStart,
  type CodeText,
  type Regex,
  type RegexMatch,
  type RegexProgress,
  regexOf,
} from '../../python/index.ts';
import { LiteralMatcher } from './literalMatcher.ts';

/** What opens or closes a region: literal texts, or a pattern. */
export type Anchor = LiteralAnchor | PatternAnchor;

/** Literal texts. */
export interface LiteralAnchor {
  /** In the order in which they are written, each once. */
  readonly literals: readonly string[];
  readonly matcher: LiteralMatcher;
  readonly regex?: undefined;
}

export interface PatternAnchor {
  readonly regex: Regex;
  readonly literals?: undefined;
}

/** The search for an anchor in one text, which may grow. */
export interface AnchorSearch {
  search(text: CodeText, from: number, partial: boolean): RegexMatch | undefined;
}

/** Begins to look for an anchor. */
export function searchFor(anchor: Anchor): AnchorSearch {
  return anchor.literals ? anchor.matcher.startSearch() : new PatternSearch(anchor.regex);
}

/** Every match of an anchor in a text, one behind the other. Raises like `Regex.search`. */
export function* matchesOf(anchor: Anchor, text: CodeText): Generator<RegexMatch> {
  if (!anchor.literals) {
    yield* anchor.regex.matches(text);
    return;
  }
  const search = searchFor(anchor);
  for (let from = 0; ; ) {
    const match = search.search(text, from, false);
    if (!match) return;
    yield match;
    from = match.end;
  }
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
    return { literals, matcher: new LiteralMatcher(literals) };
  }
  if (!field.has(patternKey)) return undefined;
  const pattern = field.get(patternKey);
  const place = [...path, patternKey];
  if (typeof pattern !== 'string')
    throw templateError('TypeError', 'first argument must be a string or compiled pattern', place);
  try {
    return { regex: regexOf(pattern) };
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

/** A pattern that is looked for in one text, which may grow: what was found is not looked for again. */
class PatternSearch {
  readonly #regex: Regex;
  /** What matches at a place does not depend on where the search began. */
  readonly #isFree: boolean;
  readonly #progress: RegexProgress = { from: -1, spent: 0, scan: undefined };
  #last: { from: number; length: number; partial: boolean; match: RegexMatch | undefined } | undefined;

  constructor(regex: Regex) {
    this.#regex = regex;
    this.#isFree = !asksForSearchStart(regex.tree);
  }

  /** As `Regex.search`, and raises alike. A region that ends before the next match does not make the way to that match be gone again. */
  search(text: CodeText, from: number, partial: boolean): RegexMatch | undefined {
    const last = this.#last;
    const { length } = text;
    const isKnown =
      last &&
      this.#isFree &&
      last.length === length &&
      last.partial === partial &&
      from >= last.from &&
      (last.match === undefined || last.match.start >= from);
    if (isKnown) return last.match;
    const match = this.#regex.search(text, from, partial, this.#progress);
    this.#last = { from, length, partial, match };
    return match;
  }
}
