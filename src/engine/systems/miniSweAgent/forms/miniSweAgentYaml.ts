import { nameOfFile } from '../../../code/schema/readForm.ts';
import { yamlText } from '../../../code/yaml/yamlText.ts';
import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type {
  ExportFormat,
  Imported,
  ImportFormat,
  ImportProblem,
  Loss,
  OpenKey,
} from '../../../parsers/interchange.ts';
import { type YamlDocument, yamlDocuments } from '../../../text/index.ts';
import { type Mode, modelClassOf, modes, sectionOf } from '../modelClass.ts';
import { mergeConfigs } from '../readSettings.ts';

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

/** Reads configurations of mini-swe-agent: several documents are merged from the first to the last, as several `-c` are. */
export const miniSweAgentYamlImport: ImportFormat = {
  id: 'mini-swe-agent',
  title: 'mini-swe-agent (YAML)',
  summary: 'The configuration of an agent; several documents are merged, later ones win',
  extensions: ['.yaml', '.yml'],
  languages: ['yaml'],
  read(text, fileName, span = { start: 0, end: text.length }) {
    const documents = yamlDocuments(text.slice(span.start, span.end));
    // Whoever reads YAML first reports what is not YAML.
    if ('message' in documents) return { definitions: [], problems: [] };
    const found = documents.filter(({ value }) => isPyDict(value));
    if (!found.some(isMiniSweAgent)) return { definitions: [], problems: [] };
    const shift = ({ start, end }: Span): Span => ({
      start: Math.min(start + span.start, span.end),
      end: Math.min(end + span.start, span.end),
    });
    const { definition, problems } = readDocuments(found, nameOfFile(fileName));
    return {
      definitions: [{ ...definition, span: shift(definition.span) }],
      problems: problems.map(problem => ({ ...problem, span: shift(problem.span) })),
    };
  },
};

const agentTemplates = ['system_template', 'instance_template'];
const modelKeys = ['format_error_template', 'observation_template', 'multimodal_regex', 'action_regex'];
/** Templates that version 1 had under `agent`, where version 2 ignores them. */
const versionOneKeys = ['action_observation_template', 'format_error_template', 'action_regex', 'timeout_template'];

/** SWE-agent has `agent.templates`; mini-swe-agent has its templates directly under `agent`, or under `model`. */
function isMiniSweAgent({ value }: YamlDocument): boolean {
  if (!isPyDict(value)) return false;
  const [agent, model] = [sectionOf(value, 'agent'), sectionOf(value, 'model')];
  return agentTemplates.some(key => agent.has(key)) || (modelKeys.some(key => model.has(key)) && !agent.has('tools'));
}

function readDocuments(
  documents: readonly YamlDocument[],
  name: string,
): { readonly definition: Imported; readonly problems: readonly ImportProblem[] } {
  const merged = mergeConfigs(documents.map(({ value }) => value));
  const problems: ImportProblem[] = [];
  /** The place of a key in the last document that has it, which is the one that counts. */
  const spanOf = (path: readonly string[]): Span => {
    const last = documents.findLast(document => path.reduce(stepInto, document.value) !== undefined);
    return (last ?? documents[0])?.spanOf([...path]) ?? { start: 0, end: 0 };
  };
  const warn = (path: readonly string[], message: string) =>
    problems.push({ message, span: spanOf(path), severity: 'warning' });
  const [agent, model] = [sectionOf(merged, 'agent'), sectionOf(merged, 'model')];
  const { mode, open } = modeOf(agent, model, warn);
  const config = new Map<string, PyValue>([
    ['type', 'mini_swe_agent'],
    ['mode', mode],
  ]);
  for (const key of modelKeys.slice(-1)) copyText(model, key, config);
  // mini-swe-agent needs both: an empty one is as if it were not there.
  for (const key of agentTemplates) if (agent.get(key) !== '') copyText(agent, key, config);
  for (const key of modelKeys.slice(0, -1)) copyText(model, key, config);
  const named = namedVariables(merged, [...config.values()].join('\n'));
  if (named.size > 0) config.set('template_variables', named);
  for (const key of versionOneKeys)
    if (agent.has(key))
      warn(
        ['agent', key],
        `\`agent.${key}\` is of version 1; version 2 ignores it there and has its own under \`model\`.`,
      );
  reportOthers(merged, named, warn);
  const span = { start: documents[0]?.span.start ?? 0, end: documents.at(-1)?.span.end ?? 0 };
  const definition = { name, config, span, ...(open && { open }) };
  return { definition, problems: problems.sort((a, b) => a.span.start - b.span.start) };
}

