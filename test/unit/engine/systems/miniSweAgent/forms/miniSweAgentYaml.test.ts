import assert from 'node:assert/strict';
import { toPlain } from '../../../../../../src/engine/core/pyValue.ts';
import { readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import { exportDefinitions, importDefinitions, importedText } from '../../../../../../src/engine/interchange/index.ts';

function imported(text: string) {
  const { definitions, problems, format } = importDefinitions(text, undefined, 'mini.yaml');
  return {
    format,
    configs: definitions.map(({ config }) => toPlain(config)),
    problems: problems.map(({ message, span }) => `${text.slice(span.start, span.end).split('\n')[0]} | ${message}`),
  };
}

const own = `agent:
  system_template: |-
    You work on {{system}}.
  instance_template: "{{task}}: at most {{step_limit}} steps."
  step_limit: 20
  mode: yolo
model:
  model_class: litellm_textbased
  model_name: gpt-5
  action_regex: <run>(.*?)</run>
run:
  task: Fix it
`;

suite('mini-swe-agent’s YAML', () => {
  test('templates, the pattern and the settings that templates name', () => {
    const { format, configs, problems } = imported(own);
    assert.equal(format, 'mini-swe-agent');
    assert.deepEqual(configs, [
      {
        type: 'mini_swe_agent',
        mode: 'actions_text',
        action_regex: '<run>(.*?)</run>',
        system_template: 'You work on {{system}}.',
        instance_template: '{{task}}: at most {{step_limit}} steps.',
        template_variables: { step_limit: 20, task: 'Fix it' },
      },
    ]);
    assert.deepEqual(problems, [
      'yolo | `agent.mode` is not taken over: a definition has no key for it.',
      'gpt-5 | `model.model_name` is not taken over: a definition has no key for it.',
    ]);
  });

  test('later documents win, mappings are merged', () => {
    const { configs } = imported(`${own}---\nmodel:\n  model_class: litellm_response\nagent:\n  step_limit: 5\n`);
    const [config] = configs as { mode: string; template_variables: object; instance_template: string }[];
    assert.equal(config?.mode, 'actions_toolcall_response');
    assert.deepEqual(config?.template_variables, { step_limit: 5, task: 'Fix it' });
    assert.equal(config?.instance_template, '{{task}}: at most {{step_limit}} steps.');
  });

  test('a fence that is asked for and not read is told of', () => {
    const { configs, problems } = imported(
      'agent:\n  system_template: S\n  instance_template: "```mswea_bash_command"\nmodel:\n  model_name: x\n',
    );
    assert.equal((configs[0] as { mode: string }).mode, 'actions_toolcall');
    assert.match(
      problems.join('\n'),
      /asks for `` ?`*```mswea_bash_command|no `model_class`, whose default reads tool calls/,
    );
  });

  test('keys of version 1 are named', () =>
    assert.match(
      imported('agent:\n  system_template: S\n  instance_template: I\n  action_regex: x\n').problems.join('\n'),
      /`agent.action_regex` is of version 1/,
    ));

  test('SWE-agent’s own configuration is not one', () =>
    assert.equal(imported('agent:\n  tools:\n    parse_function:\n      type: identity\n').format, 'sweagent'));

  test('an export reads back', () => {
    const keys = {
      type: 'mini_swe_agent',
      mode: 'actions_text',
      action_regex: '<a>(.*?)</a>',
      system_template: 'S',
      instance_template: 'I\n',
    };
    const { definitions } = readDefinitions(JSON.stringify(keys), 'x.parser.json');
    const answer = exportDefinitions(definitions, 'mini-swe-agent');
    assert(answer.ok);
    const { text, losses } = answer;
    assert.deepEqual(losses, []);
    assert.deepEqual(JSON.parse(importedText(importDefinitions(text, 'mini-swe-agent', 'x.yaml'))), keys);
  });

  test('an export says of variables that the run gives them', () => {
    const lossesOf = (template_variables: object) => {
      const keys = { type: 'mini_swe_agent', mode: 'actions_text', system_template: 'S', instance_template: 'I' };
      const { definitions } = readDefinitions(JSON.stringify({ ...keys, template_variables }), 'x.parser.json');
      const answer = exportDefinitions(definitions, 'mini-swe-agent');
      return answer.ok ? answer.losses.map(({ key, message }) => `${key}: ${message}`).join('\n') : '';
    };
    assert.match(lossesOf({ task: 'Fix it' }), /^template_variables: The run gives these variables/);
    assert.doesNotMatch(lossesOf({}), /The run gives/);
  });
});

suite('SWE-agent’s YAML with templates', () => {
  test('templates and history processors are kept, both ways', () => {
    const text = `agent:
  templates:
    system_template: You work in {{repo}}.
  history_processors:
    - type: last_n_observations
      n: 5
  tools:
    parse_function:
      type: identity
`;
    const { configs, problems } = imported(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(configs, [
      {
        type: 'identity',
        templates: { system_template: 'You work in {{repo}}.' },
        history_processors: [{ type: 'last_n_observations', n: 5 }],
      },
    ]);
    const { definitions } = readDefinitions(JSON.stringify(configs[0]), 'x.parser.json');
    const answer = exportDefinitions(definitions, 'sweagent');
    assert(answer.ok);
    assert.deepEqual(answer.losses, []);
  });
});
