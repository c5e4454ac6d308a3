import { yamlText } from '../../../code/yaml/yamlText.ts';
import { dict, isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { ExportFormat, Loss } from '../../../parsers/interchange.ts';

/** mini-swe-agent's configuration: the templates under `agent` and `model`, and the model class that reads answers as the mode does. */
export const miniSweAgentYaml: ExportFormat = {
  id: 'mini-swe-agent',
  title: 'mini-swe-agent (YAML)',
  summary: 'The configuration of an agent, for `-c`',
  extension: '.yaml',
  language: 'yaml',
  refuses: ({ parserType, type }) =>
    parserType.system === 'mini-swe-agent' ? undefined : `\`${type}\` is not read by mini-swe-agent.`,
  write(definitions) {
    const [first, ...others] = definitions;
    const losses: Loss[] = others.map(({ name }) => ({
      definition: name,
      message: 'A configuration has one agent. Export this definition to a file of its own.',
    }));
    return { text: first ? textOf(first, losses) : '', losses };
  },
};

const modelClass: Readonly<Record<string, string>> = {
  actions_text: 'litellm_textbased',
  actions_toolcall: 'litellm',
  actions_toolcall_response: 'litellm_response',
};

function textOf({ name, source: { config } }: Definition, losses: Loss[]): string {
  const variables = config.get('template_variables');
  if (isPyDict(variables) && variables.size > 0)
    losses.push({
      definition: name,
      key: 'template_variables',
      message: 'The run gives these variables: `task` by `-t`, settings under `agent`, `model` and `environment`.',
    });
  const pick = (keys: readonly string[]): Record<string, PyValue | undefined> =>
    Object.fromEntries(keys.map(key => [key, config.get(key)]));
  const value: PyDict = dict({
    agent: dict({
      system_template: config.get('system_template') ?? '',
      instance_template: config.get('instance_template') ?? '',
    }),
    model: dict({
      model_class: modelClass[String(config.get('mode'))] ?? 'litellm',
      ...pick(['action_regex', 'format_error_template', 'observation_template', 'multimodal_regex']),
    }),
  });
  return `# mini-swe-agent: a configuration for -c.\n${yamlText(value)}`;
}
