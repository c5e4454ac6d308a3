import type { Mode } from './modelClass.ts';

/** mini-swe-agent's `action_regex`. */
export const defaultActionRegex = '```mswea_bash_command\\s*\\n(.*?)\\n```';

/** mini-swe-agent's `observation_template`. */
export const defaultObservationTemplate =
  '{% if output.exception_info %}<exception>{{output.exception_info}}</exception>\n{% endif %}' +
  '<returncode>{{output.returncode}}</returncode>\n<output>\n{{output.output}}</output>';

/** mini-swe-agent's `format_error_template`, which differs where text is read. */
export function defaultErrorTemplate(mode: Mode): string {
  return mode === 'actions_text'
    ? 'Please always provide EXACTLY ONE action in triple backticks, found {{actions|length}} actions.'
    : '{{ error }}';
}
