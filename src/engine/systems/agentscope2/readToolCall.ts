import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { refusing } from '../../core/refusedValue.ts';
import { codePointLength, firstCodePoints, jsonLoads, pyRepr } from '../../python/index.ts';
import { repairJson } from '../../text/index.ts';
import { refusedBySchema, SchemaCheck } from '../../validation/index.ts';

/** A text of more code points than this is quoted in part. */
const maxShown = 200;
const shownAtEnds = 100;

/**
 * `_json_loads_with_repair(text, schema)`: the object that a model wrote as a tool's arguments, repaired where it is broken,
 * and then made to fit the schema. Raises `ToolJSONDecodeError`, whose message goes to the model.
 */
export function loadArguments(text: string, schema?: PyValue): PyDict {
  const read = jsonLoads(text);
  if (read.ok && isPyDict(read.value)) return read.value;
  if (!read.ok && read.error.kind !== 'JSONDecodeError') throw new EngineError(read.error.kind, read.error.message);
  const repaired = repairJson(text, schema);
  if (repaired !== undefined && isPyDict(repaired)) return repaired;
  const fault = read.ok
    ? `Your argument string is decoded into a <class '${pyTypeName(read.value)}'> object, but a dict object is expected!`
    : `When decoding your tool arguments from JSON format to a Python dictionary, a JSONDecodeError was raised with message: ${read.error.message}.`;
  throw new EngineError('ToolJSONDecodeError', unreadable(fault, text));
}

function unreadable(fault: string, text: string): string {
  const isLong = codePointLength(text) > maxShown;
  const excerpt = isLong
    ? `${firstCodePoints(text, shownAtEnds)}[TRUNCATE]${[...text.slice(-2 * shownAtEnds)].slice(-shownAtEnds).join('')}`
    : text;
  const hint = isLong
    ? '(Because the JSON string is too long, a truncated label "[TRUNCATE]" is used here to indicate the truncation)'
    : '';
  return `<system-reminder>Error: ${fault}

Your argument string is decoded by the following code snippet${hint}:
\`\`\`python
import json

your_tool_arguments = ${pyRepr(excerpt)}
json.loads(your_tool_arguments)
\`\`\`

**You should recorrect the arguments in JSON format.**</system-reminder>`;
}

/** A tool as its agent knows it. */
export interface Tool {
  readonly name: string;
  readonly schema: PyValue;
}

/** What was checked, and what the tool is then called with: the same text read a second time, without the schema. */
export interface ReadArguments {
  readonly checked: PyDict;
  readonly executed: PyDict;
}

/**
 * A model's call as an AgentScope 2 agent reads it: repaired with the tool's schema and checked against it, then read again
 * without the schema and executed. Raises `EngineError`: the exception's class, and as message the text that goes to the
 * model.
 */
export function readToolCall(tool: Tool, input: string, called: string = tool.name): ReadArguments {
  if (called !== tool.name) throw unknownTool(called);
  const checked = loadArguments(input, tool.schema);
  const error = new SchemaCheck(tool.schema).bestError(checked);
  if (error)
    throw refusing(
      new EngineError('AgentOrientedException', `Input validation failed for tool '${called}': ${error.message}`),
      refusedBySchema(tool.schema, checked),
    );
  return { checked, executed: executedArguments(input) };
}

/** What the model reads about a tool that the agent does not have. */
export function unknownTool(name: string): EngineError {
  return new EngineError('ToolNotFoundError', `ToolNotFoundError: The tool named '${name}' doesn't exist.`);
}

/** The arguments that a tool is called with. Raises `ToolError`, with the text of whatever Python raises there. */
function executedArguments(input: string): PyDict {
  let executed: PyDict;
  try {
    executed = loadArguments(input);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new EngineError('ToolError', `${error.class}: ${error.message}`);
  }
  if (executed.has('self'))
    throw new EngineError('ToolError', "ToolBase.__call__() got multiple values for argument 'self'");
  return executed;
}
