import { EngineError } from '../../core/errors.ts';
import { fromPlain, isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource, ParserView, Piece } from '../../parsers/parser.ts';
import { spanInString } from '../../parsers/problems/problemAt.ts';
import { codePointLength, renderSegments } from '../../python/index.ts';
import { buildModel } from '../../validation/index.ts';
import { documentation, type ToolSettings } from './toolSettings.ts';

const text = (value: string) => ({ type: 'string', default: value });
const textOrNull = { anyOf: [{ type: 'string' }, { type: 'null' }], default: null };
const flag = { type: 'boolean', default: false };

const observation = 'Observation: {{observation}}';

/** SWE-agent's defaults of `agent.templates`, whose words reach the model. */
const templateDefaults = {
  next_step_template: observation,
  next_step_truncated_observation_template:
    'Observation: {{observation[:max_observation_length]}}<response clipped>' +
    '<NOTE>Observations should not exceeded {{max_observation_length}} characters. ' +
    '{{elided_chars}} characters were elided. Please try a different command that produces less output ' +
    'or use head/tail/grep/redirect the output to a file. Do not use interactive pagers.</NOTE>',
  shell_check_error_template:
    'Your bash command contained syntax errors and was NOT executed. ' +
    'Please fix the syntax errors and try again. This can be the result ' +
    'of not adhering to the syntax for multi-line commands. Here is the output of `bash -n`:\n' +
    '{{bash_stdout}}\n{{bash_stderr}}',
  command_cancelled_timeout_template:
    "The command '{{command}}' was cancelled because it took more than {{timeout}} seconds. " +
    'Please try a different command that completes more quickly. ' +
    'Note: A common source of this error is if the command is interactive or requires user input ' +
    '(it is impossible to receive user input in the current environment, so the command will never complete).',
} as const;

const properties = {
  system_template: text(''),
  instance_template: text(''),
  next_step_template: text(templateDefaults.next_step_template),
  next_step_truncated_observation_template: text(templateDefaults.next_step_truncated_observation_template),
  max_observation_length: { type: 'integer', default: 100_000 },
  next_step_no_output_template: { type: 'string', default: '' },
  strategy_template: textOrNull,
  demonstration_template: textOrNull,
  demonstrations: { type: 'array', items: { type: 'string' }, default: [] },
  put_demos_in_history: flag,
  disable_image_processing: flag,
  shell_check_error_template: text(templateDefaults.shell_check_error_template),
  command_cancelled_timeout_template: text(templateDefaults.command_cancelled_timeout_template),
};

/** `agent.templates` as Pydantic validates it, with SWE-agent's defaults. Unknown keys are ignored. Raises `ValidationError`. */
export function readTemplateConfig(templates: PyValue | undefined): PyDict {
  if (templates !== undefined && !isPyDict(templates))
    throw new EngineError('ValidationError', 'Input should be a valid dictionary or instance of TemplateConfig');
  const dict = templates ?? new Map<string, PyValue>();
  const outcome = buildModel(
    fromPlain({ title: 'TemplateConfig', type: 'object', properties, required: [] }) as PyDict,
  ).validate(dict);
  if (!outcome.ok) throw new EngineError('ValidationError', outcome.errors[0]?.msg ?? outcome.message);
  if (dict.has('next_step_no_output_template')) return outcome.value;
  // Only where the key is absent does it follow the other template.
  const next = outcome.value.get('next_step_template') ?? '';
  return new Map([...outcome.value]).set('next_step_no_output_template', next);
}

/** Observations to show the next-step templates with. */
const samples: readonly { readonly title: string; readonly observation: (limit: number) => string }[] = [
  { title: 'With output', observation: () => 'README.md\nsetup.py\nsrc' },
  { title: 'Without output', observation: () => '' },
  { title: 'Truncated', observation: limit => 'x'.repeat(Math.min(Math.max(0, limit) + 10, 200_000)) },
];

/** The system message, the task and observations as `templates` make them; none without `templates`. Their pieces throw what SWE-agent raises. */
export function templateViews(source: DefinitionSource, settings: ToolSettings): readonly ParserView[] {
  const written = source.config.get('templates');
  if (!isPyDict(written)) return [];
  const has = (key: string) => written.has(key);
  const view = (name: string, pieces: (templates: PyDict) => readonly Piece[]): ParserView => ({
    name,
    language: 'markdown',
    pieces: () => pieces(readTemplateConfig(written)),
  });
  const base = () => variablesOf(settings);
  const state = () => new Map([...base(), ...stateOf(source.config)]);
  return [
    ...(has('system_template')
      ? [view('System Message', templates => rendered(source, templates, 'system_template', base()))]
      : []),
    ...(has('instance_template')
      ? [
          view('Instance Message', templates => {
            const instance = rendered(source, templates, 'instance_template', state());
            const strategy = templates.get('strategy_template') ?? null;
            if (strategy === null) return instance;
            return [...instance, { text: '\n' }, ...rendered(source, templates, 'strategy_template', state())];
          }),
        ]
      : []),
    view('Next Step', templates => nextSteps(source, templates, state())),
  ];
}

function nextSteps(source: DefinitionSource, templates: PyDict, variables: PyDict): readonly Piece[] {
  const limit = Number(templates.get('max_observation_length'));
  return samples.flatMap(({ title, observation: make }, i) => {
    const observation = make(limit);
    const length = codePointLength(observation);
    const isTruncated = observation !== '' && length > limit;
    const key =
      observation === ''
        ? 'next_step_no_output_template'
        : isTruncated
          ? 'next_step_truncated_observation_template'
          : 'next_step_template';
    const own = new Map<string, PyValue>([
      ...variables,
      ['observation', observation],
      ['elided_chars', isTruncated ? length - limit : 0],
      ['max_observation_length', limit],
    ]);
    const heading = `${i > 0 ? '\n\n' : ''}# ${title}\n\n`;
    return [{ text: heading }, ...rendered(source, templates, key, own)];
  });
}

function rendered(source: DefinitionSource, templates: PyDict, key: string, variables: PyDict): readonly Piece[] {
  const path = ['templates', key];
  return renderSegments(String(templates.get(key) ?? ''), variables).map(({ text, span }) => {
    const origin = source.stringAt(path) ? spanInString(source, path, span.start, span.end) : undefined;
    return { text, ...(origin && { origin }) };
  });
}

/** The base variables of SWE-agent's templates. */
function variablesOf(settings: ToolSettings): Map<string, PyValue> {
  return new Map<string, PyValue>([
    ['command_docs', documentation(settings)],
    ...settings.envVariables,
    ['problem_statement', ''],
    ['repo', ''],
    ...settings.templateVariables,
  ]);
}

function stateOf(config: PyDict): PyDict {
  const state = config.get('state');
  return isPyDict(state) ? state : new Map();
}
