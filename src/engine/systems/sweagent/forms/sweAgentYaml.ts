import { functionName } from '../../../code/schema/functions.ts';
import { yamlText } from '../../../code/yaml/yamlText.ts';
import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { ExportFormat, Loss } from '../../../parsers/interchange.ts';
import { jsonEquals } from '../../../python/index.ts';
import { bashCommand } from '../sweAgentCommand.ts';

/** SWE-agent's configuration: the agent's `tools`, and the commands as the `config.yaml` of a bundle in a second document. */
export const sweAgentYaml: ExportFormat = {
  id: 'sweagent',
  title: 'SWE-agent (YAML)',
  summary: 'The configuration of an agent, with the commands as a tool bundle’s `config.yaml`',
  extension: '.yaml',
  language: 'yaml',
  refuses: ({ parserType, type }) =>
    parserType.system === 'SWE-agent' ? undefined : `\`${type}\` is not a parse function of SWE-agent.`,
  write(definitions) {
    const losses: Loss[] = [];
    const documents = definitions.flatMap(definition => documentsOf(definition, losses));
    if (documents.length > 1)
      losses.push({
        message: 'SWE-agent reads each document of this file from a file of its own; the comments say from which.',
      });
    return { text: documents.join('---\n'), losses };
  },
};

/** Keys of a definition that `agent.tools` has as they are. */
export const toolConfigKeys = ['format_error_template', 'env_variables', 'filter'] as const;
/** Keys of a definition that `agent` has as they are. */
export const agentPartKeys = ['templates', 'history_processors'] as const;
/** The parse functions with which SWE-agent can do without its own `bash`. */
const withoutBash = ['function_calling', 'json'];

function documentsOf({ name, type, source: { config } }: Definition, losses: Loss[]): string[] {
  const lose = (key: string, message: string) => {
    if (config.has(key)) losses.push({ definition: name, key, message });
  };
  lose('strict', 'SWE-agent itself never asks a parse function to be strict.');
  lose('state', 'The state commands of bundles leave it, not the configuration.');
  lose('template_variables', 'The task gives these variables, not the configuration.');
  const list = config.get('commands');
  const commands = isPyList(list) ? list.filter(isPyDict) : undefined;
  const startsWithBash = jsonEquals(commands?.[0] ?? null, bashCommand);
  const own = commands && startsWithBash ? commands.slice(1) : commands;
  const isWithoutBash = commands !== undefined && !startsWithBash;
  if (isWithoutBash && !withoutBash.includes(type))
    losses.push({
      definition: name,
      key: 'commands',
      message: `With \`${type}\` SWE-agent always has its own \`bash\` before all other commands.`,
    });
  const bundle = functionName(name);
  const tools = dict({
    ...(own && own.length > 0 && { bundles: [dict({ path: `tools/${bundle}` })] }),
    enable_bash_tool: isWithoutBash && withoutBash.includes(type) ? false : undefined,
    parse_function: dict({ type, error_message: config.get('error_message') }),
    ...Object.fromEntries(toolConfigKeys.map(key => [key, config.get(key)])),
  });
  const agent = `# SWE-agent: the configuration of the agent, for --config.\n${yamlText(dict({ agent: dict({ name, ...agentParts(config), tools }) }))}`;
  if (!own || own.length === 0) return [agent];
  return [
    agent,
    `# SWE-agent: tools/${bundle}/config.yaml\n${yamlText(dict({ tools: new Map(own.map(bundleTool)) }))}`,
  ];
}

/** What an agent has beside its tools. */
function agentParts(config: PyDict): Record<string, PyValue | undefined> {
  return Object.fromEntries(agentPartKeys.map(key => [key, config.get(key)]));
}

/** A command as a bundle has it: by its name. */
function bundleTool(command: PyDict): [string, PyValue] {
  return [String(command.get('name')), new Map([...command].filter(([key]) => key !== 'name'))];
}

export type Path = readonly (string | number)[];

export function stepInto(value: PyValue, step: string | number): PyValue {
  if (isPyDict(value)) return value.get(String(step)) ?? null;
  return isPyList(value) && typeof step === 'number' ? (value[step] ?? null) : null;
}

/** Where a document has the tools of agents: of one, of several that are tried in turn, or alone. */
export function toolConfigs(value: PyDict): readonly { readonly path: Path; readonly name: PyValue }[] {
  const agent = value.get('agent');
  if (isPyDict(agent)) {
    const several = agent.get('agent_configs');
    if (isPyList(several))
      return several.flatMap((each, i) =>
        isPyDict(each) ? [{ path: ['agent', 'agent_configs', i, 'tools'], name: each.get('name') ?? null }] : [],
      );
    return agent.has('tools') ? [{ path: ['agent', 'tools'], name: agent.get('name') ?? null }] : [];
  }
  const tools = value.get('tools');
  if (isPyDict(tools) && !isBundle(tools)) return [{ path: ['tools'], name: value.get('name') ?? null }];
  return value.has('parse_function') ? [{ path: [], name: null }] : [];
}

/** Whether `tools` are the commands of a bundle by their names, not the settings of an agent. */
export function isBundle(tools: PyDict): boolean {
  if (tools.size === 0 || tools.has('parse_function') || tools.has('bundles')) return false;
  return [...tools.values()].some(
    each => isPyDict(each) && ['signature', 'docstring', 'arguments', 'end_name'].some(key => each.has(key)),
  );
}
