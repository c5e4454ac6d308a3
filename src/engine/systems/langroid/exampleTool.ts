import { isPyDict, type PyDict } from '../../core/pyValue.ts';
import { exampleOfSchema } from '../../parsers/shared/exampleValues.ts';
import { readAgent, usableTools } from './agent.ts';
import { formatExample } from './formatExample.ts';
import { excludedFields, type ToolKind } from './tool.ts';

/** A response that calls the first tool of a definition, with its first example where it has one. Raises `EngineError` where the class refuses it. */
export function exampleTool(config: PyDict, kind: ToolKind): string | undefined {
  const tool = usableTools(readAgent(config, kind)).find(each => each.kind === kind && !each.isOrchestration);
  if (!tool) return undefined;
  const [example] = tool.examples;
  const made = example?.value ?? exampleOfSchema(tool.schema, tool.schema);
  if (!isPyDict(made)) return undefined;
  const value = new Map([...made].filter(([key]) => !excludedFields.includes(key)));
  const call = formatExample(tool, value.set('request', tool.name)).trimEnd();
  return `${example?.thought ?? `I use ${tool.name}.`}\n\n${call}`;
}
