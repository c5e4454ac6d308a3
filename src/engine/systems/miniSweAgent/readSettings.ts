import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, PyFloat, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { agentConfig, environmentConfig, modelConfig } from './configClasses.ts';
import {
  defaultActionRegex,
  defaultErrorTemplate,
  defaultObservationTemplate,
  type Mode,
  type ModelClass,
  modes,
  sectionOf,
} from './modelClass.ts';

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
  const name = config.get('mode');
  const mode = modes.find(each => each === name) ?? 'actions_toolcall';
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

/** What surrounds a run: the host's name, its environment variables, and the keywords of `run`. */
interface Surroundings {
  readonly uname: PyValue;
  readonly environ: PyValue;
  readonly variables: PyValue;
}

/** A host for previews. */
const sampleUname: PyDict = new Map([
  ['system', 'Linux'],
  ['node', 'host'],
  ['release', '6.1.0'],
  ['version', '#1 SMP'],
  ['machine', 'x86_64'],
]);

/** mini-swe-agent's `get_template_vars` at the start of a run. Raises `ValidationError` for a configuration that is refused. */
export function templateVariables(config: PyDict, modelClass: ModelClass, surroundings: Surroundings): PyDict {
  const environment = environmentConfig(sectionOf(config, 'environment'));
  return mergeConfigs([
    agentConfig(sectionOf(config, 'agent')),
    environment.config,
    environment.seesUname ? dictOf(surroundings.uname, sampleUname) : null,
    environment.seesEnviron ? dictOf(surroundings.environ, new Map()) : null,
    modelConfig(sectionOf(config, 'model'), modelClass),
    new Map<string, PyValue>([
      ['n_model_calls', 0],
      ['model_cost', new PyFloat(0)],
      ['elapsed_seconds', 0],
    ]),
    dictOf(surroundings.variables, new Map()),
  ]);
}

function dictOf(value: PyValue, fallback: PyDict): PyDict {
  return isPyDict(value) ? value : fallback;
}

/**
 * mini-swe-agent's `recursive_merge`: mappings deeply, anything else is replaced by what comes later; `null` among the
 * configurations is skipped. Raises Python's `AttributeError` for a configuration that is not a mapping. Linear.
 */
export function mergeConfigs(configs: readonly PyValue[]): PyDict {
  const merged = new Map<string, PyValue>();
  for (const config of configs) {
    if (config === null) continue;
    if (!isPyDict(config))
      throw new EngineError('AttributeError', `'${pyTypeName(config)}' object has no attribute 'items'`);
    for (const [key, value] of config) {
      const before = merged.get(key);
      const isMerged = isPyDict(before) && isPyDict(value);
      merged.set(key, isMerged ? mergeConfigs([before, value]) : isPyList(value) ? [...value] : value);
    }
  }
  return merged;
}
