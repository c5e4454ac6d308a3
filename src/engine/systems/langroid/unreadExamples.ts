import type { Problem } from '../../core/problem.ts';
import { isPyDict, type PyDict } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { problemAt } from '../../parsers/problems/problemAt.ts';
import { readsBack } from '../../parsers/problems/readsBack.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import { readAgent, usableTools } from './agent.ts';
import { formatExample } from './formatExample.ts';
import { readResponse } from './readResponse.ts';
import { excludedFields, type Tool, type ToolKind } from './tool.ts';

/** How many examples of a tool are tried; a model is shown a few. */
const mostExamples = 20;

/**
 * The problems of examples that the instruction shows and that Langroid would not read as the same call: each is written as
 * the instruction has it, and read. Examples that the class refuses have a problem of their own, and so have tools that cannot
 * be called at all. Linear in the examples.
 */
export function unreadExamples(source: DefinitionSource, kind: ToolKind): readonly Problem[] {
  const agent = attempt(() => readAgent(source.config, kind));
  // Without `use_tools` calls are the provider's.
  if (!agent?.useTools) return [];
  const isReadAgain = (tool: Tool, example: PyDict, made: PyDict): boolean => {
    const shown = new Map([...made].filter(([key]) => !excludedFields.includes(key)));
    return readsBack(shown, () => {
      const { calls } = readResponse(agent, { text: formatExample(tool, example) });
      const [call] = calls;
      if (!call || calls.length > 1 || call.tool !== tool || !isPyDict(call.value)) return null;
      return new Map([...call.value].filter(([key]) => shown.has(key)));
    });
  };
  return usableTools(agent).flatMap(tool => {
    if (!tool.path || tool.formatInstructions !== undefined || isUncallable(tool)) return [];
    const path = [...tool.path, 'examples'];
    return tool.examples.slice(0, mostExamples).flatMap(({ value }, i) => {
      const outcome = tool.validate(value);
      if (!outcome.ok || isReadAgain(tool, value, outcome.value)) return [];
      const message = `${tool.kind} writes this example into the instruction and does not read it again: a model that answers as it does is refused, or read otherwise.`;
      return problemAt(source, 'cannot-read-itself', [...path, i], message);
    });
  });
}

function isUncallable({ kind, fields, rootElement }: Tool): boolean {
  return (kind === 'XMLToolMessage' && (fields.length <= 3 || rootElement !== 'tool')) || fields.includes('properties');
}
