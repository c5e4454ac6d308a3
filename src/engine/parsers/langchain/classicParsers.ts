import { LangchainError, scriptException, scriptSyntaxError } from './errors.ts';

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

/** `CombiningOutputParser.parse`: each part by its parser, or where that fails the whole text. Throws what the parsers throw. */
export function parseCombined(text: string, parsers: readonly ((text: string) => unknown)[]): object {
  const parts = text
    .trim()
    .split(/-----Output \d+-----/)
    .slice(1);
  const made = {};
  for (const [i, parse] of parsers.entries()) {
    let value: unknown;
    try {
      const part = parts[i];
      if (part === undefined) throw new LangchainError('TypeError', 'There is no such part.');
      const inside = part.includes('```') ? (part.trim().split('```')[1] ?? '') : part.trim();
      value = parse(inside.endsWith(delimiter) ? inside.slice(0, -delimiter.length) : inside);
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
  const shown = JSON.stringify({
    ...(typeof output === 'string' && { llmOutput: output }),
    sendToLLM: false,
    lc_error_code: error.code,
  });
  return fixPromptText(instructions, completion, shown);
}

/** The same with the error as it is printed. */
export function fixPromptText(instructions: string, completion: string, shown: string): string {
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
${shown}
${rule}

Please try again. Please only respond with an answer that satisfies the constraints laid out in the Instructions:`;
}