/** How answers are read, as the configuration runs; and where that may not be what is meant, what else there is. */
function modeOf(
  agent: PyDict,
  model: PyDict,
  warn: (path: readonly string[], message: string) => unknown,
): { readonly mode: Mode; readonly open?: OpenKey } {
  const modelClass = model.get('model_class');
  const mode = modelClassOf(typeof modelClass === 'string' ? modelClass : undefined)?.mode;
  const tag = /```mswea_bash_command|<mswea_bash_command>/.exec(
    agentTemplates.map(key => String(agent.get(key) ?? '')).join('\n'),
  )?.[0];
  const isText = model.has('action_regex') || tag !== undefined;
  if (mode === undefined) {
    const message = `\`${String(modelClass)}\` does not tell how answers are read.`;
    warn(
      ['model', 'model_class'],
      `${message} It is taken for \`actions_toolcall\`; change \`mode\` if it reads text.`,
    );
    const values = ['actions_toolcall', ...modes.filter(each => each !== 'actions_toolcall')];
    return { mode: 'actions_toolcall', open: { key: 'mode', values, message } };
  }
  if (mode === 'actions_text' || !isText) return { mode };
  const why = model.has('action_regex') ? 'has an `action_regex`' : `asks for \`${tag}\``;
  const what = modelClass === undefined ? 'no `model_class`, whose default' : `a \`model_class\` that`;
  const message = `The configuration ${why}, but has ${what} reads tool calls and never looks at the text.`;
  warn(
    model.has('model_class') ? ['model', 'model_class'] : ['model'],
    `${message} \`mode\` is \`${mode}\`, as it runs; if text is meant, change it to \`actions_text\` (in mini-swe-agent: \`model.model_class=litellm_textbased\`).`,
  );
  return { mode, open: { key: 'mode', values: [mode, 'actions_text'], message } };
}

function copyText(section: PyDict, key: string, config: Map<string, PyValue>): void {
  const value = section.get(key);
  if (typeof value === 'string') config.set(key, value);
}

/** What stands between two delimiters, each time. */
function* between(text: string, open: string, close: string): Generator<string> {
  for (let start = text.indexOf(open); start >= 0; ) {
    const end = text.indexOf(close, start + open.length);
    if (end < 0) return;
    yield text.slice(start + open.length, end);
    start = text.indexOf(open, end + close.length);
  }
}

/** Settings that a template names. */
function namedVariables(merged: PyDict, templates: string): PyDict {
  const tags = [...between(templates, '{{', '}}'), ...between(templates, '{%', '%}')].join('\n');
  const names = new Set(tags.match(/(?<![.\w])[A-Za-z_]\w*/g));
  const found = new Map<string, PyValue>();
  for (const section of ['agent', 'environment', 'model'])
    for (const [key, value] of sectionOf(merged, section))
      if (names.has(key) && !agentTemplates.includes(key) && !modelKeys.includes(key)) found.set(key, value);
  const run = sectionOf(merged, 'run');
  if (names.has('task') && run.has('task')) found.set('task', run.get('task') ?? null);
  return found;
}

function reportOthers(
  merged: PyDict,
  named: PyDict,
  warn: (path: readonly string[], message: string) => unknown,
): void {
  const used: Readonly<Record<string, readonly string[]>> = {
    agent: [...agentTemplates, ...versionOneKeys],
    model: [...modelKeys, 'model_class'],
  };
  for (const [section, value] of merged) {
    const keys = isPyDict(value) ? [...value.keys()] : [];
    if (keys.length === 0) {
      if (value !== null) warn([section], `\`${section}\` is not taken over: a definition has no key for it.`);
      continue;
    }
    for (const key of keys)
      if (!(used[section] ?? []).includes(key) && !named.has(key))
        warn([section, key], `\`${section}.${key}\` is not taken over: a definition has no key for it.`);
  }
}

function stepInto(value: PyValue | undefined, step: string): PyValue | undefined {
  return value !== undefined && value !== null && !isPyList(value) && isPyDict(value) ? value.get(step) : undefined;
}
