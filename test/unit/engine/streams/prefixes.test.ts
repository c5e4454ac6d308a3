import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { isPyDict, isPyList } from '../../../../src/engine/core/pyValue.ts';
import { toJsonText } from '../../../../src/engine/python/index.ts';
import { jsonLoads } from '../../../../src/engine/python/jsonLoads.ts';
import {
  createReader,
  type Definition,
  type PyDict,
  parserTypes,
  readDefinitions,
} from '../../../../src/node/engine.ts';
import { langchainCases, langchainDefinition } from '../../../conformance/recordedLangchain.ts';
import { propertyRuns } from '../../../propertyRuns.ts';
import { type Case, check } from './agreement.ts';

function casesOf(file: string): readonly PyDict[] {
  const cases = jsonLoads(readFileSync(new URL(`../../../conformance/${file}`, import.meta.url), 'utf8'));
  assert(cases.ok && isPyList(cases.value));
  return cases.value.filter(isPyDict);
}

/** A recorded response as text: a provider's message is its JSON. */
function textOf(item: PyDict): string | undefined {
  const text = item.get('text');
  const message = item.get('model_response') ?? null;
  return typeof text === 'string' ? text : isPyDict(message) ? toJsonText(message) : undefined;
}

/** The recorded responses with their definitions. */
function recorded(file: string): readonly Case[] {
  return casesOf(file).flatMap(item => {
    const text = textOf(item);
    const config = item.get('config') ?? null;
    const type = String(item.get('parser'));
    if (item.get('op') !== 'parse' || typeof text !== 'string' || !isPyDict(config)) return [];
    if (!parserTypes.some(known => known.type === type)) return [];
    const keys = [...config].map(
      ([key, value]) => [key === 'content_hint_schema' ? 'content_schema' : key, value] as const,
    );
    const source = toJsonText(new Map([['type', type], ...keys.filter(([key]) => key !== 'parse_function')]));
    const [definition] = readDefinitions(source, 'x.parser.json').definitions;
    return definition ? [{ id: String(item.get('id')), definition, text }] : [];
  });
}

/** Those of LangChain; a message is its JSON. */
function ofLangchain(): readonly Case[] {
  return langchainCases.flatMap(item => {
    const { id, op, message, parser, config } = item;
    const text = item.text ?? (message && JSON.stringify(message));
    if (
      !['parse', 'parse_tool_calls'].includes(op) ||
      item.partial ||
      text === undefined ||
      !parserTypes.some(({ type }) => type === parser)
    )
      return [];
    // What zod makes of a text has no JSON Schema.
    if ((config?.schema as { content_schema?: unknown } | undefined)?.content_schema === null) return [];
    return [{ id, definition: langchainDefinition(item), text }];
  });
}

/** Those of mini-swe-agent in its three modes, with the default pattern and with those of users. */
function ofMiniSweAgent(): readonly Case[] {
  return casesOf('mini-swe-agent.json').flatMap(item => {
    const text = textOf(item);
    const config = item.get('config') ?? null;
    const model = isPyDict(config) ? (config.get('model') ?? null) : null;
    if (item.get('op') !== 'parse' || typeof text !== 'string' || !isPyDict(model)) return [];
    const keys = [...model].filter(([key]) => key === 'action_regex');
    const source = toJsonText(
      new Map([['type', 'mini_swe_agent'] as const, ['mode', item.get('parser') ?? null] as const, ...keys]),
    );
    const [definition] = readDefinitions(source, 'x.parser.json').definitions;
    return definition ? [{ id: String(item.get('id')), definition, text }] : [];
  });
}

const isMadeBy = ({ definition }: Case) => {
  try {
    createReader(definition);
    return true;
  } catch {
    return false;
  }
};
const cases = [
  ...['agentscope-parsers.json', 'actions-tools-structured.json'].flatMap(recorded),
  ...ofLangchain(),
  ...ofMiniSweAgent(),
].filter(isMadeBy);

const units = (text: string) => Array.from(text, (_, i) => i);

