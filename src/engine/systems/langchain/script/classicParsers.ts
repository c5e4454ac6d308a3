import { ResponseError } from '../../../core/errors.ts';
import type { Host } from '../../../core/host.ts';
import type { Span } from '../../../core/span.ts';
import { findMatches } from '../../../python/index.ts';
import { LangchainError, scriptException, scriptSyntaxError } from '../langchainError.ts';

/** The keys of `RegexParser`. */
export interface RegexKeys {
  readonly regex: string | { readonly pattern: string; readonly flags?: string };
  readonly outputKeys: readonly string[];
  readonly defaultOutputKey?: string;
}

/** The pattern of `RegexParser`. Throws `SyntaxError`. */
export function scriptRegex({ regex }: RegexKeys): RegExp {
  try {
    return typeof regex === 'string' ? new RegExp(regex) : new RegExp(regex.pattern, regex.flags);
  } catch (error) {
    throw scriptSyntaxError(error);
  }
}

/** `RegexParser.parse`. The pattern runs here, without a limit: for programs that know theirs. Throws `OutputParserException`. */
export function parseRegex(text: string, keys: RegexKeys): Record<string, unknown> {
  const match = text.match(scriptRegex(keys));
  if (match) return Object.fromEntries(keys.outputKeys.map((key, i) => [key, match[i + 1]]));
  const { defaultOutputKey } = keys;
  if (defaultOutputKey === undefined) throw scriptException(`Could not parse output: ${text}`, text);
  return Object.fromEntries(keys.outputKeys.map(key => [key, key === defaultOutputKey ? text : '']));
}

/** The instruction of `DatetimeOutputParser`. */
export const datetimeInstruction = `Your response should be a datetime string that matches the following pattern: "YYYY-MM-DDTHH:mm:ssZ".

Examples: 2011-10-05T14:48:00Z, 2019-01-01T00:00:00Z, 1932-04-21T04:42:23Z

Return ONLY this string, no other words!`;

/** `DatetimeOutputParser.parse`: whatever JavaScript takes for a date. Throws `OutputParserException`. */
export function parseDatetime(text: string): Date {
  const date = new Date(text.trim());
  if (Number.isNaN(date.getTime())) throw scriptException(`Could not parse output: ${text}`, text);
  return date;
}

const delimiter = '-----';

/** The instruction of `CombiningOutputParser`, from those of its parsers. */
export function combinedInstruction(instructions: readonly string[]): string {
  const head = `Return the following ${instructions.length} outputs, each formatted as described below. Include the delimiter characters "${delimiter}" in your response:`;
  const parts = instructions.map((text, i) => `${delimiter}Output ${i + 1}${delimiter}\n${text.trim()}\n${delimiter}`);
  return `${[head, ...parts].join('\n\n')}\n`;
}

/** The part of a text that one parser of `CombiningOutputParser` reads, and where it begins. */
export interface CombinedPart {
  readonly text: string;
  readonly start: number;
}

/** The text without blanks around, and where it begins. */
export function trimmedPart(text: string, from = 0): CombinedPart {
  return { text: text.trim(), start: from + text.length - text.trimStart().length };
}

/** What each parser of `CombiningOutputParser` tries first: by position, whatever the numbers. Linear. */
export function combinedParts(text: string): readonly CombinedPart[] {
  const whole = trimmedPart(text);
  const marks = [...whole.text.matchAll(/-----Output \d+-----/g)];
  return marks.map((mark, i) => {
    const start = mark.index + mark[0].length;
    return innerPart(whole.text.slice(start, marks[i + 1]?.index), whole.start + start);
  });
}

/** What stands between the first two fences, else the whole, without a delimiter at the end. */
function innerPart(text: string, from: number): CombinedPart {
  let part = trimmedPart(text, from);
  if (text.includes('```')) {
    const opening = part.text.indexOf('```') + 3;
    const closing = part.text.indexOf('```', opening);
    part = { text: part.text.slice(opening, closing < 0 ? undefined : closing), start: part.start + opening };
  }
  return part.text.endsWith(delimiter) ? { ...part, text: part.text.slice(0, -delimiter.length) } : part;
}

