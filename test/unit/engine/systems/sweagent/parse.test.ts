import assert from 'node:assert/strict';
import type { ParseResult } from '../../../../../src/engine/core/result.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';
import { operations } from '../../../../conformance/adapters/operations.ts';
import { checkPrefixes, parserOf } from '../agentscope/parse.ts';

const { sweagent } = operations;

const bash = { name: 'bash', signature: '<command>', arguments: [argument('command', true)] };
const find = {
  name: 'find',
  docstring: 'finds {WHAT}',
  arguments: [argument('file', true), { ...argument('dir', false), argument_format: '--dir {{value}}' }],
};

function argument(name: string, required: boolean) {
  return { name, type: 'string', description: `the ${name}`, required };
}

async function read(config: object, response: string | object): Promise<ParseResult> {
  const { definitions } = readDefinitions(JSON.stringify(config), 'test.parser.json');
  assert(definitions[0]);
  return createParser(definitions[0]).parse(response);
}

/** The fields as `key: span text | inner text`, or the error as `class [code]: underlined`. */
async function outline(config: object, text: string): Promise<string[]> {
  const result = await read(config, text);
  const slice = (span = { start: 0, end: 0 }) => text.slice(span.start, span.end);
  if (!result.ok) return [`${result.error.class} ${result.error.code ?? '-'}: ${slice(result.error.span)}`];
  return result.fields.map(({ key, span, inner }) => `${key}: ${slice(span)} | ${slice(inner)}`);
}

suite('SWE-agent: places', () => {
  const openAi =
    '{"role": "assistant", "content": "Go.", "tool_calls": [{"function": {"name": "bash", "arguments": "{\\"command\\": \\"ls\\"}"}}]}';
  const anthropic = '[{"type": "text", "text": "Go."}, {"type": "tool_use", "name": "find", "input": {"file": "a b"}}]';
  const commands = [bash, find];
  const cases: [type: string, text: string, expected: string[]][] = [
    ['thought_action', 'Go.\n```sh\nls\n```\n', ['thought: Go.\n | Go.\n', 'action: ```sh\nls\n```\n | ls\n']],
    ['thought_action', '```\nls\n```\nafter', ['thought: after | after', 'action: ```\nls\n```\n | ls\n']],
    [
      'xml_thought_action',
      'Go <command> ls </command>',
      ['thought: Go  | Go ', 'action: <command> ls </command> | ls'],
    ],
    ['xml_thought_action', 'a </command>', ['FormatError -: </command>']],
    [
      'all_bash_code_blocks',
      'x ```bash\na\n``` y ```bash\nb\n```',
      ['thought: x  | x ', 'action: ```bash\na\n``` y ```bash\nb\n``` | a\n``` y ```bash\nb'],
    ],
    ['single_bash_code_block', '```bash\na\n```\n```bash\nb\n```', ['FormatError -: ```bash\nb\n```']],
    [
      'xml_function_calling',
      'Go <function=bash>\n<parameter=command>ls</parameter></function>',
      [
        'thought: Go  | Go ',
        'action: <function=bash>\n<parameter=command>ls</parameter></function> | <parameter=command>ls</parameter>',
      ],
    ],
    ['xml_function_calling', '<function=nope>\n</function>', ['FormatError -: nope']],
    [
      'xml_function_calling',
      '<function=bash>\n<parameter=x>1</parameter><parameter=command>1</parameter></function>',
      ['FormatError -: <parameter=x>1</parameter>'],
    ],
    [
      'json',
      ' {"thought": "t", "command": {"name": "ls"}}',
      ['thought: "t" | t', 'action: {"name": "ls"} | {"name": "ls"}'],
    ],
    ['json', '{"thought": "t", "command": 1}', ['FormatError -: 1']],
    ['action', 'bash -c ls', ['thought: bash -c ls | bash -c ls', 'action: bash -c ls | bash -c ls']],
    ['action', '\n nope\n', ['FormatError -: nope']],
    [
      'function_calling',
      openAi,
      [
        'thought: "Go." | Go.',
        `action: ${openAi.slice(openAi.indexOf('{"function'), -2)} | ${openAi.slice(openAi.indexOf('{"function'), -2)}`,
      ],
    ],
    [
      'function_calling',
      anthropic,
      [
        'thought: "Go." | Go.',
        `action: ${anthropic.slice(anthropic.indexOf('{"type": "tool'), -1)} | ${anthropic.slice(anthropic.indexOf('{"type": "tool'), -1)}`,
      ],
    ],
    ['function_calling', 'Go.', ['FunctionCallingFormatError missing: Go.']],
    [
      'function_calling',
      openAi.replace('bash', 'nope'),
      [
        `FunctionCallingFormatError invalid_command: ${openAi.replace('bash', 'nope').slice(openAi.indexOf('{"function'), -2)}`,
      ],
    ],
    ['function_calling', anthropic.replace('"file"', '"x"'), ['FunctionCallingFormatError missing_arg: {"x": "a b"}']],
  ];
  for (const [type, text, expected] of cases)
    test(`${type} ${JSON.stringify(text)}`, async () =>
      assert.deepEqual(await outline({ type, commands }, text), expected));

  test('every prefix of a response is safe @slow', async () => {
    const texts = [cases.map(([, text]) => text).join('\n'), openAi, anthropic];
    for (const type of parserTypes.filter(({ system }) => system === 'SWE-agent'))
      for (const text of texts) await checkPrefixes(parserOf(type, { commands }), text.slice(0, 400));
  });
});

