import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { refusing } from '../../core/refusedValue.ts';
import { buildModel, refusedBySchema, SchemaCheck } from '../../validation/index.ts';
import type { Turn } from './agentTurns.ts';
import type { RequiredOutput } from './structuredOutput.ts';
import { loadArguments } from './toolArguments.ts';

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
 * `generate_structured_output` of a chat model that has no thinking to turn off, with what it says at each attempt: the
 * object that was read is given as it is, and only checked. Raises `StructuredOutputError` of the last attempt.
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
