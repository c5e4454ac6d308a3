import { EngineError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { refusing } from '../../core/refusedValue.ts';
import { refusedBySchema, SchemaCheck } from '../../validation/index.ts';
import { loadArguments } from './toolArguments.ts';

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
 * without the schema and executed. Raises `EngineError`: the exception's class, and as message the text that the model is told.
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

/** What is told of a tool that the agent does not have. */
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