suite('SWE-agent: provider messages', () => {
  const call = { name: 'bash', arguments: '{"command": "ls"}' };
  const block = { type: 'tool_use', name: 'bash', input: { command: 'ls' } };
  const cases: [name: string, message: object, recognised: string | undefined][] = [
    ['SWE-agent', { message: 'Go.', tool_calls: [{ function: call }] }, undefined],
    ['OpenAI', { content: 'Go.', tool_calls: [{ type: 'function', function: call }] }, 'an OpenAI message'],
    [
      'OpenAI, whole',
      { choices: [{ message: { content: 'Go.', tool_calls: [{ function: call }] } }] },
      'an OpenAI message',
    ],
    [
      'OpenAI response',
      {
        output: [
          { type: 'message', content: [{ type: 'output_text', text: 'Go.' }] },
          { type: 'function_call', ...call },
        ],
      },
      'an OpenAI response',
    ],
    ['Anthropic', { content: [{ type: 'text', text: 'Go.' }, block] }, 'an Anthropic message'],
  ];
  for (const [name, message, recognised] of cases)
    for (const response of [message, JSON.stringify(message, undefined, 1)])
      test(`${name} as ${typeof response}`, async () => {
        const result = await read({ type: 'function_calling' }, response);
        assert(result.ok, JSON.stringify(result));
        assert.deepEqual(result.value, { thought: 'Go.', action: 'ls' });
        const expected = recognised ?? (typeof response === 'string' ? 'a SWE-agent message' : undefined);
        assert.equal(result.extra?.recognised, expected);
        assert.deepEqual(result.warnings, expected ? [`Read as ${expected} with 1 tool call.`] : []);
      });
});

