import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource, Piece } from '../../parsers/parser.ts';
import { joinPieces, textOf } from '../../parsers/shared/pieces.ts';
import { pyStrip, toJsonText } from '../../python/index.ts';
import { type Agent, usableTools } from './agent.ts';
import { usageExamples } from './formatExample.ts';
import { formatInstructions, withoutBlankLines } from './formatInstructions.ts';
import { llmFunctionSchema } from './functionSchema.ts';
import type { Tool } from './tool.ts';

/** `group_format_instructions()`; a class's own is never used. */
export const groupFormatInstructions = `
=== ALL AVAILABLE TOOLS and THEIR FORMAT INSTRUCTIONS ===
You have access to the following TOOLS to accomplish your task:

{format_instructions}

When one of the above TOOLs is applicable, you must express your 
request as "TOOL:" followed by the request in the above format.
`;

const langroidToolsInstructions = `
        IMPORTANT: When using this or any other tool/function, you MUST include a 
        \`request\` field and set it equal to the FUNCTION/TOOL NAME you intend to use.
        `;

/** The format instructions of all tools that the model may use, one after another. */
export function allFormatInstructions(agent: Agent, source?: DefinitionSource): readonly Piece[] {
  return joinPieces(
    usableTools(agent).map(tool => formatInstructions(tool, source)),
    '\n\n',
  );
}

/** `tool_format_rules()`: how the model has to write its tools. Nothing where it may use none. Raises `EngineError` where an example is refused. */
export function toolFormatRules(agent: Agent, source?: DefinitionSource): readonly Piece[] {
  if (usableTools(agent).length === 0) return [];
  const [before = '', after = ''] = groupFormatInstructions.split('{format_instructions}');
  return [{ text: before }, ...allFormatInstructions(agent, source), { text: after }];
}

/** `tool_instructions()`: guidance on the use of the tools. Raises `EngineError` where an example is refused. */
export function toolInstructions(agent: Agent): string {
  const blocks = usableTools(agent).flatMap(tool => toolBlock(agent, tool));
  if (blocks.length === 0) return '';
  const indent = ' '.repeat(12);
  return dedented(`=== GUIDELINES ON SOME TOOLS/FUNCTIONS USAGE ===\n${indent}${blocks.join('\n\n')}\n${indent}`);
}

function toolBlock(agent: Agent, tool: Tool): string[] {
  const instructions = tool.instructions + (agent.useTools ? langroidToolsInstructions : '');
  const examples = agent.useTools ? '' : usageExamples(tool);
  if (instructions === '' && examples === '') return [];
  const indent = ' '.repeat(24);
  const guidance = instructions === '' ? '' : `GUIDANCE: ${instructions}`;
  const exampleText = examples === '' ? '' : `EXAMPLES:\n${examples}`;
  return [dedented(`TOOL: ${tool.name}:\n${indent}${guidance}\n${indent}${exampleText}\n${indent}`)];
}

/** The whole system message. Raises `EngineError` where an example is refused. */
export function systemMessage(agent: Agent): string {
  const rules = agent.useTools ? textOf(toolFormatRules(agent)) : '';
  const parts = [agent.systemMessage, toolInstructions(agent), rules];
  return pyStrip(parts.filter((part, i) => i === 0 || part !== '').join('\n\n'));
}

function dedented(text: string): string {
  return textOf(withoutBlankLines([{ text }]));
}

/**
 * How the model is told of its tools. With Langroid's own tools the format instructions of one, the rules of several; without them
 * what else says something of the tools: the guidance in the system message, and with the API's functions the `tools`
 * or `functions` of the request, as JSON. Raises `EngineError` where an example is refused.
 */
export function sentInstruction(agent: Agent, source: DefinitionSource, isSingle: boolean): readonly Piece[] {
  if (agent.useTools) return isSingle ? allFormatInstructions(agent, source) : toolFormatRules(agent, source);
  const guidance = toolInstructions(agent);
  const functions = agent.useFunctionsApi ? functionsSent(agent, source) : [];
  return joinPieces(
    [guidance === '' ? [] : [{ text: guidance }], functions].filter(({ length }) => length > 0),
    '\n\n',
  );
}

/** The functions of a request, a list in JSON. A model that supports strict tools gets strict schemas instead. */
function functionsSent(agent: Agent, source: DefinitionSource): readonly Piece[] {
  const tools = usableTools(agent);
  if (tools.length === 0) return [];
  const items = tools.map((tool): readonly Piece[] => {
    const text = toJsonText(requestForm(agent, tool)).replaceAll('\n', '\n  ');
    const origin = tool.path && source.spanOf(tool.path);
    return [{ text: '  ' }, origin ? { text, origin } : { text }];
  });
  return [{ text: '[\n' }, ...joinPieces(items, ',\n'), { text: '\n]' }];
}

function requestForm(agent: Agent, tool: Tool): PyDict {
  const schema = llmFunctionSchema(tool);
  if (!agent.useToolsApi) return schema;
  return new Map<string, PyValue>([
    ['type', 'function'],
    ['function', schema],
  ]);
}
