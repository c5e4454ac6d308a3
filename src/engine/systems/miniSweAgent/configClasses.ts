import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { jsonLoads } from '../../python/index.ts';
import { buildModel } from '../../validation/index.ts';
import type { ModelClass } from './modelClass.ts';
import { defaultActionRegex, defaultErrorTemplate, defaultObservationTemplate } from './modelClass.ts';

type Fields = Readonly<Record<string, object>>;

const text = { type: 'string' };
const textOr = (value: string) => ({ type: 'string', default: value });
const integerOr = (value: number) => ({ type: 'integer', default: value });
const orNull = (type: string) => ({ anyOf: [{ type }, { type: 'null' }], default: null });
const strings = (value: readonly string[] = []) => ({ type: 'array', items: { type: 'string' }, default: value });
const texts = { type: 'object', additionalProperties: { type: 'string' }, default: {} };
const anything = { type: 'object', additionalProperties: true, default: {} };

const agent: Fields = {
  system_template: text,
  instance_template: text,
  step_limit: integerOr(0),
  cost_limit: { type: 'number', default: 3.5 },
  wall_time_limit_seconds: integerOr(0),
  max_consecutive_format_errors: integerOr(3),
  output_path: orNull('string'),
};

const interactive: Fields = {
  ...agent,
  mode: { enum: ['human', 'confirm', 'yolo'], type: 'string', default: 'confirm' },
  whitelist_actions: strings(),
  confirm_exit: { type: 'boolean', default: true },
};

const container: Fields = { cwd: textOr('/'), env: texts, forward_env: strings(), timeout: integerOr(30) };

const environments: Readonly<Record<string, Fields>> = {
  local: { cwd: textOr(''), env: texts, timeout: integerOr(30) },
  docker: {
    image: textOr(''),
    ...container,
    executable: textOr('docker'),
    run_args: strings(['--rm']),
    container_timeout: textOr('2h'),
    pull_timeout: integerOr(120),
    interpreter: strings(['bash', '-lc']),
  },
  singularity: {
    image: textOr(''),
    ...container,
    executable: textOr('singularity'),
    sandbox_build_retries: integerOr(3),
    global_args: strings(['--quiet']),
    exec_args: strings(['--contain', '--cleanenv', '--fakeroot']),
  },
  bubblewrap: { cwd: textOr(''), env: texts, timeout: integerOr(30), executable: textOr('bwrap') },
  contree: {
    image: textOr(''),
    image_tag: orNull('string'),
    cwd: textOr('/'),
    cwd_auto_create: { type: 'boolean', default: true },
    env: texts,
    forward_env: strings(),
    interpreter: strings(['bash', '-c']),
    timeout: integerOr(100),
    import_username: orNull('string'),
    import_password: orNull('string'),
  },
  swerex_docker: { image: textOr(''), cwd: textOr('/'), timeout: integerOr(30), deployment_extra_kwargs: anything },
  swerex_modal: {
    image: textOr(''),
    cwd: textOr('/'),
    timeout: integerOr(30),
    env: texts,
    startup_timeout: { type: 'number', default: 60.5 },
    runtime_timeout: { type: 'number', default: 3600.5 },
    deployment_timeout: { type: 'number', default: 3600.5 },
    install_pipx: { type: 'boolean', default: true },
    modal_sandbox_kwargs: anything,
  },
};

/** The environments whose templates see the host's `uname`. */
const withUname = new Set(['local', 'docker', 'bubblewrap', 'contree']);

/** The agent's configuration as Pydantic validates it, with its defaults. Raises `ValidationError`. */
export function agentConfig(section: PyDict): PyDict {
  const isInteractive = String(section.get('agent_class') ?? '')
    .toLowerCase()
    .includes('interactive');
  return validated(isInteractive ? interactive : agent, section, 'AgentConfig');
}

/** The environment's configuration, and what of the host its templates see. Raises `ValidationError`. */
export function environmentConfig(section: PyDict): {
  readonly config: PyDict;
  readonly seesUname: boolean;
  readonly seesEnviron: boolean;
} {
  const name = String(section.get('environment_class') ?? 'local');
  const last = name.slice(name.lastIndexOf('.') + 1).replace(/Environment$/, '');
  const key = last.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  const fields = Object.hasOwn(environments, key) ? environments[key] : undefined;
  const config = fields ? validated(fields, section, 'EnvironmentConfig') : section;
  return { config, seesUname: withUname.has(key), seesEnviron: key === 'local' };
}

/** The model's configuration; an absent `model_name` is `m`. Raises `ValidationError`. */
export function modelConfig(section: PyDict, { mode, provider }: ModelClass): PyDict {
  const isResponse = mode === 'actions_toolcall_response';
  const registry = provider === 'litellm' || provider === 'portkey';
  const fields: Fields = {
    model_name: textOr('m'),
    model_kwargs: anything,
    ...(provider === 'portkey' && !isResponse && { provider: textOr('') }),
    ...(registry && { litellm_model_registry: orNull('string') }),
    ...(provider === 'portkey' && { litellm_model_name_override: textOr('') }),
    ...(!(provider === 'portkey' && isResponse) && {
      set_cache_control: { anyOf: [{ const: 'default_end', type: 'string' }, { type: 'null' }], default: null },
    }),
    ...(provider !== 'requesty' && {
      cost_tracking: { enum: ['default', 'ignore_errors'], type: 'string', default: 'default' },
    }),
    format_error_template: textOr(defaultErrorTemplate(mode)),
    observation_template: textOr(defaultObservationTemplate),
    multimodal_regex: textOr(''),
    ...(mode === 'actions_text' && { action_regex: textOr(defaultActionRegex) }),
  };
  return validated(fields, section, 'ModelConfig');
}

/** Floats that are whole numbers: `default` of a JSON schema could not tell them from ints. */
const wholeFloats: Readonly<Record<string, string>> = {
  cost_limit: '3.0',
  startup_timeout: '60.0',
  runtime_timeout: '3600.0',
  deployment_timeout: '3600.0',
};

function validated(fields: Fields, section: PyDict, title: string): PyDict {
  const names = Object.keys(fields);
  const required = names.filter(name => !('default' in (fields[name] ?? {})));
  const written = JSON.stringify({ title, type: 'object', properties: fields, required });
  const exact = written.replace(
    /"(\w+)":\{"type":"number","default":[\d.]+\}/g,
    (_, name: string) => `"${name}":{"type":"number","default":${wholeFloats[name] ?? '0.0'}}`,
  );
  const schema = jsonLoads(exact);
  if (!schema.ok || !isPyDict(schema.value)) throw new EngineError('InternalError', 'The schema is not readable.');
  const outcome = buildModel(schema.value).validate(section);
  if (outcome.ok) return new Map(names.map((name): [string, PyValue] => [name, outcome.value.get(name) ?? null]));
  throw new EngineError('ValidationError', outcome.errors[0]?.msg ?? outcome.message);
}
