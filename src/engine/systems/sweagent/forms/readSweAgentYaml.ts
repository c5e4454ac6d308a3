import { nameOfFile } from '../../../code/schema/readForm.ts';
import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { Imported, ImportFormat, ImportProblem } from '../../../parsers/interchange.ts';
import { type YamlDocument, yamlDocuments } from '../../../text/index.ts';
import { bashCommand } from '../sweAgentCommand.ts';
import { agentPartKeys, isBundle, type Path, stepInto, toolConfigKeys, toolConfigs } from './sweAgentYaml.ts';

/** Reads configurations of SWE-agent, and the `config.yaml` of its tool bundles. */
export const sweAgentYamlImport: ImportFormat = {
  id: 'sweagent',
  title: 'SWE-agent (YAML)',
  summary: 'The configuration of an agent, the `config.yaml` of a tool bundle',
  extensions: ['.yaml', '.yml'],
  languages: ['yaml', 'dockercompose'],
  rivals: ['mini-swe-agent'],
  read(text, fileName, span = { start: 0, end: text.length }) {
    const documents = yamlDocuments(text.slice(span.start, span.end));
    // The library places what is missing at the end behind it.
    const shift = ({ start, end }: Span): Span => ({
      start: Math.min(start + span.start, span.end),
      end: Math.min(end + span.start, span.end),
    });
    if ('message' in documents)
      return { definitions: [], problems: [{ ...documents, span: shift(documents.span), severity: 'error' }] };
    const reader = new ConfigReader(nameOfFile(fileName));
    for (const document of documents) reader.read(document);
    return {
      definitions: reader.definitions().map(found => ({ ...found, span: shift(found.span) })),
      problems: reader.problems
        .map(problem => ({ ...problem, span: shift(problem.span) }))
        .sort((a, b) => a.span.start - b.span.start),
    };
  },
};

/** What was found of one agent. */
interface Agent {
  readonly name: string;
  readonly config: Map<string, PyValue>;
  readonly span: Span;
  /** Whether SWE-agent's own `bash` comes first. */
  readonly hasBash: boolean;
  /** The bundles that it names, which no document was yet found for. */
  readonly bundles: readonly { readonly path: string; readonly span: Span }[];
  readonly commands: PyDict[];
  /** How many bundles the commands came from. */
  found: number;
}

