import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { yamlText } from '../../../../../../src/engine/code/yaml/yamlText.ts';
import type { PyValue } from '../../../../../../src/engine/core/pyValue.ts';
import { readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import { exportDefinitions, importDefinitions, importedText } from '../../../../../../src/engine/interchange/index.ts';
import { toJsonText } from '../../../../../../src/engine/python/index.ts';
import { jsonLoads } from '../../../../../../src/engine/python/jsonLoads.ts';
import { yamlLoad } from '../../../../../../src/engine/text/yaml/yamlLoad.ts';
import { skipTest } from '../../../../../skipTest.ts';

const bash = {
  name: 'bash',
  signature: '<command>',
  docstring: 'runs the given command directly in bash',
  arguments: [{ name: 'command', type: 'string', description: 'The bash command to execute.', required: true }],
};
const go = {
  name: 'go',
  docstring: 'goes',
  arguments: [{ name: 'to', type: 'string', description: 'where', required: true }],
};
const bundle = `tools:
  go:
    docstring: goes
    arguments:
      - {name: to, type: string, description: where, required: true}
`;

function imported(text: string, fileName = 'config.yaml') {
  const result = importDefinitions(text, undefined, fileName);
  const json = importedText(result);
  return {
    json: json === '' ? undefined : JSON.parse(json),
    problems: result.problems.map(({ message, span }) => [text.slice(span.start, span.end).trim(), message] as const),
  };
}

const numbers = ['1', '1.0', '-0.0', '0.5', '1e22', '1e-7', '12345678901234567890', '-3'];
const value = fc
  .letrec(tie => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('null', 'true', 'false', ...numbers),
      fc
        .oneof(
          fc.string(),
          fc.string({ unit: 'binary' }),
          fc.stringMatching(/^[-+0-9a-fx:._ \n#'"|>~&*!%@,[\]{}?=<]{0,8}$/),
        )
        .map(text => JSON.stringify(text)),
      fc.array(tie('any'), { maxLength: 4 }).map(items => `[${items.join()}]`),
      tie('dict'),
    ),
    dict: fc
      .array(fc.tuple(fc.string(), tie('any')), { maxLength: 4 })
      .map(members => `{${members.map(([key, item]) => `${JSON.stringify(key)}: ${item}`).join()}}`),
  }))
  .any.map(json => {
    const read = jsonLoads(json as string);
    assert.ok(read.ok);
    return read.value;
  });

