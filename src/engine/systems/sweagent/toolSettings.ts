import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, PyFloat, type PyValue } from '../../core/pyValue.ts';
import { dedent, renderJinja, strFormat } from '../../python/index.ts';
import type { FormatError } from './formatError.ts';
import { bashCommand, type Command, readCommands } from './sweAgentCommand.ts';
import { readToolFilter, type ToolFilter } from './toolFilter.ts';

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

/** The documentation of several commands, as the model is shown it. Raises like {@link commandDocParts}. */
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
 * A template rendered with the variables that SWE-agent gives it, later ones over earlier ones: the step, the error,
 * the agent's own. `output` never reaches a template, and what the model was asked is not known here, so `query` is
 * empty. Raises `EngineError` where the template fails.
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
