import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { DefinitionSource, InstructionMessage, ParserView, Piece } from '../../parsers/parser.ts';
import { spanInString } from '../../parsers/problems/problemAt.ts';
import { JinjaError, renderSegments, toJsonText } from '../../python/index.ts';
import { bashTool } from './modelClass.ts';
import type { Settings } from './readSettings.ts';

/** The two messages of the instruction: the system's, a blank line, the first of the user's. */
export function instructionPieces(source: DefinitionSource, settings: Settings): readonly Piece[] {
  const system = messagePieces(source, settings, 'system_template');
  const instance = messagePieces(source, settings, 'instance_template');
  return system.length > 0 && instance.length > 0
    ? [...system, { text: '\n\n' }, ...instance]
    : [...system, ...instance];
}

/** The same, message by message; a template that renders to nothing is left out. A task stands for that of `template_variables`. */
export function instructionMessages(
  source: DefinitionSource,
  base: Settings,
  task?: string,
): readonly InstructionMessage[] {
  const settings = task === undefined ? base : { ...base, variables: new Map([...base.variables, ['task', task]]) };
  return [
    { role: 'system' as const, pieces: messagePieces(source, settings, 'system_template') },
    { role: 'user' as const, pieces: messagePieces(source, settings, 'instance_template') },
  ].filter(({ pieces }) => pieces.length > 0);
}

function messagePieces(
  source: DefinitionSource,
  { templates, variables }: Settings,
  key: 'system_template' | 'instance_template',
): readonly Piece[] {
  return templatePieces(source, key, templates[key], variables);
}

/** What else the model is sent: each message alone, the tool, observations, and the message for an answer that is refused. */
export function viewsOf(source: DefinitionSource, settings: Settings): readonly ParserView[] {
  const tool = bashTool(settings.mode);
  const message = (name: string, key: 'system_template' | 'instance_template'): ParserView => ({
    name,
    language: 'markdown',
    pieces: () => messagePieces(source, settings, key),
  });
  return [
    message('System Message', 'system_template'),
    message('Instance Message', 'instance_template'),
    ...(tool ? [{ name: 'Tool', language: 'json' as const, pieces: () => [{ text: toJsonText([tool]) }] }] : []),
    { name: 'Observations', language: 'markdown', pieces: () => observationPieces(source, settings) },
    { name: 'Format Error', language: 'markdown', pieces: () => errorPieces(source, settings) },
  ];
}

/** Outputs of commands to show observations with. */
export const sampleOutputs: readonly { readonly title: string; readonly output: PyDict }[] = [
  { title: 'A short output', output: output('README.md\nsetup.py\nsrc\n', 0) },
  { title: 'No output', output: output('', 0) },
  {
    title: 'A long output (12,000 characters)',
    output: output(Array.from({ length: 600 }, (_, i) => `line ${String(i + 1).padStart(4)} of 0600`).join('\n'), 0),
  },
  { title: 'A command that failed', output: output('ls: cannot access nowhere: No such file or directory\n', 2) },
  {
    title: 'A command that timed out',
    output: output(
      'partial',
      -1,
      "An error occurred while executing the command: Command 'sleep 60' timed out after 30 seconds",
    ),
  },
];

function output(text: string, returncode: number, exception = ''): PyDict {
  return new Map<string, PyValue>([
    ['output', text],
    ['returncode', returncode],
    ['exception_info', exception],
  ]);
}

function observationPieces(source: DefinitionSource, { templates, variables }: Settings): readonly Piece[] {
  return sampleOutputs.flatMap(({ title, output }, i) => [
    { text: `${i > 0 ? '\n\n' : ''}# ${title}\n\n` },
    ...templatePieces(
      source,
      'observation_template',
      templates.observation_template,
      new Map([...variables, ['output', output]]),
    ),
  ]);
}

/** The kinds of answers that are refused, with what the template then sees. */
export function refusedAnswers(
  mode: Settings['mode'],
): readonly { readonly title: string; readonly variables: PyDict }[] {
  const variables = (entries: Readonly<Record<string, PyValue>>): PyDict => new Map(Object.entries(entries));
  if (mode === 'actions_text') {
    const found = (actions: readonly string[], finish_reason: string) =>
      variables({ actions, error: `Expected exactly 1 action, found ${actions.length}.`, finish_reason });
    return [
      { title: 'No action', variables: found([], 'stop') },
      { title: 'Two actions', variables: found(['ls', 'pwd'], 'stop') },
      { title: 'An answer that was cut off', variables: found([], 'length') },
    ];
  }
  const none = 'No tool calls found in the response. Every response MUST include at least one tool call.';
  const isResponse = mode === 'actions_toolcall_response';
  const variablesOf = (error: string, has_tool_calls: boolean, finish_reason: string) =>
    variables({ actions: [], error, has_tool_calls, finish_reason });
  return [
    { title: 'No tool call', variables: variablesOf(none, false, isResponse ? 'completed' : 'stop') },
    {
      title: 'Another tool',
      variables: variablesOf("Unknown tool 'shell'.", true, isResponse ? 'completed' : 'tool_calls'),
    },
    { title: 'An answer that was cut off', variables: variablesOf(none, false, 'length') },
  ];
}

function errorPieces(source: DefinitionSource, { mode, templates }: Settings): readonly Piece[] {
  return refusedAnswers(mode).flatMap(({ title, variables }, i) => [
    { text: `${i > 0 ? '\n\n' : ''}# ${title}\n\n` },
    ...templatePieces(source, 'format_error_template', templates.format_error_template, variables),
  ]);
}

/**
 * A template of the definition rendered with `StrictUndefined`, in pieces that lead to the parts of the template. What
 * nothing defines is a piece with its error. Throws `JinjaError` for any other fault.
 */
function templatePieces(source: DefinitionSource, key: string, template: string, variables: PyDict): Piece[] {
  return renderSegments(template, variables, { strict: true, showsErrors: true }).map(({ text, span, error }) => {
    const origin = originOf(source, key, span);
    return { text, ...(origin && { origin }), ...(error && { error }) };
  });
}

/** The place in the file of a part of the template at a key; nothing where the template is mini-swe-agent's own. */
export function originOf(source: DefinitionSource, key: string, span: Span): Span | undefined {
  return source.stringAt([key]) ? spanInString(source, [key], span.start, span.end) : undefined;
}

/** Why a template fails with these variables, and where; `undefined`: it does not. */
export function templateFaults(template: string, variables: PyDict): readonly JinjaError[] {
  try {
    return renderSegments(template, variables, { strict: true, showsErrors: true }).flatMap(({ error }) => error ?? []);
  } catch (error) {
    if (error instanceof JinjaError) return [error];
    throw error;
  }
}