suite('SWE-agent: what the model is told', () => {
  test('feedback has the variables of the definition', async () => {
    const config = {
      type: 'thought_action',
      error_message:
        '  {{exception_message}} {{thought}} {{repo}} {{WHAT}}|{{PAGER}}|{{output}}|{{done}}\n  {{command_docs}}',
      env_variables: { WHAT: 'files' },
      template_variables: { repo: 'dateparser' },
      commands: [find],
    };
    const result = await read(config, 'Hm.');
    assert(!result.ok);
    const docs =
      'find:\n  docstring: finds files\n  signature: find <file> [<dir>]\n  arguments:\n    - file (string) [required]: the file\n    - dir (string) [optional]: the dir\n\n';
    assert.equal(result.error.feedback, `No action found in model response. Hm. dateparser files|||False\n${docs}`);
  });

  test('a blocked action is told of', async () => {
    const filter = { blocklist_error_template: 'No {{action}} after {{thought}}.' };
    const result = await read({ type: 'action_only', filter }, 'vim a.txt');
    assert(result.ok);
    assert.deepEqual(result.extra, { blocked: true, feedback: 'No vim a.txt after .' });
    assert.deepEqual(result.warnings, ['SWE-agent blocks this action. The model is told: No vim a.txt after .']);
  });

  const blocked: [action: string, expected: boolean][] = [
    ['radare2 -c pdf a', false],
    ['r2 -c pdf a', true],
    ['r2 a', true],
    ['radare2 x\n -c pdf', false],
    ['radare2 x\ny -c pdf', true],
    ['radare2 x\nradare2 y -c pdf', false],
    ['radare2 -cx', true],
    ['radare2 radare2x -c y', false],
    ['r2 éradare2 -c pdf', true],
    ['  ', false],
    ['su', true],
  ];
  for (const [action, expected] of blocked)
    test(`${JSON.stringify(action)} is ${expected ? '' : 'not '}blocked`, () =>
      assert.equal(sweagent.shouldBlockAction(action), expected));

  test('a pattern of one’s own goes by way of the host', async () => {
    const settings = { filter: { block_unless_regex: { ssh: String.raw`-o\s+\w+` } } };
    const asked: string[] = [];
    const host = {
      runPattern: async ({ text }: { text: string }) => {
        asked.push(text);
        return { ok: true as const, spans: new Int32Array(0) };
      },
    };
    assert.equal(await sweagent.shouldBlockAction(' ssh x', settings, host), true);
    assert.deepEqual(asked, ['ssh x']);
    await assert.rejects(async () => sweagent.shouldBlockAction('ssh x', settings));
  });

  test('the configuration of SWE-agent is understood', () => {
    const tools = { parse_function: { type: 'identity' }, filter: { blocklist: ['go'] } };
    const messages = [
      { role: 'assistant', content: 'go on' },
      { role: 'user', content: "Operation 'go on' is not supported by this environment." },
    ];
    assert.deepEqual(sweagent.renderError({ tools }, 'go on'), messages);
    assert.deepEqual(sweagent.renderError({ tools }, 'stay'), []);
    assert.throws(() => sweagent.renderError({ tools: { parse_function: 'identity' } }, 'x'), {
      class: 'ValidationError',
    });
  });
});

suite('SWE-agent: problems of definitions', () => {
  const cases: [config: object, expected: [code: string, underlined: string][]][] = [
    [
      { commands: [{ ...find, docstring: '{NOPE}' }] },
      [['bad-template', JSON.stringify({ ...find, docstring: '{NOPE}' })]],
    ],
    [
      { commands: [{ name: 'x', arguments: [{ ...argument('a', true), argument_format: '{value}' }] }] },
      [['bad-template', '"{value}"']],
    ],
    [{ commands: [{ name: 'x', nam: 1 }] }, [['unknown-key', '"nam"']]],
    [{ commands: [{ name: 'x' }, { name: 'x' }] }, [['constructor-error', '"x"']]],
    [{ error_message: '{% if %}' }, [['bad-template', '"{% if %}"']]],
    [{ format_error_template: '{command_docs}' }, [['bad-template', '"{command_docs}"']]],
    [{ filter: { block_unless_regex: { x: '(' } } }, [['bad-pattern', '(']]],
    [{ env_variables: { A: 1 }, strict: true, commands: null, keys_to_content: 'action' }, []],
  ];
  for (const [config, expected] of cases)
    test(JSON.stringify(config), () => {
      const text = JSON.stringify({ type: 'json', ...config });
      const { problems } = readDefinitions(text, 'test.parser.json');
      assert.deepEqual(
        problems.map(({ code, span }) => [code, text.slice(span.start, span.end)]),
        expected,
      );
    });

  test('the instruction leads to the file', () => {
    const text = JSON.stringify({ type: 'action', commands: [{ name: 'x', docstring: 'does' }] });
    const [definition] = readDefinitions(text, 'test.parser.json').definitions;
    assert(definition);
    const origins = createParser(definition)
      .instructionPieces()
      .flatMap(({ text: piece, origin }) => (origin ? [`${piece} ${text.slice(origin.start, origin.end)}`] : []));
    assert.deepEqual(origins, ['x "x"', 'does "does"']);
  });
});