class ConfigReader {
  readonly problems: ImportProblem[] = [];
  readonly #name: string;
  readonly #agents: Agent[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  read(document: YamlDocument): void {
    const { value } = document;
    if (!isPyDict(value)) return;
    const configs = toolConfigs(value);
    for (const { path, name } of configs) this.#config(document, path, name);
    const tools = value.get('tools');
    const hasBundle = isPyDict(tools) && isBundle(tools);
    if (hasBundle) this.#bundle(document, tools);
    if (configs.length > 0 || hasBundle) this.#reportAround(document, value);
  }

  /** What stands around the tools of agents: templates, history processors, the model, the environment. */
  #reportAround(document: YamlDocument, value: PyDict): void {
    const agent = value.get('agent');
    if (!isPyDict(agent)) {
      // Without an agent the document is the settings of its tools, which are read as such, or has them.
      if (value.has('tools')) this.#reportOthers(document, [], value, ['tools', 'name']);
      return;
    }
    this.#reportOthers(document, [], value, ['agent', 'tools']);
    const several = agent.get('agent_configs');
    this.#reportOthers(document, ['agent'], agent, [...agentKeys, 'agent_configs']);
    for (const [i, each] of (isPyList(several) ? several : []).entries())
      if (isPyDict(each)) this.#reportOthers(document, ['agent', 'agent_configs', i], each, agentKeys);
  }

  /** Lists the keys of a mapping that are not used; `null` is as if it were not there. */
  #reportOthers(document: YamlDocument, path: Path, value: PyDict, used: readonly string[]): void {
    for (const [key, item] of value)
      if (item !== null && !used.includes(key))
        this.problems.push({
          message: `\`${[...path, key].join('.')}\` is not taken over: a definition has no key for it.`,
          span: document.spanOf([...path, key]),
          severity: 'warning',
        });
  }

  /** The definitions; a note names each bundle that is in no document. */
  definitions(): readonly Imported[] {
    return this.#agents.map(({ name, config, span, hasBash, bundles, commands, found }) => {
      for (const bundle of bundles.slice(found))
        this.problems.push({
          message: `The commands of the bundle ${bundle.path} are in its own config.yaml. Import that as well.`,
          span: bundle.span,
          severity: 'warning',
        });
      if (found > 0 || !hasBash) config.set('commands', [...(hasBash ? [bashCommand] : []), ...commands]);
      return { name, config, span };
    });
  }

  #config(document: YamlDocument, path: Path, name: PyValue): void {
    const tools = path.reduce(stepInto, document.value);
    if (!isPyDict(tools)) return;
    const found = this.#parseFunction(document, [...path, 'parse_function'], tools.get('parse_function'));
    if (!found) return;
    for (const key of toolConfigKeys) {
      const value = tools.get(key) ?? null;
      if (value !== null) found.set(key, value);
    }
    const around = path.slice(0, -1).reduce(stepInto, document.value);
    if (path.length > 1 && isPyDict(around))
      for (const key of agentPartKeys) {
        const value = around.get(key) ?? null;
        if (value !== null) found.set(key, value);
      }
    this.#reportOthers(document, path, tools, [...usedToolKeys, ...(path.length === 0 ? ['name'] : [])]);
    const parseFunction = tools.get('parse_function');
    if (isPyDict(parseFunction))
      this.#reportOthers(document, [...path, 'parse_function'], parseFunction, ['type', 'error_message']);
    if (tools.has('command_files'))
      this.problems.push({
        message: 'The commands of these files are not taken over; SWE-agent has them in bundles since 1.0.',
        span: document.spanOf([...path, 'command_files']),
        severity: 'warning',
      });
    const bundles = tools.get('bundles');
    for (const [i, bundle] of (isPyList(bundles) ? bundles : []).entries())
      if (isPyDict(bundle)) this.#reportOthers(document, [...path, 'bundles', i], bundle, ['path']);
    this.#agents.push({
      name: typeof name === 'string' && name !== '' ? name : this.#name,
      config: found,
      span: document.spanOf(path),
      hasBash: tools.get('enable_bash_tool') !== false,
      bundles: (isPyList(bundles) ? bundles : []).map((bundle, i) => ({
        path: String((isPyDict(bundle) && bundle.get('path')) || i + 1),
        span: document.spanOf([...path, 'bundles', i]),
      })),
      commands: [],
      found: 0,
    });
  }

  /** `type` and `error_message`; SWE-agent calls functions where nothing is said, and its mapping without a type is `action`. */
  #parseFunction(
    document: YamlDocument,
    path: Path,
    parseFunction: PyValue | undefined,
  ): Map<string, PyValue> | undefined {
    if (parseFunction === undefined) return new Map([['type', 'function_calling']]);
    if (isPyDict(parseFunction)) {
      const type = parseFunction.get('type') ?? 'action';
      if (parseFunctions.includes(String(type)))
        return new Map(dict({ type, error_message: parseFunction.get('error_message') }));
    } else if (classNames.has(String(parseFunction))) {
      const type = classNames.get(String(parseFunction))!;
      const message = `SWE-agent before 1.0 names the class; this is \`type: ${type}\` now.`;
      this.problems.push({ message, span: document.spanOf(path), severity: 'warning' });
      return new Map([['type', type]]);
    } else if (parseFunctions.includes(String(parseFunction))) {
      const message = 'SWE-agent takes a mapping with a `type` here, and refuses the name alone.';
      this.problems.push({ message, span: document.spanOf(path), severity: 'warning' });
      return new Map([['type', parseFunction]]);
    }
    const message = `This is not a parse function of SWE-agent. There are: ${parseFunctions.join(', ')}.`;
    this.problems.push({ message, span: document.spanOf(path), severity: 'error' });
    return undefined;
  }

  /** The commands of a bundle go to the agent before it that waits for one; alone they are functions. */
  #bundle(document: YamlDocument, tools: PyDict): void {
    const commands: PyDict[] = [];
    for (const [name, command] of tools) {
      if (isPyDict(command)) {
        commands.push(new Map<string, PyValue>([['name', name], ...knownKeys(command)]));
        this.#reportOthers(document, ['tools', name], command, commandKeys);
      } else
        this.problems.push({
          message: `\`${name}\` is not a command.`,
          span: document.spanOf(['tools', name]),
          severity: 'warning',
        });
    }
    const agent = this.#agents.findLast(each => each.bundles.length > each.found);
    if (agent) {
      agent.commands.push(...commands);
      agent.found++;
      return;
    }
    const config = new Map<string, PyValue>([['type', 'function_calling']]);
    this.#agents.push({
      name: this.#name,
      config,
      span: document.span,
      hasBash: false,
      bundles: [],
      commands,
      found: 1,
    });
  }
}

/** The keys of an agent that are used; `type` says only how many there are. */
const agentKeys = ['name', 'type', 'tools', ...agentPartKeys];
const usedToolKeys = ['parse_function', 'bundles', 'enable_bash_tool', 'command_files', ...toolConfigKeys];
const commandKeys = ['signature', 'docstring', 'end_name', 'arguments'];

const parseFunctions: readonly string[] = [
  ...['action', 'thought_action', 'action_only', 'xml_thought_action', 'xml_function_calling', 'function_calling'],
  ...['edit_format', 'identity', 'json', 'all_bash_code_blocks', 'single_bash_code_block'],
];

/** The classes of parse functions, as configurations before 1.0 name them. */
const classNames: ReadonlyMap<string, string> = new Map([
  ['ActionParser', 'action'],
  ['ThoughtActionParser', 'thought_action'],
  ['XMLThoughtActionParser', 'xml_thought_action'],
  ['EditFormat', 'edit_format'],
  ['Identity', 'identity'],
  ['JsonParser', 'json'],
]);

/** The keys of a command that definitions have; `null` is as if it were not there. */
function knownKeys(command: PyDict): readonly [string, PyValue][] {
  return [...command].filter(([key]) => commandKeys.includes(key));
}
