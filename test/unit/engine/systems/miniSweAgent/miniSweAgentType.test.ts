import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Problem } from '../../../../../src/engine/core/problem.ts';
import type { ModelMessage } from '../../../../../src/engine/core/result.ts';
import {
  checkDefinitions,
  createParser,
  exampleResponse,
  readDefinitions,
} from '../../../../../src/engine/definition/index.ts';
import type { Definition } from '../../../../../src/engine/parsers/definition.ts';
import { judgeSample } from '../../../../../src/engine/samples/index.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';
import { operations } from '../../../../conformance/adapters/operations.ts';

const { miniSweAgent } = operations;

function define(keys: object): {
  readonly definition: Definition;
  readonly text: string;
  readonly problems: readonly Problem[];
} {
  const text = JSON.stringify({ type: 'mini_swe_agent', ...keys }, null, 2);
  const { definitions, problems } = readDefinitions(text, 'mini.parser.json');
  assert(definitions[0]);
  return { definition: definitions[0], text, problems };
}

async function codes(keys: object): Promise<readonly string[]> {
  const { definition, text, problems } = define(keys);
  return [...problems, ...(await checkDefinitions([definition], nodeHost))].map(
    ({ code, span }) => `${code} ${text.slice(span.start, span.end)}`,
  );
}

const fence = '```mswea_bash_command\nls\n```';

suite('a mini_swe_agent’s own pattern of actions', () => {
  /** The commands that come of a text, or the error. */
  const commands = async (action_regex: string, text: string) => {
    const result = await createParser(define({ mode: 'actions_text', action_regex }).definition, nodeHost).parse(text);
    if (!result.ok) return `${result.error.class}: ${result.error.message}`;
    return (result.value as readonly { readonly command: string }[]).map(({ command }) => command);
  };
  for (const [what, pattern, text, expected] of [
    ['a group', 'RUN: (\\w+ ?\\w*)', 'I will.\nRUN: ls src\n', ['ls src']],
    ['a group with a name', 'RUN: (?P<x>\\w+)', 'RUN: ls', ['ls']],
    ['no group', 'ls \\w+', 'Now ls src!', ['ls src']],
    ['a group that takes no part', 'RUN(?: (\\w+))?!', 'RUN!', ['']],
    ['blanks around', 'RUN:(.*)END', 'RUN: \n ls \nEND', ['ls']],
    ['two groups', 'RUN: (\\w+) (\\w+)', 'RUN: ls src', "AttributeError: 'tuple' object has no attribute 'strip'"],
  ] as const)
    test(what, async () => assert.deepEqual(await commands(pattern, text), expected));
});

