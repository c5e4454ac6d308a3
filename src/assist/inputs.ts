import { z } from 'zod';
import type { ModelMessage } from '../engine/index.ts';
import type { AssistContext } from './assistContext.ts';
import { ToolError, untrusted } from './assistTool.ts';
import { mostTokens } from './cutAnswer.ts';

/** Inputs that several tools take, described once. */
export const definitionInput = z
  .string()
  .describe('FILE#NAME (#NAME only if the file has several), or the JSON text of a definition');

/** The largest answer, in tokens. */
export const maxTokensInput = z
  .int()
  .min(200)
  .max(mostTokens)
  .optional()
  .describe('size limit of the answer, default 4000');

/** Where a log's rows have their response. */
export const fieldInput = z
  .string()
  .optional()
  .describe('where rows have the response, if not guessed: choices[0].message.content');

/** Which response is meant. */
interface ResponseInput {
  readonly response?: string | undefined;
  readonly log?: string | undefined;
  readonly line?: number | undefined;
  readonly field?: string | undefined;
}

/** The longest response that is read, in UTF-16 units. */
const longest = 1_000_000;

/** The response that was given, or that stands in a row; `marks` go into the answer where a log's text may be in it. */
export async function responseOf(
  { response, log, line, field }: ResponseInput,
  context: AssistContext,
): Promise<{ readonly response: string | ModelMessage; readonly marks: object }> {
  if ((response === undefined) === (log === undefined))
    throw new ToolError('Give either `response`, or `log` with `line`.');
  if (response !== undefined) {
    if (response.length > longest)
      throw new ToolError(`A response may have ${longest} characters.`, 'Call evaluate_log with a file.');
    return { response, marks: {} };
  }
  if (line === undefined)
    throw new ToolError('With `log`, `line` is needed.', 'evaluate_log names lines worth looking at.');
  const row = await context.row({ log: log!, line, field });
  return { response: row as string | ModelMessage, marks: { response: row, untrusted } };
}
