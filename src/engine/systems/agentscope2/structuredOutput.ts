import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { refusing } from '../../core/refusedValue.ts';
import { pyTruth } from '../../python/index.ts';
import { buildModel, jsonPath, refusedBySchema, SchemaCheck, type SchemaError } from '../../validation/index.ts';
import { type ReadArguments, readToolCall, unknownTool } from './readToolCall.ts';

/** What structured output has to be: a Pydantic class, of which the schema is here, or a JSON Schema alone. */
export interface RequiredOutput {
  readonly schema: PyDict;
  readonly kind: 'pydantic' | 'json_schema';
}

/** The name of the tool that an agent's model calls. */
export const outputTool = 'GenerateStructuredOutput';

/** What the tool says of itself. */
const outputToolDescription = `Generate the required structured output by this tool.

This tool is equipped only when you're required to generate structured output.
The input schema represents the required structured output.
When you are ready to generate a structured output, call this tool with the
structured output as input.
When you're equipped this tool, you MUST end your response with calling this
tool. Once this tool is called, your current response is finished and the
structured output is sent to the user.

# When to Use This Tool
- When you collect enough resources and information.
`;

/** What the tool answers where the output is good. */
export const outputAccepted = 'Structured output generated successfully.';

/** The tool as an agent sends it. */
export function outputToolSchema({ schema }: RequiredOutput): PyDict {
  return new Map<string, PyValue>([
    ['type', 'function'],
    [
      'function',
      new Map<string, PyValue>([
        ['name', outputTool],
        ['description', outputToolDescription],
        ['parameters', withoutTitles(schema)],
      ]),
    ],
  ]);
}

/** A call of the tool: the arguments as they were checked and executed, and the output that the agent keeps. */
export interface ReadOutput extends ReadArguments {
  readonly output: PyDict;
}

/**
 * A model's call of `GenerateStructuredOutput` as an agent reads it. Raises `EngineError`: the exception's class, and as
 * message the text that goes to the model. A schema without anything in it is not offered as a tool.
 */
export function readOutput(required: RequiredOutput, input: string, called: string = outputTool): ReadOutput {
  if (!pyTruth(required.schema)) throw unknownTool(called);
  const read = readToolCall({ name: outputTool, schema: withoutTitles(required.schema) }, input, called);
  const args = new Map([...read.executed].filter(([key]) => key !== '_agent_state'));
  return { ...read, output: validatedOutput(required, args) };
}

/** What the tool makes of its arguments. Raises `ValidationError`. */
function validatedOutput({ schema, kind }: RequiredOutput, args: PyDict): PyDict {
  if (kind === 'pydantic') {
    const outcome = buildModel(schema).validate(args);
    if (outcome.ok) return outcome.value;
    throw refusing(refused(outcome.errors.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)), outcome.refused);
  }
  const filled = copied(args) as PyDict;
  const errors = fillingErrors(schema, filled);
  if (errors.length === 0) return filled;
  throw refusing(refused(errors.map(error => `${jsonPath(error)}: ${error.message}`)), refusedBySchema(schema, args));
}

/** An object with the defaults of a schema filled in, whether or not it is valid. */
export function filledWithDefaults(schema: PyDict, args: PyDict): PyDict {
  const filled = copied(args) as PyDict;
  try {
    fillingErrors(schema, filled);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
  }
  return filled;
}

/** The errors of an object in which defaults are filled on the way. What Python raises there instead is the tool's error. */
function fillingErrors(schema: PyDict, filled: PyDict): readonly SchemaError[] {
  try {
    return new SchemaCheck(schema, { fillsDefaults: true }).errors(filled);
  } catch (error) {
    if (error instanceof EngineError) throw new EngineError('ToolError', error.message);
    throw error;
  }
}

function refused(faults: readonly string[]): EngineError {
  const message = `ValidationError: Structured output validation failed with error: ${faults.join('; ')}`;
  return new EngineError('ValidationError', message);
}

function copied(value: PyValue): PyValue {
  if (isPyDict(value)) return new Map([...value].map(([key, item]) => [key, copied(item)]));
  return Array.isArray(value) ? value.map(copied) : value;
}

/** `_remove_title_field(schema)`: without the titles of the schema, its properties, items, additional properties and definitions; those inside of `anyOf` stay. */
function withoutTitles(schema: PyDict): PyDict {
  const made = new Map(schema);
  made.delete('title');
  for (const key of ['properties', '$defs']) {
    const parts = made.get(key);
    if (isPyDict(parts)) made.set(key, new Map([...parts].map(([name, part]) => [name, untitled(part)])));
  }
  for (const key of ['items', 'additionalProperties']) {
    const part = made.get(key);
    if (isPyDict(part)) made.set(key, withoutTitles(part));
  }
  return made;
}

function untitled(part: PyValue): PyValue {
  return isPyDict(part) ? withoutTitles(part) : part;
}
