import { EngineError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import { isPyDict, isPyList, type PyDict, PyFloat, type PyValue } from '../../core/pyValue.ts';
import {
  dedent,
  findMatches,
  firstWord,
  isWhite,
  parsePattern,
  pyStrip,
  renderJinja,
  strFormat,
  translatePattern,
} from '../../python/index.ts';
import type { FormatError } from './formatError.ts';
import { bashCommand, type Command, readCommands } from './sweAgentCommand.ts';

/** A piece of the documentation, with the path below the command that it was written at. */
interface DocPart {
  readonly text: string;
  readonly path?: readonly (string | number)[];
}

/**
 * SWE-agent's `generate_command_docs` for one command. Its docstring is a format string of the environment variables.
 * Raises `EngineError` where the docstring or the signature raises.
 */
export function commandDocParts(command: Command, envVariables: PyDict): readonly DocPart[] {
  const { name, docstring, signature, arguments: list } = command;
  const parts: DocPart[] = [{ text: name, path: ['name'] }, { text: ':\n' }];
  if (docstring !== null)
    parts.push(
      { text: '  docstring: ' },
      { text: strFormat(docstring, envVariables), path: ['docstring'] },
      { text: '\n' },
    );
  parts.push({ text: '  signature: ' });
  parts.push(signature === undefined ? { text: defaultSignature(command) } : { text: signature, path: ['signature'] });
  parts.push({ text: '\n' });
  if (list.length > 0) parts.push({ text: '  arguments:\n' });
  for (const [i, argument] of list.entries())
    parts.push(
      { text: '    - ' },
      { text: argument.name, path: ['arguments', i, 'name'] },
      { text: ' (' },
      { text: argument.type, path: ['arguments', i, 'type'] },
      { text: `) [${argument.required ? 'required' : 'optional'}]: ` },
      { text: argument.description, path: ['arguments', i, 'description'] },
      { text: '\n' },
    );
  return [...parts, { text: '\n' }];
}

/** The documentation of several commands, as it stands in the instruction. Raises like {@link commandDocParts}. */
export function commandDocsText(commands: readonly Command[], envVariables: PyDict): string {
  return commands
    .flatMap(command => commandDocParts(command, envVariables))
    .map(({ text }) => text)
    .join('');
}

/** `get_signature`, which itself fails for a command with an `end_name`. */
function defaultSignature({ name, endName, arguments: list }: Command): string {
  if (endName !== undefined)
    throw new EngineError(
      'AttributeError',
      `SWE-agent cannot document \`${name}\`: a command with an end_name needs a signature.`,
    );
  return [name, ...list.map(argument => (argument.required ? `<${argument.name}>` : `[<${argument.name}>]`))].join(' ');
}

/** What of SWE-agent's `ToolConfig` and of the agent around it matters to a parse function. */
export interface ToolSettings {
  readonly commands: readonly Command[];
  /** Whether `commands` are the definition's own, not SWE-agent's bash. */
  readonly ownCommands: boolean;
  /** Only the `json` parse function looks at it. */
  readonly strict: boolean;
  readonly errorTemplate: string;
  readonly envVariables: PyDict;
  readonly templateVariables: PyDict;
  readonly filter: ToolFilter;
}

/** SWE-agent's own environment variables. */
export const defaultEnvVariables: PyDict = new Map([
  ['PAGER', 'cat'],
  ['MANPAGER', 'cat'],
  ['LESS', '-R'],
  ['PIP_PROGRESS_BAR', 'off'],
  ['TQDM_DISABLE', '1'],
  ['GIT_PAGER', 'cat'],
]);

/** The settings of a definition. Raises `EngineError` where SWE-agent refuses a command. */
export function readToolSettings(config: PyDict, errorMessage: string): ToolSettings {
  const commands = config.get('commands') ?? null;
  const text = (key: string) => {
    const value = config.get(key);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    commands: readCommands(commands === null ? [bashCommand] : commands),
    ownCommands: commands !== null,
    strict: config.get('strict') === true,
    errorTemplate: text('format_error_template') ?? dedent(text('error_message') ?? errorMessage),
    envVariables: dictAt(config, 'env_variables') ?? defaultEnvVariables,
    templateVariables: dictAt(config, 'template_variables') ?? new Map(),
    filter: readToolFilter(config.get('filter') ?? null),
  };
}

/** A step of the agent as far as templates see it. */
export interface Step {
  readonly thought: PyValue;
  readonly action: PyValue;
  /** Why the response was refused; absent for an action that is blocked. */
  readonly error?: FormatError;
}

/**
 * A template rendered with the variables that SWE-agent gives it, later ones over earlier ones: the step, the error, the
 * agent's own. `output` never reaches a template, and the request to the model is not here, so `query` is empty. Raises
 * `EngineError` where the template fails.
 */
export function renderForModel(template: string, step: Step, settings: ToolSettings): string {
  const { envVariables, templateVariables } = settings;
  const variables = new Map<string, PyValue>([
    ['query', []],
    ['thought', step.thought],
    ['action', step.action],
    ['observation', ''],
    ['execution_time', new PyFloat(0)],
    ['done', false],
    ['exit_status', null],
    ['submission', null],
    ['thinking_blocks', step.error ? null : []],
    ['extra_info', new Map()],
    ...(step.error?.variables ?? []),
    ['exception_message', step.error?.message ?? ''],
    ['command_docs', documentation(settings)],
    ...envVariables,
    ['problem_statement', ''],
    ['repo', ''],
    ...templateVariables,
  ]);
  return renderJinja(template, variables);
}

/** The commands' documentation for templates. Empty where a docstring or a signature makes it impossible; the instruction then says why. */
export function documentation({ commands, envVariables }: ToolSettings): string {
  try {
    return commandDocsText(commands, envVariables);
  } catch {
    return '';
  }
}

function dictAt(config: PyDict, key: string): PyDict | undefined {
  const value = config.get(key);
  return isPyDict(value) ? value : undefined;
}

/** SWE-agent's `ToolFilterConfig`. */
interface ToolFilter {
  readonly errorTemplate: string;
  /** Starts of actions that are blocked. */
  readonly blocklist: readonly string[];
  /** Whole actions that are blocked. */
  readonly standalone: readonly string[];
  /** First words that are blocked unless the action matches the pattern. */
  readonly unlessRegex: ReadonlyMap<string, string>;
}

/** SWE-agent's own pattern for both radare2 and r2, which asks for the word radare2. */
const radarePattern = String.raw`\b(?:radare2)\b.*\s+-c\s+.*`;

const defaults: ToolFilter = {
  errorTemplate: "Operation '{{action}}' is not supported by this environment.",
  blocklist: ['vim', 'vi', 'emacs', 'nano', 'nohup', 'gdb', 'less', 'tail -f', 'python -m venv', 'make'],
  standalone: [
    ...['python', 'python3', 'ipython', 'bash', 'sh', '/bin/bash', '/bin/sh'],
    ...['nohup', 'vi', 'vim', 'emacs', 'nano', 'su'],
  ],
  unlessRegex: new Map([
    ['radare2', radarePattern],
    ['r2', radarePattern],
  ]),
};

/** The filter of a definition, with SWE-agent's defaults. */
export function readToolFilter(config: PyValue): ToolFilter {
  if (!isPyDict(config)) return defaults;
  const errorTemplate = config.get('blocklist_error_template');
  return {
    errorTemplate: typeof errorTemplate === 'string' ? errorTemplate : defaults.errorTemplate,
    blocklist: texts(config, 'blocklist') ?? defaults.blocklist,
    standalone: texts(config, 'blocklist_standalone') ?? defaults.standalone,
    unlessRegex: patterns(config) ?? defaults.unlessRegex,
  };
}

/**
 * SWE-agent's `should_block_action`. Linear, but for patterns of the user's own: they run by way of the host, and only
 * then the answer is a promise. Raises what the pattern raises when it is compiled or cannot be run.
 */
export function isBlocked(action: string, filter: ToolFilter, host: Host = {}): boolean | Promise<boolean> {
  const stripped = pyStrip(action);
  const name = firstWord(stripped);
  if (name === undefined) return false;
  if (filter.blocklist.some(start => stripped.startsWith(start)) || filter.standalone.includes(stripped)) return true;
  const pattern = filter.unlessRegex.get(name);
  if (pattern === undefined) return false;
  if (pattern === radarePattern) return !runsRadareCommand(stripped);
  return searches(pattern, stripped, host).then(found => !found);
}

async function searches(pattern: string, text: string, host: Host): Promise<boolean> {
  const flags = { ignoreCase: false, multiline: false, dotAll: false, ascii: false };
  const spans = await findMatches(translatePattern(parsePattern(pattern, flags), []), [], text, host);
  return spans.length > 0;
}

/** Whether {@link radarePattern} is found: the word, then on its line the white space before a `-c` that is a word of its own. */
function runsRadareCommand(text: string): boolean {
  const words = [...text.matchAll(/(?<![\p{L}\p{N}_])radare2(?![\p{L}\p{N}_])/gu)].map(({ index }) => index + 7);
  let next = 0;
  let word = -1;
  let feed = -1;
  for (let option = text.indexOf('-c'); option !== -1; option = text.indexOf('-c', option + 1)) {
    if (!isWhite(text.charCodeAt(option - 1)) || !isWhite(text.charCodeAt(option + 2))) continue;
    while ((words[next] ?? text.length) < option) word = words[next++] ?? -1;
    if (word === -1) continue;
    if (feed < word) feed = text.indexOf('\n', word);
    if (feed === -1) return true;
    let blanks = option;
    while (blanks > word && isWhite(text.charCodeAt(blanks - 1))) blanks--;
    if (feed >= blanks) return true;
  }
  return false;
}

function texts(dict: PyDict, key: string): readonly string[] | undefined {
  const list = dict.get(key);
  return isPyList(list) ? list.filter(item => typeof item === 'string') : undefined;
}

function patterns(dict: PyDict): ReadonlyMap<string, string> | undefined {
  const map = dict.get('block_unless_regex');
  if (!isPyDict(map)) return undefined;
  return new Map([...map].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
