import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource, Piece } from '../../parsers/parser.ts';
import { joinPieces } from '../../parsers/shared/pieces.ts';
import { toJsonText } from '../../python/index.ts';
import { type Agent, usableTools } from './agent.ts';
import { llmFunctionSchema } from './functionSchema.ts';
import { allFormatInstructions, toolFormatRules, toolInstructions } from './systemMessage.ts';
import type { Tool } from './tool.ts';

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
