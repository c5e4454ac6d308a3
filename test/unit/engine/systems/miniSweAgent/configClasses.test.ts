import assert from 'node:assert/strict';
import { fromPlain, isPyDict, type PyDict, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import {
  agentConfig,
  environmentConfig,
  modelConfig,
} from '../../../../../src/engine/systems/miniSweAgent/configClasses.ts';

function section(keys: object): PyDict {
  const value = fromPlain(keys);
  assert(isPyDict(value));
  return value;
}

const templates = { system_template: 'S', instance_template: 'I' };
const container = { image: 'x', cwd: '/', env: {}, forward_env: [], timeout: 30 };

/** What each environment's class has where the configuration names its image alone. */
const environments: readonly (readonly [name: string, values: object])[] = [
  ['local', { cwd: '', env: {}, timeout: 30 }],
  [
    'docker',
    {
      ...container,
      executable: 'docker',
      run_args: ['--rm'],
      container_timeout: '2h',
      pull_timeout: 120,
      interpreter: ['bash', '-lc'],
    },
  ],
  [
    'singularity',
    {
      ...container,
      executable: 'singularity',
      sandbox_build_retries: 3,
      global_args: ['--quiet'],
      exec_args: ['--contain', '--cleanenv', '--fakeroot'],
    },
  ],
  ['bubblewrap', { cwd: '', env: {}, timeout: 30, executable: 'bwrap' }],
  ['swerex_docker', { image: 'x', cwd: '/', timeout: 30, deployment_extra_kwargs: {} }],
  [
    'swerex_modal',
    {
      image: 'x',
      cwd: '/',
      timeout: 30,
      env: {},
      startup_timeout: 60,
      runtime_timeout: 3600,
      deployment_timeout: 3600,
      install_pipx: true,
      modal_sandbox_kwargs: {},
    },
  ],
];

suite('mini-swe-agent: what its configuration classes make of a configuration', () => {
  for (const [name, values] of environments)
    test(`the environment ${name}`, () => {
      const image = 'image' in values ? { image: 'x' } : {};
      const { config } = environmentConfig(section({ environment_class: name, ...image }));
      assert.deepEqual(toPlain(config), values);
    });

  test('the agent, and the one that asks', () => {
    const usual = {
      ...templates,
      step_limit: 0,
      cost_limit: 3,
      wall_time_limit_seconds: 0,
      max_consecutive_format_errors: 3,
      output_path: null,
    };
    assert.deepEqual(toPlain(agentConfig(section(templates))), usual);
    assert.deepEqual(toPlain(agentConfig(section({ ...templates, agent_class: 'interactive' }))), {
      ...usual,
      mode: 'confirm',
      whitelist_actions: [],
      confirm_exit: true,
    });
  });

  test('the model', () => {
    const config = toPlain(modelConfig(section({}), { mode: 'actions_text', provider: 'litellm' })) as object;
    const { format_error_template, observation_template, action_regex, ...others } = config as Record<string, unknown>;
    for (const each of [format_error_template, observation_template, action_regex])
      assert.ok(typeof each === 'string' && each !== '');
    assert.deepEqual(others, {
      model_name: 'm',
      model_kwargs: {},
      litellm_model_registry: null,
      set_cache_control: null,
      cost_tracking: 'default',
      multimodal_regex: '',
    });
  });

  for (const [what, make] of [
    ['a path that is a number', () => agentConfig(section({ ...templates, output_path: 5 }))],
    ['a missing template', () => agentConfig(section({ system_template: 'S' }))],
    ['a mode that there is not', () => agentConfig(section({ ...templates, agent_class: 'Interactive', mode: 'x' }))],
    ['a tag that is a list', () => environmentConfig(section({ environment_class: 'contree', image_tag: [] }))],
    [
      'a text for seconds',
      () => environmentConfig(section({ environment_class: 'swerex_modal', startup_timeout: 'x' })),
    ],
    [
      'null for a template',
      () => modelConfig(section({ observation_template: null }), { mode: 'actions_toolcall', provider: 'litellm' }),
    ],
  ] as const)
    test(`${what} is refused`, () => assert.throws(make, { class: 'ValidationError' }));

  test('a path and a tag may be a text', () => {
    assert.equal(agentConfig(section({ ...templates, output_path: 'a.json' })).get('output_path'), 'a.json');
    const { config } = environmentConfig(section({ environment_class: 'contree', image_tag: 'v1' }));
    assert.equal(config.get('image_tag'), 'v1');
  });
});
