import { EngineError } from '../../../../src/engine/core/errors.ts';
import { fromPlain, isPyDict, toPlain } from '../../../../src/engine/core/pyValue.ts';
import { textOf } from '../../../../src/engine/parsers/shared/pieces.ts';
import {
  usageExamples as examplesText,
  formatExample as exampleText,
} from '../../../../src/engine/systems/langroid/formatExample.ts';
import {
  functionParameters,
  llmFunctionSchema,
  simpleSchema as simpleSchemaOf,
  strictSchema as strictSchemaOf,
} from '../../../../src/engine/systems/langroid/functionSchema.ts';
import { propertiesOf } from '../../../../src/engine/systems/langroid/pythonTypes.ts';
import { validationFeedback } from '../../../../src/engine/systems/langroid/recognise.ts';
import {
  formatInstructions as instructionPieces,
  systemMessage as systemMessageOf,
  toolFormatRules,
  toolInstructions as toolInstructionsOf,
} from '../../../../src/engine/systems/langroid/systemMessage.ts';
import { fieldOfType } from './chatDocument.ts';
import { agentFrom, type PlainAgent, type PlainTool, toolOf } from './plainInput.ts';
import { anyTool, strictRecoveryText } from './strictRecovery.ts';

/** `llm_function_schema(request, defaults)`; with `strict` its parameters go through `format_schema_for_strict`. */
export function functionSchema(
  tool: PlainTool,
  options: { request?: boolean; defaults?: boolean; strict?: boolean } = {},
): unknown {
  const schema = llmFunctionSchema(toolOf(tool), options);
  if (!options.strict) return toPlain(schema);
  return toPlain(new Map([...schema, ['parameters', strictSchemaOf(schema.get('parameters') ?? null)]]));
}

/** `format_schema_for_strict` of any schema, or, without one, of a tool's parameters with `request`. */
export function strictSchema(given: PlainTool): unknown {
  const plain = fromPlain(given);
  const isTool = isPyDict(plain) && (plain.has('schema') || plain.has('request')) && !plain.has('properties');
  return toPlain(strictSchemaOf(isTool ? functionParameters(toolOf(given), { request: true }) : plain));
}

/** `default_value(field)`: `null` where the field has none. */
export function defaultValue(tool: PlainTool, field: string): unknown {
  const declared = propertiesOf(toolOf(tool).schema).get(field) ?? null;
  return toPlain((isPyDict(declared) ? declared.get('default') : undefined) ?? null);
}

/** `get_value_of_type(type)` of an instance with these fields: `null` where none is of the type. Raises like {@link formatExample}. */
export function valueOfType(tool: PlainTool, fields: Readonly<Record<string, unknown>>, type: string): unknown {
  const made = toolOf(tool);
  const given = fromPlain(fields);
  const outcome = made.validate(isPyDict(given) ? given : new Map());
  if (!outcome.ok) throw new EngineError('ValidationError', outcome.message);
  return toPlain(fieldOfType(made, outcome.value, type));
}

/** `simple_schema()`. */
export function simpleSchema(tool: PlainTool): unknown {
  return toPlain(simpleSchemaOf(toolOf(tool)));
}

/** `usage_examples()`. Raises `EngineError` where the class refuses an example. */
export function usageExamples(tool: PlainTool): string {
  return examplesText(toolOf(tool));
}

/** `format_example()` of an instance with these fields. Raises `EngineError` where the class refuses them, and where XML cannot hold them. */
export function formatExample(tool: PlainTool, fields: Readonly<Record<string, unknown>>): string {
  const value = fromPlain(fields);
  return exampleText(toolOf(tool), isPyDict(value) ? value : new Map());
}

/** `format_instructions(tool=True)`. Raises like {@link usageExamples}. */
export function formatInstructions(tool: PlainTool): string {
  return textOf(instructionPieces(toolOf(tool)));
}

/** `tool_format_rules()`. Raises like {@link usageExamples}. */
export function formatRules(agent: PlainAgent): string {
  return textOf(toolFormatRules(agentFrom(agent)));
}

/** `tool_instructions()`. Raises like {@link usageExamples}. */
export function toolInstructions(agent: PlainAgent): string {
  return toolInstructionsOf(agentFrom(agent));
}

/**
 * `sample_multi_round_dialog()`: an example of each of the first two tools; Langroid takes any example, this is the first. Raises
 * `EngineError`, the `ValidationError` of a tool that needs arguments: Langroid makes each without any.
 */
export function sampleDialog(agent: PlainAgent): string {
  const tools = [...agentFrom(agent).tools.values()].slice(0, 2);
  const examples = tools.map(tool => {
    const outcome = tool.validate(new Map());
    if (!outcome.ok) throw new EngineError('ValidationError', validationFeedback('Unknown Tool', outcome));
    return examplesText({ ...tool, examples: tool.examples.slice(0, 1) });
  });
  return examples.join('\n\n');
}

/** The whole system message. Raises like {@link usageExamples}. */
export function systemMessage(agent: PlainAgent): string {
  return systemMessageOf(agentFrom(agent));
}

/** `_strict_recovery_instructions`, for the tool that holds any usable one; without its schema with `schema: false`. `null` where no tool is usable. */
export function strictRecovery(
  agent: PlainAgent,
  options: { optional?: boolean; schema?: boolean } = {},
): string | null {
  const { optional = true, schema = true } = options;
  const tool = anyTool(agentFrom(agent), optional);
  if (!tool) return null;
  return strictRecoveryText(schema ? tool : undefined, optional);
}