suite('readers agree with the whole response', () => {
  test('at every prefix of the recorded responses @slow', async () => {
    const closedBy = new Map<string, number>();
    for (const each of cases) {
      if (each.text.length > 2000) continue;
      const closed = await check(each, units(each.text.replace(/[\ud800-\udfff]/g, 'x'))).catch((error: Error) => {
        throw new Error(`${each.id}: ${error.message}`, { cause: error });
      });
      const { type } = each.definition;
      // Who reads only what is complete says so, and tells nothing.
      if (createReader(each.definition).endOnly !== undefined) assert.equal(closed, 0);
      else closedBy.set(type, (closedBy.get(type) ?? 0) + closed);
    }
    const silent = [...closedBy].filter(([, closed]) => closed === 0).map(([type]) => type);
    // The one recorded response of `edit_format` ends with its fence, which could still go on; the others are errors.
    assert.deepEqual(silent.sort(), ['PydanticAttrOutputFunctionsParser', 'edit_format']);
    const systems = new Set(cases.map(({ definition }) => definition.parserType.system));
    assert.deepEqual([...systems].sort(), [
      'AgentScope',
      'LangChain',
      'Langroid',
      'SWE-agent',
      'Structured output',
      'mini-swe-agent',
    ]);
    assert(cases.length > 1000, `${cases.length} cases`);
  });

  test('wherever they are cut, surrogates, tags and escapes included @slow', async () => {
    const chosen = cases.filter(({ text }) => text.length > 0 && text.length < 2000);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...chosen), fc.array(fc.nat(2000), { maxLength: 12 }), async (each, cuts) => {
        await check(each, cuts);
      }),
      { numRuns: propertyRuns(100, 400) },
    );
  });

  test('for messages with calls in every form, cut and with more behind @slow', async () => {
    const commands = [
      {
        name: 'bash',
        docstring: 'runs',
        signature: 'bash <command>',
        arguments: [{ name: 'command', type: 'string', description: 'what', required: true }],
      },
    ];
    const properties = { command: { type: 'string' } };
    const model = { class_name: 'bash', content_schema: { title: 'bash', type: 'object', properties } };
    const definitions = [
      { type: 'function_calling', commands },
      { type: 'mini_swe_agent', mode: 'actions_toolcall' },
      { type: 'mini_swe_agent', mode: 'actions_toolcall_response' },
      ...['python', 'js'].flatMap(runtime => [
        { type: 'JsonOutputToolsParser', runtime },
        { type: 'JsonOutputToolsParser', runtime, first_tool_only: true, returnId: true },
        { type: 'JsonOutputKeyToolsParser', runtime, key_name: 'bash', keyName: 'bash' },
        { type: 'JsonOutputFunctionsParser', runtime },
        { type: 'OutputFunctionsParser', runtime, args_only: false },
        { type: 'JsonKeyOutputFunctionsParser', runtime, key_name: 'command', attrName: 'command' },
      ]),
      { type: 'PydanticToolsParser', tools: [model] },
      { type: 'PydanticOutputFunctionsParser', ...model },
      { type: 'PydanticAttrOutputFunctionsParser', ...model, attr_name: 'command' },
    ].map(keys => readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions[0]!);
    const written = '"arguments": "{\\"command\\": \\"ls \\ud83d\\ude00 }]\\"}"';
    const call = fc.constantFrom(
      `{"id": "1", "type": "function", "function": {"name": "bash", ${written}}}`,
      '{"id": "1", "function": {"name": "bash", "arguments": "{"}}',
      '{"id": "2", "function": {"name": "other", "arguments": "{}"}}',
      '{"name": "bash", "args": {"command": "ls"}, "id": "3"}',
      '{"type": "tool_use", "id": "4", "name": "bash", "input": {"command": "ls"}}',
      `{"type": "function_call", "call_id": "5", "name": "bash", ${written}}`,
      '{"type": "text", "text": "I look."}',
      '3',
    );
    const calls = fc.array(call, { maxLength: 3 }).map(all => `[${all.join(', ')}]`);
    const part = fc.oneof(
      calls.map(all => `"tool_calls": ${all}`),
      calls.map(all => `"content": ${all}`),
      calls.map(all => `"output": ${all}`),
      fc.constantFrom('"content": "I look."', '"role": "assistant"', '"additional_kwargs": {}', '"content": null'),
      fc.constantFrom(`"function_call": {"name": "bash", ${written}}`, '"message": "I look."', '"object": "response"'),
      fc.constant(`"additional_kwargs": {"function_call": {"name": "bash", ${written}}}`),
    );
    const message = fc.array(part, { minLength: 1, maxLength: 3 }).map(parts => `{${parts.join(', ')}}`);
    const text = fc.oneof(
      message,
      calls,
      message.map(inner => `{"choices": [{"message": ${inner}}]}`),
      fc.tuple(message, fc.constantFrom('', '\n', ' x', '}', ', "role"')).map(([inner, tail]) => inner + tail),
      fc.tuple(message, fc.nat(200)).map(([inner, length]) => inner.slice(0, length)),
    );
    const runs = propertyRuns(400, 3000);
    let closed = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...definitions), text, async (definition, given) => {
        closed += await check({ id: 'made', definition, text: given }, units(given.replace(/[\ud800-\udfff]/g, 'x')));
      }),
      { numRuns: runs },
    );
    assert(closed > runs / 20, `${closed} fields`);
  });

  test('for texts put together of all that means something @slow', async () => {
    const kindOf = ({ type, source: { config } }: Definition) =>
      [type, ...['runtime', 'package', 'mode'].map(key => config.get(key))].join();
    const definitions = new Map(cases.map(({ definition }) => [kindOf(definition), definition]));
    const multi = readDefinitions(
      JSON.stringify({
        type: 'MultiTaggedContentParser',
        tagged_contents: ['a', 'b'].map(name => ({
          name,
          tag_begin: `<${name}>`,
          content_hint: '',
          tag_end: `</${name}>`,
        })),
        keys_allow_missing: ['a', 'b'],
      }),
      'x.parser.json',
    ).definitions[0]!;
    const tool = JSON.stringify({ request: 'square', number: 3 });
    const langroid = ['ToolMessage', 'XMLToolMessage'].map(type => {
      const properties = { number: { type: 'integer' } };
      const tools = [
        { request: 'square', purpose: 'To square a <number>', schema: { properties, required: ['number'] } },
      ];
      return readDefinitions(JSON.stringify({ type, tools }), 'x.parser.json').definitions[0]!;
    });
    const lists = [
      { type: 'NumberedListOutputParser' },
      { type: 'NumberedListOutputParser', runtime: 'js' },
      { type: 'MarkdownListOutputParser' },
      { type: 'MarkdownListOutputParser', runtime: 'js' },
      { type: 'CommaSeparatedListOutputParser', runtime: 'js' },
      { type: 'CustomListOutputParser', separator: ', then' },
      { type: 'CustomListOutputParser', separator: '\n' },
      { type: 'CustomListOutputParser', separator: ' - ' },
    ].map(keys => readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions[0]!);
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'string', default: 'x' }, destination: { type: 'string' } },
      required: ['a'],
    };
    const schemas = [
      { type: 'PydanticOutputParser', content_schema: { title: 'Answer', ...schema } },
      { type: 'PydanticOutputParser', content_schema: { title: 'Answer', ...schema, additionalProperties: true } },
      { type: 'StructuredOutputParser', content_schema: schema },
      { type: 'StructuredOutputParser', package: 'classic', content_schema: schema, zod: 3 },
      { type: 'JsonMarkdownStructuredOutputParser', content_schema: { ...schema, additionalProperties: {} } },
      { type: 'RouterOutputParser', content_schema: schema },
      { type: 'StandardSchemaOutputParser', content_schema: schema },
      { type: 'AgentOutput', allowed_kinds: ['x', 'y'], mode: 'validated' },
      { type: 'mini_swe_agent', mode: 'actions_text' },
      { type: 'mini_swe_agent', mode: 'actions_text', action_regex: '<a>(.*?)</a>' },
    ].map(keys => readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions[0]!);
    /** Some of the parts make a whole that is read, more often than all of them do. */
    const agents = [
      ...['```', '```json', '\n', ' ', '```json\n{"action": "search", "action_input": "x"}\n```', '{', '}', '"', 'x'],
      ...['{"action": "x", "action_input": {}}', '"action": "Final Answer"', '"action" : "b"', '"action_input": 0'],
      ...[
        ',',
        'Final Answer:',
        'Action:',
        'Action Input:',
        'Action 1',
        ' Input 2 :',
        'Action',
        'Input',
        '\nAction Input:',
      ],
      ...[
        '<tool>',
        '</tool>',
        '<tool_input>',
        '</tool_input>',
        '<final_answer>',
        '</final_answer>',
        '<',
        '42',
        '\u2028',
      ],
    ];
    const objects = [
      ...[
        '{"a": 1}',
        '{"a": "2", "b": "x"}',
        '{"a": 1, "b": "two\nlines"}',
        '```',
        '```json',
        'json',
        '\n',
        ' ',
        '\u00a0',
        '`',
      ],
      ...[
        '{"a": 1',
        ', "c": {}',
        ', "destination": "default"',
        ', "b": "```"',
        '}',
        '{',
        '"a"',
        ':',
        '3',
        '.5',
        'Text',
        '[',
        ']',
      ],
      ...[
        '```mswea_bash_command',
        '\nls\n',
        'cd',
        '<a>',
        '</a>',
        '{"kind": "x", "text": "```json"}',
        '\ud83d',
        '\\',
        '"',
      ],
    ];
    const parts = [
      ...['1. ', '2.', '- ', '*', '-', '\r', '\u2028', ', then'],
      ...[
        '```json',
        '```',
        '```bash\n',
        '```python',
        '\n```',
        '\n',
        ' ',
        '{',
        '}',
        '"a"',
        '"b"',
        ':',
        ',',
        '1',
        'true',
        '"',
      ],
      ...[
        '{"a": 1}',
        '{"kind": "x", "text": "y"}',
        '{"b": "\\ud83d\\ude00", "a": [1, {}]}',
        '\\',
        "'",
        '\t',
        tool,
        '😀',
        '\ud83d',
      ],
      ...[
        '<a>',
        '</a>',
        '<b>',
        '</b>',
        '</>',
        '<',
        '>',
        '<think>',
        '</think>',
        '<command>',
        '</command>',
        'ls',
        '`',
        'json',
      ],
      ...[
        '<tool>',
        '</tool>',
        '<request>square</request>',
        '<number>4</number>',
        '[',
        ']',
        'think',
        '{"thought": 1, "command": {"name": "x"}}',
      ],
    ];
    const calls = [
      ...[
        '<function=run>\n',
        '<function=',
        'run',
        '>',
        '>\n',
        '<function=>',
        '<function=other>\n',
        '</function>',
        '</func',
      ],
      ...['<parameter=text>', '</parameter>', '<parameter=', 'x', ' ', '\n', '<parameter=text>y</parameter>', '\ud83d'],
      ...['<function=run>\n<parameter=text>y</parameter>\n</function>', 'tion>', '<', '>\n<parameter=text>'],
    ];
    const text = { name: 'text', type: 'string', description: 'what', required: true };
    const called = readDefinitions(
      JSON.stringify({
        type: 'xml_function_calling',
        commands: [{ name: 'run', docstring: 'runs', signature: '<text>', arguments: [text] }],
      }),
      'x.parser.json',
    ).definitions[0]!;
    const commands = [
      ...['<command>', '</command>', '<comm', 'and>', '</', '```mswea_bash_command', '\n```', '\n', ' ', '\r\n', 'ls'],
      ...['```mswea_bash_command\nls\n```', '<a>', '</a>', 'a', 'aa', '{', '\u00a0', '<command>ls</command>', '\ud83d'],
    ];
    const commanded = [
      { type: 'xml_thought_action' },
      { type: 'mini_swe_agent', mode: 'actions_text' },
      { type: 'mini_swe_agent', mode: 'actions_text', action_regex: '<a>(.*?)</a>' },
      { type: 'mini_swe_agent', mode: 'actions_text', action_regex: 'aa(.*?)aa' },
    ].map(keys => readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions[0]!);
    const all = [...definitions.values(), multi, ...langroid, ...lists, ...schemas];
    const isAgent = ({ type }: Definition) => /Agent|ReAct|Chat/.test(type) && type !== 'AgentOutput';
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.tuple(fc.constantFrom(...all), fc.array(fc.constantFrom(...parts), { maxLength: 25 })),
          fc.tuple(fc.constantFrom(...all.filter(isAgent)), fc.array(fc.constantFrom(...agents), { maxLength: 15 })),
          fc.tuple(fc.constantFrom(...schemas), fc.array(fc.constantFrom(...objects), { maxLength: 12 })),
          fc.tuple(fc.constant(called), fc.array(fc.constantFrom(...calls), { maxLength: 10 })),
          fc.tuple(fc.constantFrom(...commanded), fc.array(fc.constantFrom(...commands), { maxLength: 10 })),
        ),
        fc.array(fc.nat(200), { maxLength: 6 }),
        async ([definition, words], cuts) => {
          const text = words.join('');
          await check({ id: 'made', definition, text }, [...cuts, ...units(text.replace(/[\ud800-\udfff]/g, 'x'))]);
        },
      ),
      { numRuns: propertyRuns(600, 6000) },
    );
  });
});
