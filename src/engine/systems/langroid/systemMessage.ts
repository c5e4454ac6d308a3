import type { DefinitionSource, Piece } from '../../parsers/parser.ts';
import { joinPieces, textOf } from '../../parsers/shared/pieces.ts';
import { pyStrip } from '../../python/index.ts';
import { type Agent, usableTools } from './agent.ts';
import { usageExamples } from './formatExample.ts';
import { formatInstructions } from './formatInstructions.ts';
import type { Tool } from './tool.ts';
import { withoutBlankLines } from './withoutBlankLines.ts';

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
  const shown = examples === '' ? '' : `EXAMPLES:\n${examples}`;
  return [dedented(`TOOL: ${tool.name}:\n${indent}${guidance}\n${indent}${shown}\n${indent}`)];
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
