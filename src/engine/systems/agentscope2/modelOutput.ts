import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { refusing } from '../../core/refusedValue.ts';
import { buildModel, refusedBySchema, SchemaCheck } from '../../validation/index.ts';
import { loadArguments } from './readToolCall.ts';
import { outputAccepted, outputTool, type RequiredOutput, readOutput } from './structuredOutput.ts';

/** What a model says in one call: a text, or a call of a tool with a raw input. */
export type Turn = { readonly text: string } | { readonly name: string; readonly input: string };

/** How long an agent goes on. */
interface Iterations {
  /** From this one on the tool is forced. */
  readonly max: number;
  /** How many come after. */
  readonly grace: number;
}

/** What an agent's own configuration has. */
export const usualIterations: Iterations = { max: 50, grace: 5 };

/** What came of asking an agent for structured output. */
interface AgentReply {
  /** What the tools answered, as the model reads it. */
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

/** The name of the tool that a model itself offers, for structured output and for summaries. */
const modelTool = 'generate_structured_output';

/** What is added to the last message of the user's. */
export const modelInstruction = `<system-reminder>Now you **MUST** call the tool named '${modelTool}' to generate the structured output required by the user. DON'T do anything else.</system-reminder>`;

/** The tool as the model sends it. */
export function modelToolSchema(schema: PyValue): PyDict {
  const description = 'Call this function to generate structured output required by the user.';
  return new Map<string, PyValue>([
    ['type', 'function'],
    [
      'function',
      new Map<string, PyValue>([
        ['name', modelTool],
        ['description', description],
        ['parameters', schema],
      ]),
    ],
  ]);
}

/** The tool that each attempt is forced to: the tool, then whichever the model likes, then none is said. */
const strategies: readonly (string | null)[] = [modelTool, 'auto', null];

/** What a model's own structured output gives: the object as it was read, and what every attempt was forced to. */
export interface ModelOutput {
  readonly content: PyDict;
  readonly toolChoices: readonly (string | null)[];
}

/**
 * `generate_structured_output` of a chat model that has no thinking to turn off, with its words at each attempt: the result is
 * the very object that was read, checked only. Raises `StructuredOutputError` of the last attempt.
 */
export function modelStructuredOutput(
  required: RequiredOutput,
  turns: readonly (Turn | undefined)[],
  model: string,
): ModelOutput {
  let last: EngineError | undefined;
  for (const attempt of strategies.keys())
    try {
      const content = readAttempt(required, turns[Math.min(attempt, turns.length - 1)], model);
      return { content, toolChoices: strategies.slice(0, attempt + 1) };
    } catch (error) {
      if (!(error instanceof EngineError) || error.class !== 'StructuredOutputError') throw error;
      last = error;
    }
  throw last!;
}

function readAttempt({ schema, kind }: RequiredOutput, turn: Turn | undefined, model: string): PyDict {
  const failure = (message: string) => new EngineError('StructuredOutputError', message);
  if (!turn) throw failure(`Failed to get the completed response from model ${model}.`);
  if ('text' in turn || turn.name !== modelTool) throw failure('Failed to generate structured output for model.');
  const invalid = (why: string) => failure(`Invalid structured output from model ${model}: ${why}`);
  let content: PyDict;
  try {
    content = loadArguments(turn.input, schema);
  } catch (error) {
    if (!(error instanceof EngineError) || error.class !== 'ToolJSONDecodeError') throw error;
    throw invalid(`${error.class}: ${error.message}`);
  }
  if (kind === 'pydantic') {
    const outcome = buildModel(schema).validate(content);
    if (!outcome.ok) throw refusing(invalid(outcome.message), outcome.refused);
  } else {
    const error = isPyDict(schema) ? new SchemaCheck(schema).bestError(content) : undefined;
    if (error) throw refusing(invalid(error.message), refusedBySchema(schema, content));
  }
  return content;
}
