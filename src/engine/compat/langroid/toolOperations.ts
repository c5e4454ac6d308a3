import { fromPlain, isPyDict, toPlain } from '../../core/pyValue.ts';
import { usageExamples as examplesText, formatExample as exampleText } from '../../parsers/langroid/formatExample.ts';
import { formatInstructions as instructionPieces } from '../../parsers/langroid/formatInstructions.ts';
import {
  functionParameters,
  llmFunctionSchema,
  simpleSchema as simpleSchemaOf,
  strictSchema as strictSchemaOf,
} from '../../parsers/langroid/functionSchema.ts';
import {
  systemMessage as systemMessageOf,
  toolFormatRules,
  toolInstructions as toolInstructionsOf,
} from '../../parsers/langroid/systemMessage.ts';
import { textOf } from '../../parsers/pieces.ts';
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
