import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import type { PyValue } from '../core/pyValue.ts';
import type { ParseError, ParseResult } from '../core/result.ts';
import { createParser, type ResponseParser } from '../definition/index.ts';
import { type Definition, type Expectation, type Sample, valueParts } from '../parsers/definition.ts';
import { jsonEquals, toJsonText, toJsonValue } from '../python/index.ts';
import { split } from './split.ts';

/** A part that a sample expects. */
export type SamplePart = keyof Expectation;

/** A part that is not as expected. `expected` and `actual` are JSON, indented; for errors the class, and the message where there is one. */
export interface SampleDifference {
  readonly part: SamplePart;
  readonly expected: string;
  readonly actual: string;
}

/** Whether a sample passes, and if not, why. */
export interface SampleVerdict {
  readonly verdict: 'pass' | 'fail';
  /** One line; absent for a pass. */
  readonly message?: string;
  /** Empty for a pass, and for a sample that could not be judged or expects nothing but to parse. */
  readonly differences: readonly SampleDifference[];
  /** The response was never read: the definition makes no parser, or the sample's file cannot be read. */
  readonly unread?: true;
}

/** Violations that are named in a sentence. */
const maxNamed = 3;

const splitParts = ['content', 'memory', 'metadata'] as const;

/** What a part turned out to be. */
type Actual = { readonly exact: PyValue } | { readonly error: { readonly class: string; readonly message: string } };

/** Judges the samples of one definition, whose parser is made once. Nothing of it throws. */
export interface SampleJudge {
  /** See {@link judgeSample}. */
  judge(sample: Sample, responseText: string): Promise<SampleVerdict>;
  /** See {@link actualOf}. `undefined` where the definition makes no parser. */
  actual(responseText: string): Promise<Expectation | undefined>;
}

/** A judge of a definition's samples. Never throws: where the definition makes no parser, each verdict says so. */
export function createSampleJudge(definition: Definition, host: Host = {}): SampleJudge {
  let parser: ResponseParser;
  try {
    parser = createParser(definition, host);
  } catch (error) {
    const words = error instanceof EngineError ? `${error.class}: ${error.message}` : String(error);
    const unread = { ...failure(`The definition does not make a parser. ${words}`, []), unread: true as const };
    return { judge: async () => unread, actual: async () => undefined };
  }
  return {
    judge: async (sample, responseText) => verdictOf(definition, sample, await parser.parse(responseText)),
    actual: async responseText => actualOf(definition, await parser.parse(responseText)),
  };
}

/**
 * Parses a sample's response and compares it with what the sample expects: each part whole, as JSON, whatever the order
 * of keys; `1` and `1.0` are the same number; `NaN` is written `"NaN"`. Without expectation a sample passes if it
 * parses. `responseText` is the sample's text, or what its file holds. Never throws.
 */
export async function judgeSample(
  definition: Definition,
  sample: Sample,
  responseText: string,
  host: Host = {},
): Promise<SampleVerdict> {
  return createSampleJudge(definition, host).judge(sample, responseText);
}

/** The same for a response that was parsed. */
export function verdictOf(definition: Definition, sample: Sample, result: ParseResult): SampleVerdict {
  const differences = compare(definition, sample.expect ?? {}, result);
  if (differences.length > 0) return failure(summary(differences, result), differences);
  if (!result.ok && sample.expect?.error === undefined) return failure(namedError(result.error), []);
  return { verdict: 'pass', differences };
}

/**
 * What a parsed response gives, as a sample would expect it: the class of its error, or its value and the parts that the
 * value is split into. A part that the type does not have, or that fails, is absent; one whose filter is `False` is `None`,
 * as AgentScope's `to_content` and its siblings return it.
 */
export function actualOf(definition: Definition, result: ParseResult): Expectation {
  if (!result.ok) return { error: result.error.class };
  const actual: { -readonly [part in SamplePart]?: PyValue } = { value: result.exact };
  const splits = split(definition, result);
  for (const part of splitParts) {
    const one = splits?.[part];
    if (one && 'exact' in one) actual[part] = one.exact;
  }
  return actual as Expectation;
}

/** All that came out, as a new sample expects it: a part that is `None` is not worth expecting. */
export function wholeExpectation({ value, error, ...parts }: Expectation): Expectation {
  return {
    ...(value !== undefined && { value }),
    ...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null)),
    ...(error !== undefined && { error }),
  };
}

function compare(definition: Definition, expect: Expectation, result: ParseResult): SampleDifference[] {
  const differences: SampleDifference[] = [];
  if (expect.error !== undefined && (result.ok || result.error.class !== expect.error)) {
    const actual = result.ok ? toJsonText(toJsonValue(result.exact)) : errorText(result.error);
    differences.push({ part: 'error', expected: expect.error, actual });
  }
  const splits = result.ok ? split(definition, result) : undefined;
  for (const part of valueParts) {
    const expected = expect[part];
    if (expected === undefined) continue;
    const actual: Actual | undefined = !result.ok || part === 'value' ? result : splits?.[part];
    const text = actualText(actual);
    const same = actual !== undefined && 'exact' in actual && jsonEquals(expected, toJsonValue(actual.exact));
    if (!same) differences.push({ part, expected: toJsonText(expected), actual: text });
  }
  return differences;
}

function actualText(actual: Actual | undefined): string {
  if (!actual) return 'The type has no such part: it has no keys_to_* filters.';
  return 'error' in actual ? errorText(actual.error) : toJsonText(toJsonValue(actual.exact));
}

function summary(differences: readonly SampleDifference[], result: ParseResult): string {
  const [first, ...others] = differences.map(({ part }) => part);
  if (first === 'error') {
    const actual = result.ok ? 'the response parses' : `got ${namedError(result.error)}`;
    return `Expected ${differences[0]?.expected}, but ${actual}.`;
  }
  if (!result.ok) return `The response does not parse. ${namedError(result.error)}`;
  return `${[first, ...others].join(', ')} not as expected.`;
}

/** An error that names what breaks the schema, whatever its message says: `ValidationError (missing-key /mood): …`. */
function namedError({ class: className, message, violations = [], moreViolations = 0 }: ParseError): string {
  if (violations.length === 0) return errorText({ class: className, message });
  const named = violations.slice(0, maxNamed).map(({ cause, path }) => `${cause} ${path || '/'}`);
  const more = violations.length - named.length + moreViolations;
  return `${className} (${named.join(', ')}${more > 0 ? `, ${more} more` : ''}): ${message}`;
}

function errorText(error: { readonly class: string; readonly message: string }): string {
  return `${error.class}: ${error.message}`;
}

function failure(message: string, differences: readonly SampleDifference[]): SampleVerdict {
  return { verdict: 'fail', message, differences };
}
