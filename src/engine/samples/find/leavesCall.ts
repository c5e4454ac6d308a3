import type { ParseResult } from '../../core/result.ts';
import type { ResponseParser } from '../../definition/index.ts';
import { callsInText } from '../../text/index.ts';

/** Whether something that is a call stays in a text of what was read: then the response was not understood. Never throws. */
export async function leavesCall(
  parser: ResponseParser,
  response: string,
  result: Extract<ParseResult, { readonly ok: true }>,
): Promise<boolean> {
  // Most responses have nothing of that form, and need no closer look.
  if (callsInText(response, new Set()).length === 0) return false;
  return (await parser.suspicions(response, result)).some(({ code }) => code === 'call-in-text');
}
