import type { ModelMessage } from '../engine/index.ts';
import type { AssistContext } from './assistContext.ts';
import { ToolError, untrusted } from './assistTool.ts';

/** Which response is meant. */
export interface ResponseInput {
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
