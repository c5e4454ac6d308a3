import { EngineError } from '../../core/errors.ts';
import { fromPlain, isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { buildModel } from '../../validation/index.ts';

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
export function readTemplateConfig(given: PyValue | undefined): PyDict {
  if (given !== undefined && !isPyDict(given))
    throw new EngineError('ValidationError', 'Input should be a valid dictionary or instance of TemplateConfig');
  const dict = given ?? new Map<string, PyValue>();
  const outcome = buildModel(
    fromPlain({ title: 'TemplateConfig', type: 'object', properties, required: [] }) as PyDict,
  ).validate(dict);
  if (!outcome.ok) throw new EngineError('ValidationError', outcome.errors[0]?.msg ?? outcome.message);
  if (dict.has('next_step_no_output_template')) return outcome.value;
  // Only where the key is absent does it follow the other template.
  const next = outcome.value.get('next_step_template') ?? '';
  return new Map([...outcome.value]).set('next_step_no_output_template', next);
}
