import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import {
  defaultActionRegex,
  defaultErrorTemplate,
  defaultObservationTemplate,
  type Mode,
  modes,
} from './modelClass.ts';
import { templateVariables } from './templateVariables.ts';

/** The keys of a definition that hold templates. */
export const templateKeys = [
  'system_template',
  'instance_template',
  'format_error_template',
  'observation_template',
] as const;
/** One of {@link templateKeys}. */
export type TemplateKey = (typeof templateKeys)[number];

/** What a definition says, with mini-swe-agent's defaults. */
export interface Settings {
  readonly mode: Mode;
  readonly actionRegex: string;
  readonly multimodalRegex: string;
  readonly templates: Readonly<Record<TemplateKey, string>>;
  /** What templates see: mini-swe-agent's own variables with their defaults, then `template_variables`. */
  readonly variables: PyDict;
}

/** The settings of a definition. Total. */
export function readSettings(config: PyDict): Settings {
  const text = (key: string, fallback: string) => {
    const value = config.get(key);
    return typeof value === 'string' ? value : fallback;
  };
  const given = config.get('mode');
  const mode = modes.find(each => each === given) ?? 'actions_toolcall';
  const own = config.get('template_variables') ?? null;
  return {
    mode,
    actionRegex: text('action_regex', defaultActionRegex),
    multimodalRegex: text('multimodal_regex', ''),
    templates: {
      system_template: text('system_template', ''),
      instance_template: text('instance_template', ''),
      format_error_template: text('format_error_template', defaultErrorTemplate(mode)),
      observation_template: text('observation_template', defaultObservationTemplate),
    },
    variables: variablesOf(config, mode, own),
  };
}

/** Those of a run with nothing configured but the definition's own keys. */
function variablesOf(config: PyDict, mode: Mode, own: PyValue): PyDict {
  const section = (keys: readonly string[]) =>
    new Map(
      keys.flatMap(key => (typeof config.get(key) === 'string' ? [[key, config.get(key) ?? null] as const] : [])),
    );
  const agent = new Map<string, PyValue>([
    ['system_template', ''],
    ['instance_template', ''],
    ...section(['system_template', 'instance_template']),
  ]);
  const model = section(['format_error_template', 'observation_template', 'multimodal_regex', 'action_regex']);
  const whole = new Map<string, PyValue>([
    ['agent', agent],
    ['model', model],
  ]);
  const surroundings = { uname: null, environ: null, variables: isPyDict(own) ? own : null };
  return templateVariables(whole, { mode, provider: 'litellm' }, surroundings);
}