suite("SWE-agent's YAML", () => {
  test('any value is the same when it is read', () => {
    fc.assert(
      fc.property(value, given => {
        const text = yamlText(given);
        assert.equal(toJsonText(yamlLoad(text) ?? null), toJsonText(given), text);
      }),
      { numRuns: 500 },
    );
  });

  test('PyYAML, where it is there, reads the same', function () {
    const python = spawnSync('python3', ['-c', 'import yaml']);
    if (python.status !== 0) skipTest(this, 'without Python 3 with yaml');
    const values: PyValue[] = fc.sample(value, { numRuns: 200, seed: 1 });
    const script = `
import json, sys, yaml
for item in json.load(sys.stdin):
    given, text = json.loads(item["json"]), item["yaml"]
    read = yaml.safe_load(text)
    same = json.dumps(read) == json.dumps(given)
    if not same: print(repr(text), repr(given), repr(read)); sys.exit(1)
`;
    const input = JSON.stringify(values.map(each => ({ json: toJsonText(each), yaml: yamlText(each) })));
    const { status, stdout, stderr } = spawnSync('python3', ['-c', script], { input, encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  });

  test('a definition is the configuration of an agent, its commands those of a bundle', () => {
    const { definitions } = readDefinitions(
      JSON.stringify({
        type: 'function_calling',
        format_error_template: 'No:\n{{exception_message}}\n',
        filter: { blocklist: ['vi'] },
        commands: [bash, go],
      }),
      'agent one.parser.json',
    );
    const answer = exportDefinitions(definitions, 'sweagent');
    assert.ok(answer.ok);
    assert.equal(
      answer.text,
      `# SWE-agent: the configuration of the agent, for --config.
agent:
  name: agent one
  tools:
    bundles:
      - path: tools/agent_one
    parse_function:
      type: function_calling
    format_error_template: |
      No:
      {{exception_message}}
    filter:
      blocklist:
        - vi
---
# SWE-agent: tools/agent_one/config.yaml
tools:
  go:
    docstring: goes
    arguments:
      - name: to
        type: string
        description: where
        required: true
`,
    );
    assert.deepEqual(
      answer.losses.map(({ key }) => key),
      [undefined],
    );
    assert.deepEqual(imported(answer.text).json.commands, [bash, go]);
  });

  test('commands without bash', () => {
    const losses = (type: string) => {
      const answer = exportDefinitions(
        readDefinitions(JSON.stringify({ type, commands: [go] }), 'x.parser.json').definitions,
        'sweagent',
      );
      assert.ok(answer.ok);
      assert.equal(/enable_bash_tool: false/.test(answer.text), type === 'json');
      return answer.losses.flatMap(({ key }) => key ?? []);
    };
    assert.deepEqual(losses('json'), []);
    assert.deepEqual(losses('thought_action'), ['commands']);
  });

  test('what the task says is lost, and no other parser has this form', () => {
    const answer = exportDefinitions(
      readDefinitions('{ "type": "json", "strict": true, "template_variables": { "repo": "r" } }', 'x.parser.json')
        .definitions,
      'sweagent',
    );
    assert.ok(answer.ok);
    assert.deepEqual(
      answer.losses.map(({ key }) => key),
      ['strict', 'template_variables'],
    );
    const other = exportDefinitions(
      readDefinitions('{ "type": "MarkdownJsonObjectParser" }', 'x.parser.json').definitions,
      'sweagent',
    );
    assert.deepEqual(other.ok ? [] : other.refusals.map(({ definition }) => definition), ['x']);
  });

  test('configurations in their various shapes', () => {
    const cases: readonly [string, unknown][] = [
      ['agent:\n  tools:\n    parse_function:\n      type: thought_action\n', { type: 'thought_action' }],
      ['agent:\n  tools:\n    parse_function: {}\n', { type: 'action' }],
      ['agent:\n  tools:\n    execution_timeout: null\n', { type: 'function_calling' }],
      ['tools:\n  parse_function: {type: json, error_message: "a\\nb"}\n', { type: 'json', error_message: 'a\nb' }],
      [
        'parse_function: {type: identity}\nenv_variables: {WINDOW: 100, B: 1.0}\n',
        { type: 'identity', env_variables: { WINDOW: 100, B: 1 } },
      ],
      ['agent:\n  tools: {enable_bash_tool: false}\n', { type: 'function_calling', commands: [] }],
      [bundle, { type: 'function_calling', commands: [go] }],
      [
        `agent:\n  tools:\n    bundles: [{path: tools/x}]\n---\n${bundle}`,
        { type: 'function_calling', commands: [bash, go] },
      ],
    ];
    for (const [text, expected] of cases) assert.deepEqual(imported(text), { json: expected, problems: [] }, text);
    const several = imported(
      'agent:\n  type: retry\n  agent_configs:\n    - tools: {parse_function: {type: json}}\n    - {name: b, tools: {}}\n',
    );
    assert.deepEqual(several.json, { parsers: { config: { type: 'json' }, b: { type: 'function_calling' } } });
  });

  test('what of an agent, its tools and its bundles has no key in a definition is listed', () => {
    const config = `agent:
  type: default
  name: main
  model: {name: gpt-4o}
  templates:
    system_template: Hello
  history_processors: []
  tools:
    execution_timeout: 3
    env_variables: {A: 1}
    parse_function: {type: json, extra: 1}
    bundles:
      - {path: tools/x, hidden_tools: [go]}
env: {deployment: docker}
---
tools:
  go: {docstring: goes, mine: 1}
state_command: state
`;
    const { json, problems } = imported(config);
    assert.deepEqual(json.type, 'json');
    assert.deepEqual(
      problems.map(([place, message]) => `${place} ${/`(.*)` is not taken over/.exec(message)?.[1]}`),
      [
        '{name: gpt-4o} agent.model',
        '3 agent.tools.execution_timeout',
        '1 agent.tools.parse_function.extra',
        '[go] agent.tools.bundles.0.hidden_tools',
        '{deployment: docker} env',
        '1 tools.go.mine',
        'state state_command',
      ],
    );
    const several = 'agent:\n  retry_loop: {a: 1}\n  agent_configs:\n    - {tools: {}, templates: {b: 2}}\n';
    assert.deepEqual(
      imported(several).problems.map(([place]) => place),
      ['{a: 1}'],
    );
    assert.deepEqual(
      imported('parse_function: {type: json}\nhistory_processor: Last5\n').problems.map(([place]) => place),
      ['Last5'],
    );
  });

  test('a configuration from before 1.0', () => {
    const text = 'parse_function: XMLThoughtActionParser\ncommand_files:\n- config/commands/defaults.sh\n';
    const { definitions, problems } = importDefinitions(text, undefined, 'default_xml.yaml');
    assert.deepEqual(
      definitions.map(({ config }) => [...config]),
      [[['type', 'xml_thought_action']]],
    );
    assert.deepEqual(
      problems.map(({ span, severity }) => `${severity} ${text.slice(span.start, span.end).trim()}`),
      ['warning - config/commands/defaults.sh', 'warning XMLThoughtActionParser'].toReversed(),
    );
  });

  test('what cannot be taken over is said at its place', () => {
    const [found] = imported(
      `agent:\n  tools:\n    bundles:\n      - path: tools/a\n      - path: tools/b\n---\n${bundle}`,
    ).problems;
    assert.deepEqual([found?.[0], /tools\/b/.test(found?.[1] ?? '')], ['path: tools/b', true]);
    assert.deepEqual(
      imported('tools:\n  parse_function: thought_action\n').problems.map(([place]) => place),
      ['thought_action'],
    );
    assert.deepEqual(
      imported('tools:\n  parse_function: {type: nonsense}\n').problems.map(([place]) => place),
      ['{type: nonsense}'],
    );
    assert.match(imported('a: [1').problems[0]![1], /./);
    const [open] = importDefinitions('a: "b', undefined, 'x.yaml').problems;
    assert.deepEqual(open?.span, { start: 5, end: 5 });
    assert.match(imported('hello: world').problems[0]![1], /nothing here/);
  });

  test('hostile YAML: bombs, depth, cycles @slow', () => {
    const bomb = `a: &a [x, x]\n${[...'bcdefghijklmnopqrstuvwxyz'].map((name, i) => `${name}: &${name} [${`*${String.fromCharCode(97 + i)},`.repeat(9)}]`).join('\n')}`;
    for (const text of [
      bomb,
      Array.from({ length: 200 }, () => bomb).join('\n---\n'),
      `a: ${'['.repeat(100_000)}`,
      '- '.repeat(100_000),
      'a: &a\n  b: *a',
      '\0',
      '%YAML 9.9\n---\n',
    ])
      assert.equal(imported(text).json, undefined);
  });
});