/** `CombiningOutputParser.parse`: each part by its parser, or where that fails the whole text. Throws what the parsers throw. */
export function parseCombined(text: string, parsers: readonly ((text: string) => unknown)[]): object {
  const parts = combinedParts(text);
  const made = {};
  for (const [i, parse] of parsers.entries()) {
    let value: unknown;
    try {
      const part = parts[i];
      if (part === undefined) throw new LangchainError('TypeError', 'There is no such part.');
      value = parse(part.text);
    } catch (error) {
      if (!(error instanceof LangchainError)) throw error;
      value = parse(text.trim());
    }
    Object.assign(made, value);
  }
  return made;
}

/** The prompt that `OutputFixingParser` sends to its model. */
export function fixPrompt(instructions: string, completion: string, error: LangchainError): string {
  const { llm_output: output } = error;
  const errorJson = JSON.stringify({
    ...(typeof output === 'string' && { llmOutput: output }),
    sendToLLM: false,
    lc_error_code: error.code,
  });
  return fixPromptText(instructions, completion, errorJson);
}

/** The same with the error as it is printed. */
export function fixPromptText(instructions: string, completion: string, errorJson: string): string {
  const rule = '--------------';
  return `Instructions:
${rule}
${instructions}
${rule}
Completion:
${rule}
${completion}
${rule}

Above, the Completion did not satisfy the constraints given in the Instructions.
Error:
${rule}
${errorJson}
${rule}

Please try again. Please only respond with an answer that satisfies the constraints laid out in the Instructions:`;
}

/** What `text.match(pattern)` gives: the items of its array, each with its place; `undefined` for a group that did not take part. */
type ScriptMatch = readonly (Span | undefined)[];

/** How many capture groups a pattern that compiles has. Linear, and nothing is run. */
function groupCount({ source, flags }: RegExp): number {
  let count = 0;
  let classes = 0;
  for (let i = 0; i < source.length; i++) {
    const character = source[i];
    if (character === '\\') i++;
    else if (character === '[' && (classes === 0 || flags.includes('v'))) classes++;
    else if (character === ']' && classes > 0) classes--;
    else if (
      character === '(' &&
      classes === 0 &&
      (source[i + 1] !== '?' || /^\?<[^=!]/.test(source.slice(i + 1, i + 4)))
    )
      count++;
  }
  return count;
}

/**
 * The pattern as a job of the host's: without the flags that only steer where it is tried. `text.match` looks for one
 * match (without `g`), which then takes the rest of the text, so that no other is looked for.
 */
export function patternJob(pattern: RegExp): { readonly source: string; readonly flags: string } {
  const { source, flags, sticky, global } = pattern;
  const start = sticky ? '(?<![\\s\\S])' : '';
  const rest = global ? '' : '[\\s\\S]*';
  return { source: `${start}(?:${source})${rest}`, flags: flags.replace(/[dgy]/g, '') };
}

/**
 * JavaScript's `text.match(pattern)` by way of the host, which runs the author's pattern away from this thread and ends
 * it after a limit. `undefined`: no match. Raises `ResponseError` as `findMatches` does.
 */
export async function matchScript(pattern: RegExp, text: string, host: Host): Promise<ScriptMatch | undefined> {
  const count = groupCount(pattern);
  const names = Array.from({ length: count }, (_, i) => String(i + 1));
  const groups = new Map(names.map((name, i) => [name, i + 1]));
  const spans = await findMatches({ ...patternJob(pattern), groups }, names, text, host);
  if (spans.length === 0) return undefined;
  const at = (index: number): Span | undefined => {
    const [start = -1, end = -1] = [spans[index], spans[index + 1]];
    return start < 0 ? undefined : { start, end };
  };
  const width = 2 + 2 * count;
  if (pattern.global) return Array.from({ length: spans.length / width }, (_, i) => at(i * width));
  return Array.from({ length: count + 1 }, (_, i) => at(2 * i));
}

/** Whether an error is the host's about a pattern, and not the class's own. */
export function isPatternFault(error: unknown): boolean {
  return error instanceof ResponseError && /^Pattern(?:Timeout)?Error$/.test(error.class);
}
