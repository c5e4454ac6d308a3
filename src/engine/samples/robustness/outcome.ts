import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { ParseResult } from '../../core/result.ts';
import type { Expectation } from '../../parsers/definition.ts';
import { jsonEquals, toJsonText, toJsonValue } from '../../python/index.ts';
import type { MutationFamily } from './operator.ts';

/**
 * What became of a mutated response: the same value, an error, or another value without an error, which is the worst,
 * because nobody is told.
 */
export type MutationResult =
  | { readonly outcome: 'same' }
  | { readonly outcome: 'error'; readonly error: { readonly class: string; readonly message: string } }
  | { readonly outcome: 'changed'; readonly difference: string; readonly value: PyValue };

/** How a definition took one mutation. */
export type MutationOutcome = MutationResult & {
  /** The operator's name. */
  readonly operator: string;
  readonly family: MutationFamily;
  readonly summary: string;
  /** Whether that is the right outcome: the same value, or an error where something of the answer is lost. */
  readonly passed: boolean;
  /** The mutated response. */
  readonly response: string;
  /** What a sample of the mutated response is to expect; absent where nothing is certain. */
  readonly expect?: Expectation;
};

/** Stands for the class of what is not an error but a value, with which Langroid tells the model that no tool was recognised. */
export const toolErrorClass = 'toolError';

/** The longest difference that is told, in UTF-16 units. */
const maxDifference = 200;
/** And of one item in it. */
const maxItem = 120;

/** Compares what a mutated response gave with the good value, but for the keys of `prose`, see `ParserType`. */
export function resultOf(good: PyValue, result: ParseResult, prose: readonly string[]): MutationResult {
  if (!result.ok) return { outcome: 'error', error: { class: result.error.class, message: result.error.message } };
  if (result.toolError === true)
    return { outcome: 'error', error: { class: toolErrorClass, message: 'A tool is meant, but none is recognised.' } };
  const [one, other] = [good, result.exact].map(value => toJsonValue(withoutKeys(value, prose)));
  if (jsonEquals(one!, other!)) return { outcome: 'same' };
  return { outcome: 'changed', difference: difference(one!, other!), value: result.exact };
}

function withoutKeys(value: PyValue, keys: readonly string[]): PyValue {
  if (!isPyDict(value) || keys.length === 0) return value;
  return new Map([...value].filter(([key]) => !keys.includes(key)));
}

/** What differs between two values, in words. */
export function difference(good: PyValue, value: PyValue): string {
  if (!isPyDict(good) || !isPyDict(value)) return clip(toJsonText(value, 0));
  const missing = [...good.keys()].filter(key => !value.has(key));
  const added = [...value.keys()].filter(key => !good.has(key));
  const changed = [...good].filter(([key, item]) => value.has(key) && !jsonEquals(item, value.get(key)!));
  const [key, ...others] = changed.map(([name]) => name);
  return clip(
    [
      ...(missing.length > 0 ? [`without ${missing.join(', ')}`] : []),
      ...(added.length > 0 ? [`with ${added.join(', ')}`] : []),
      ...(key === undefined ? [] : [`${key}: ${clip(toJsonText(value.get(key)!, 0), maxItem)}`]),
      ...(others.length > 0 ? [`also ${others.join(', ')}`] : []),
    ].join('; '),
  );
}

function clip(text: string, length = maxDifference): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** Whether a value holds anything. */
export function holdsAnything(value: PyValue): boolean {
  if (isPyDict(value)) return value.size > 0;
  if (isPyList(value)) return value.length > 0;
  return value !== null && value !== '';
}

/** A value whose keys of `prose` are those of another, where that has them. */
export function withProse(good: PyValue, other: PyValue | undefined, prose: readonly string[]): PyValue {
  if (!isPyDict(good) || !isPyDict(other) || prose.length === 0) return good;
  const from = other as PyDict;
  return new Map([...good].map(([key, item]) => [key, prose.includes(key) ? (from.get(key) ?? item) : item]));
}

/** What of a long message is shown, in UTF-16 units: its beginning names the rule, its end the place. */
const head = 70;
const tail = 110;

/** What came of a mutation, on one line: an error's class and message, or where the value differs; empty for the same value. */
export function mutationDetail(result: MutationResult): string {
  if (result.outcome === 'error') return `${result.error.class}: ${shortMessage(result.error.message)}`;
  return result.outcome === 'changed' ? result.difference : '';
}

/** A message on one line, without its middle where it is long: frameworks repeat the whole response in it. */
export function shortMessage(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  if (line.length <= head + tail) return line;
  // Half a surrogate pair would show as a box.
  const begin = line.slice(0, head).replace(/[\uD800-\uDBFF]$/, '');
  const end = line.slice(1 - tail).replace(/^[\uDC00-\uDFFF]/, '');
  return `${begin.trimEnd()} … ${end.trimStart()}`;
}

/** How a definition took some mutations, in numbers. */
export interface RobustnessTotals {
  /**
   * How many of a hundred mutations the definition takes as it should: it gives the same value or, where something of
   * the answer was lost, an error. Rounded down, so that 100 means all. Absent where there were none.
   */
  readonly score?: number;
  readonly tried: number;
  readonly passed: number;
  /** Failures that are errors. */
  readonly errors: number;
  /** Failures that nobody is told of: another value. */
  readonly changed: number;
}

/** Counts outcomes, of one response or of several. */
export function robustnessTotals(outcomes: readonly MutationOutcome[]): RobustnessTotals {
  const tried = outcomes.length;
  const passed = outcomes.filter(each => each.passed).length;
  const changed = outcomes.filter(each => each.outcome === 'changed').length;
  const score = { score: Math.floor((100 * passed) / tried) };
  return { ...(tried > 0 && score), tried, passed, errors: tried - passed - changed, changed };
}
