import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource, InstructionMessage, ParserView, Piece } from '../../parsers/parser.ts';
import { toJsonText } from '../../python/index.ts';
import { bashTool } from './bashTool.ts';
import type { Settings } from './readSettings.ts';
import { sampleOutputs } from './sampleOutputs.ts';
import { templatePieces } from './templatePieces.ts';

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
  given: Settings,
  task?: string,
): readonly InstructionMessage[] {
  const settings = task === undefined ? given : { ...given, variables: new Map([...given.variables, ['task', task]]) };
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
  const told = (error: string, has_tool_calls: boolean, finish_reason: string) =>
    variables({ actions: [], error, has_tool_calls, finish_reason });
  return [
    { title: 'No tool call', variables: told(none, false, isResponse ? 'completed' : 'stop') },
    { title: 'Another tool', variables: told("Unknown tool 'shell'.", true, isResponse ? 'completed' : 'tool_calls') },
    { title: 'An answer that was cut off', variables: told(none, false, 'length') },
  ];
}

function errorPieces(source: DefinitionSource, { mode, templates }: Settings): readonly Piece[] {
  return refusedAnswers(mode).flatMap(({ title, variables }, i) => [
    { text: `${i > 0 ? '\n\n' : ''}# ${title}\n\n` },
    ...templatePieces(source, 'format_error_template', templates.format_error_template, variables),
  ]);
}
