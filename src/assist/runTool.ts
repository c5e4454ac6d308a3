import type { AssistContext } from './assistContext.ts';
import type { AssistAnswer, AssistTool } from './assistTool.ts';
import { ToolError } from './assistTool.ts';
import { cutAnswer } from './cutAnswer.ts';

/** An answer no longer than the caller wants, or why there is none. */
export type ToolOutcome =
  | { readonly ok: true; readonly answer: AssistAnswer }
  | { readonly ok: false; readonly message: string };

/**
 * Runs a tool on what a client sent, which need not be what the tool takes. Rejects only where the signal has ended the
 * work, or where we failed.
 */
export async function runTool(tool: AssistTool, input: unknown, context: AssistContext): Promise<ToolOutcome> {
  const read = tool.input.safeParse(input ?? {});
  if (!read.success) {
    const [issue] = read.error.issues;
    const key = issue?.path.join('.') ?? '';
    const keys = Object.keys(tool.input.shape).join(', ');
    return {
      ok: false,
      message: `${key === '' ? 'The input' : `\`${key}\``}: ${issue?.message}. ${tool.name} takes: ${keys}.`,
    };
  }
  try {
    const answer = await tool.run(read.data, context);
    context.signal.throwIfAborted();
    return { ok: true, answer: cutAnswer(answer, read.data.max_tokens as number | undefined) };
  } catch (error) {
    if (error instanceof ToolError) return { ok: false, message: error.message };
    throw error;
  }
}
