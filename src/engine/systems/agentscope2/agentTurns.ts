import { EngineError } from '../../core/errors.ts';
import type { PyDict } from '../../core/pyValue.ts';
import { outputAccepted, outputTool, type RequiredOutput, readOutput } from './structuredOutput.ts';

/** What a model says in one call: a text, or a call of a tool with a raw input. */
export type Turn = { readonly text: string } | { readonly name: string; readonly input: string };

/** How long an agent goes on. */
export interface Iterations {
  /** From this one on the tool is forced. */
  readonly max: number;
  /** How many come after. */
  readonly grace: number;
}

/** What an agent's own configuration has. */
export const usualIterations: Iterations = { max: 50, grace: 5 };

/** What came of asking an agent for structured output. */
export interface AgentReply {
  /** What the tools answered, as the model is told it. */
  readonly results: readonly { readonly state: 'success' | 'error'; readonly text: string }[];
  /** What was added to the context before every call of the model. */
  readonly hints: readonly string[];
  /** The tool that every call was forced to, `null` for none. */
  readonly toolChoices: readonly (string | null)[];
  readonly finishedReason: 'completed' | 'exceed_max_iters';
  readonly text: string;
  readonly output: PyDict | null;
}

/** The hint before a call of the model. */
export function outputHint(isForced: boolean): string {
  const suffix = isForced
    ? 'You have reached the maximum reasoning-acting iterations, so call this tool at once to generate the final structured output.'
    : 'Call it when you are ready to generate the final structured output.';
  return `<system-reminder>You're required to generate structured output by calling the '${outputTool}' tool. ${suffix}</system-reminder>`;
}

/**
 * `reply(…, structured_schema=…)` with what the model says in each turn (the last one again where there are no more): a
 * plain answer does not end it, nor does a call that is refused.
 */
export function replyStructured(
  required: RequiredOutput,
  turns: readonly Turn[],
  { max, grace }: Iterations = usualIterations,
): AgentReply {
  const results: { state: 'success' | 'error'; text: string }[] = [];
  const hints: string[] = [];
  const toolChoices: (string | null)[] = [];
  for (let iteration = 0; iteration < max + grace; iteration++) {
    const isForced = iteration >= max;
    hints.push(outputHint(isForced));
    toolChoices.push(isForced ? outputTool : null);
    const turn = turns[Math.min(iteration, turns.length - 1)];
    if (!turn || 'text' in turn) continue;
    try {
      const { output } = readOutput(required, turn.input, turn.name);
      results.push({ state: 'success', text: outputAccepted });
      const text = 'The required structured output is generated.';
      return { results, hints, toolChoices, finishedReason: 'completed', text, output };
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      results.push({ state: 'error', text: error.message });
    }
  }
  const text = 'The maximum reasoning-acting iterations are exceeded.';
  return { results, hints, toolChoices, finishedReason: 'exceed_max_iters', text, output: null };
}
