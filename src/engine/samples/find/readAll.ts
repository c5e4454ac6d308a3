import { EngineError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import { isPyDict, isPyList } from '../../core/pyValue.ts';
import type { AcceptedResult, ParseResult } from '../../core/result.ts';
import { createParser, type ResponseParser } from '../../definition/index.ts';
import type { Definition } from '../../parsers/definition.ts';
import { callsInText } from '../../text/index.ts';
import { splitErrors } from '../split.ts';
import { type CountedText, type Coverage, coverageOf, holdsNames } from './coverage.ts';

/** What a definition makes of one response. */
export type ResponseVerdict =
  | {
      readonly ok: true;
      /** The items of the value; 1 for what is not a list and no dictionary, 0 where the system recognised nothing. */
      readonly size: number;
      /** Of a dictionary, the first 50. */
      readonly keys: readonly string[];
      /** Whether it gives the response back as it is: nothing was read of it then, and the coverage is 0. */
      readonly isUnchanged: boolean;
      readonly coverage: Coverage;
      /** Whether most of the response's names (keys, tags, labels) are text of the value: they were not understood. False where the response has none. */
      readonly hasNamesAsText: boolean;
      /** Whether something that is a call stays in a text of the value. */
      readonly hasCallAsText: boolean;
      readonly repairs: readonly string[];
      readonly warnings: readonly string[];
    }
  | {
      readonly ok: false;
      readonly error: { readonly class: string; readonly message: string };
      /** It reads and breaks the schema, and edits of what it says mend that. */
      readonly isMendable?: true;
    };

const maxKeys = 50;
/** Of so many responses that break a definition's schema it is asked whether that can be mended, and of none that is longer. */
const maxMended = 5;
const longestMended = 50_000;

/** A text to read; without `counted` its coverage is not asked for, without `names` not what becomes of them. */
export interface ResponseText {
  readonly text: string;
  readonly counted?: CountedText;
  readonly names?: ReadonlySet<string>;
}

/** Reads responses with a definition, one verdict for each. Never throws. */
export async function readAll(
  definition: Definition,
  responses: readonly ResponseText[],
  host: Host,
): Promise<readonly ResponseVerdict[]> {
  try {
    const parser = createParser(definition, host);
    const splitError = splitErrors(definition);
    const verdicts: ResponseVerdict[] = [];
    let count = 0;
    for (const response of responses) {
      const result = await parser.parse(response.text);
      // A filter that raises is an error of the framework as well.
      const raised = result.ok ? splitError(result) : undefined;
      const hasCallAsText =
        result.ok && response.counted !== undefined && (await leavesCall(parser, response.text, result));
      const verdict = raised ? failed(raised) : verdictOf(result, response, definition, hasCallAsText);
      const isAsked =
        !result.ok && result.error.violations && response.counted && response.text.length <= longestMended;
      const isMendable = isAsked && count++ < maxMended && (await isMended(parser, response.text, result));
      verdicts.push(isMendable && !verdict.ok ? { ...verdict, isMendable } : verdict);
    }
    return verdicts;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return responses.map(() => ({ ok: false, error: { class: error.class, message: error.message } }));
  }
}

async function isMended(parser: ResponseParser, text: string, result: ParseResult): Promise<boolean> {
  const { candidates } = await parser.diagnose(text, { limit: 1, result });
  return candidates.length > 0;
}

function failed(error: { readonly class: string; readonly message: string }): ResponseVerdict {
  return { ok: false, error: { class: error.class, message: error.message } };
}

function verdictOf(
  result: ParseResult,
  { text, counted, names }: ResponseText,
  { source }: Definition,
  hasCallAsText: boolean,
): ResponseVerdict {
  if (!result.ok) return failed(result.error);
  const { exact, repairs, warnings, toolError } = result;
  const isUnchanged = exact === text || (isPyDict(exact) && [...exact.values()].includes(text));
  return {
    ok: true,
    size: toolError === true ? 0 : isPyDict(exact) ? exact.size : isPyList(exact) ? exact.length : 1,
    keys: isPyDict(exact) ? [...exact.keys()].slice(0, maxKeys) : [],
    isUnchanged,
    coverage: isUnchanged || !counted ? { words: 0, marks: 0 } : coverageOf(counted, exact, source.config),
    hasCallAsText,
    hasNamesAsText: names !== undefined && holdsNames(exact, names),
    repairs: repairs.map(({ name }) => name),
    warnings,
  };
}

/**
 * Whether a text that was made of a response, to see what a definition asks for, is read as well as the response: to a
 * value of as many items with the same keys, or with the keys that `rename` makes of them, and no more repairs or warnings.
 */
export function isAsGood(
  control: ResponseVerdict | undefined,
  original: ResponseVerdict,
  rename: (key: string) => string,
): boolean {
  if (!control?.ok || !original.ok) return false;
  return (
    control.size === original.size &&
    control.keys.every((key, i) => key === original.keys[i] || key === rename(original.keys[i] ?? '')) &&
    control.warnings.length <= original.warnings.length &&
    control.repairs.length <= original.repairs.length
  );
}

/** Whether something that is a call stays in a text of what was read: then the response was not understood. Never throws. */
export async function leavesCall(parser: ResponseParser, response: string, result: AcceptedResult): Promise<boolean> {
  // Most responses have nothing of that form, and need no closer look.
  if (callsInText(response, new Set()).length === 0) return false;
  return (await parser.suspicions(response, result)).some(({ code }) => code === 'call-in-text');
}