suite('mini_swe_agent', () => {
  test('the examples are read as they say, without problems', async () => {
    const { definitions, problems } = readDefinitions(
      readFileSync('examples/miniSweAgent.parser.json', 'utf8'),
      'miniSweAgent.parser.json',
    );
    assert.deepEqual([...problems, ...(await checkDefinitions(definitions, nodeHost))], []);
    assert.equal(definitions.length, 4);
    for (const definition of definitions) {
      for (const sample of definition.samples) {
        const verdict = await judgeSample(definition, sample, sample.text ?? '', nodeHost);
        assert.equal(verdict.verdict, 'pass', `${definition.name}: ${sample.name}: ${verdict.message}`);
      }
      const example = exampleResponse(definition);
      assert(example !== undefined);
      assert.equal((await createParser(definition, nodeHost).parse(example)).ok, true);
    }
  });

  test('spans are those of the match and of the command in it', async () => {
    const { definition } = define({ mode: 'actions_text' });
    const text = 'So:\n```mswea_bash_command \n  ls -la  \n```\nDone.';
    const result = await createParser(definition).parse(text);
    assert(result.ok);
    const [field] = result.fields;
    assert(field);
    assert.equal(text.slice(field.span.start, field.span.end), '```mswea_bash_command \n  ls -la  \n```');
    assert.equal(text.slice(field.inner.start, field.inner.end), 'ls -la');
  });

  test('the feedback is the rendered template', async () => {
    const { definition } = define({ mode: 'actions_text', format_error_template: '{{actions}} {{finish_reason}}' });
    const result = await createParser(definition).parse(`${fence}\n${fence}`);
    assert(!result.ok);
    assert.equal(result.error.class, 'FormatError');
    assert.equal(result.error.feedback, "['ls', 'ls'] stop");
  });

  test('a template that fails is what is raised', async () => {
    const { definition } = define({ mode: 'actions_text', format_error_template: '{{task}}' });
    const result = await createParser(definition).parse('nothing');
    assert(!result.ok);
    assert.equal(result.error.class, 'UndefinedError');
  });

  const call = { id: 'a', type: 'function', function: { name: 'bash', arguments: '{"command": "ls"}' } };
  const answers: readonly [string, string, object][] = [
    ['a message', 'actions_toolcall', { role: 'assistant', content: null, tool_calls: [call] }],
    ['a completion', 'actions_toolcall', { choices: [{ message: { role: 'assistant', tool_calls: [call] } }] }],
    [
      'an answer of the Responses API',
      'actions_toolcall_response',
      { object: 'response', output: [{ type: 'function_call', call_id: 'a', ...call.function }] },
    ],
  ];
  for (const [what, mode, answer] of answers)
    test(`${what} as JSON and as an object gives the same`, async () => {
      const { definition } = define({ mode });
      const text = JSON.stringify(answer);
      const pasted = await createParser(definition).parse(text);
      const given = await createParser(definition).parse(answer as ModelMessage);
      assert(pasted.ok && given.ok);
      assert.deepEqual(pasted.value, [{ command: 'ls', tool_call_id: 'a' }]);
      assert.deepEqual(given.value, pasted.value);
      const { span } = pasted.fields[0]!;
      assert.equal(text.slice(span.start, span.end), JSON.stringify(call.function.arguments));
    });

  test('what is undefined stands in place of the text, and raises', () => {
    const { definition, text } = define({ mode: 'actions_toolcall', instance_template: 'Do {{task}} now.' });
    const parser = createParser(definition);
    assert.throws(() => parser.formatInstruction(), { class: 'UndefinedError', message: "'task' is undefined" });
    const pieces = parser.instructionPieces();
    assert.equal(pieces.map(piece => piece.text).join(''), 'Do  now.');
    const { origin } = pieces.find(piece => piece.error)!;
    assert(origin);
    assert.equal(text.slice(origin.start, origin.end), 'task');
  });

  test('observations, the tool and the error have tabs of their own', () => {
    const { definition } = define({ mode: 'actions_toolcall' });
    const views = createParser(definition).views();
    assert.deepEqual(
      views.map(({ name }) => name),
      ['System Message', 'Instance Message', 'Tool', 'Observations', 'Format Error'],
    );
    const observations = views[3]!
      .pieces()
      .map(({ text }) => text)
      .join('');
    assert.match(observations, /<returncode>2<\/returncode>\n<output>\nls: cannot access/);
    assert.match(observations, /<exception>An error occurred while executing the command/);
  });

  const problems: readonly [string, object, readonly string[]][] = [
    ['nothing', { mode: 'actions_text', instance_template: fence }, []],
    ['an unused pattern', { mode: 'actions_toolcall', action_regex: 'x' }, ['unread-key "x"']],
    ['a pattern that does not compile', { mode: 'actions_text', action_regex: '<a>(.*?' }, ['bad-pattern (']],
    [
      'two groups',
      { mode: 'actions_text', action_regex: '```(sh|bash)\n(.*?)\n```' },
      ['bad-pattern "```(sh|bash)\\n(.*?)\\n```"'],
    ],
    [
      'a pattern that ends in a newline',
      { mode: 'actions_text', action_regex: '<a>(.*?)</a>\n' },
      ['bad-template "<a>(.*?)</a>\\n"'],
    ],
    ['an undefined variable', { mode: 'actions_toolcall', system_template: '{{ nope }}' }, ['bad-template nope']],
    [
      'a variable that is given',
      { mode: 'actions_toolcall', system_template: '{{ a }}', template_variables: { a: 1 } },
      [],
    ],
    [
      'mini-swe-agent’s own variables',
      { mode: 'actions_toolcall', system_template: '{{ system }} {{ step_limit }} {{ cwd }}' },
      [],
    ],
    [
      'a variable that errors do not see',
      { mode: 'actions_toolcall', format_error_template: '{{ task }}', template_variables: { task: 't' } },
      ['bad-template task'],
    ],
    ['single braces', { mode: 'actions_toolcall', system_template: 'Do {task}.' }, ['bad-template "Do {task}."']],
    [
      'a fence that is not read',
      { mode: 'actions_toolcall', instance_template: fence },
      ['unread-answer ```mswea_bash_command'],
    ],
    [
      'a fence that is not read, in the system’s part',
      { mode: 'actions_toolcall', system_template: `Answer so:\n${fence}`, instance_template: 'Go on.' },
      ['unread-answer ```mswea_bash_command'],
    ],
    [
      'an example that is not read',
      { mode: 'actions_text', instance_template: 'Use ```bash.' },
      ['unread-answer "Use ```bash."'],
    ],
    [
      'an end that never is',
      { mode: 'actions_toolcall_response', format_error_template: "{% if finish_reason == 'stop' %}{% endif %}" },
      ["bad-template 'stop'"],
    ],
  ];
  for (const [what, keys, expected] of problems)
    test(`problems: ${what}`, async () => assert.deepEqual(await codes(keys), expected));

  test('a long answer of openings takes linear time', async () => {
    const { definition } = define({ mode: 'actions_text' });
    const parser = createParser(definition);
    for (const part of ['```mswea_bash_command\n', '```mswea_bash_command\nx\n', '\n'])
      assert.equal((await parser.parse(`\`\`\`mswea_bash_command\n${part.repeat(100_000)}`)).ok, false);
  });

  for (const [text, message] of [
    ['model:\n  action_regex: `x', /^a\.yaml cannot be read as YAML \(line 2, column 17\): /],
    ['a: 1\n---\nb: 2', /\(line 3, column 1\): Expected a single document in the stream/],
  ] as const)
    test(`a configuration that is not YAML says where: ${message}`, () =>
      assert.throws(() => miniSweAgent.config({ files: { 'a.yaml': text }, specs: ['a.yaml'] }), {
        class: 'YAMLError',
        message,
      }));
});
