import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { draftDefinition, findParsers, type ParserCandidate } from '../../../../../src/engine/samples/index.ts';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';

suite('Which parser fits?', () => {
  const first: readonly (readonly [string, readonly string[], type: string])[] = [
    ['code in a fence', ['```python\nx = 1\n```'], 'MarkdownCodeBlockParser'],
    ['an object in a fence', ['Sure!\n```json\n{"speak": "hi", "n": 1}\n```'], 'MarkdownJsonDictParser'],
    ['a list in a fence', ['```json\n[1, 2]\n```'], 'MarkdownJsonObjectParser'],
    ['tags in brackets', ['[SPEAK]hi[/SPEAK]'], 'MultiTaggedContentParser'],
    ['labelled lines', ['Thought: rain\nAction: walk'], 'RegexTaggedContentParser'],
    ['a bash fence', ['Now:\n```bash\nls\n```\n'], 'single_bash_code_block'],
    ['two bash fences', ['```bash\nls\n```\n```bash\npwd\n```\n'], 'all_bash_code_blocks'],
    ['a bare fence', ['Now\n```\nls\n```\n'], 'thought_action'],
    ['command tags', ['Now <command>ls</command>'], 'xml_thought_action'],
    ['a call in tags', ['<function=ls>\n<parameter=path>.</parameter>\n</function>'], 'xml_function_calling'],
    ['a thought and a command', ['{"thought": "t", "command": {"name": "ls"}}'], 'json'],
    [
      'a tool call',
      ['{"content": "c", "tool_calls": [{"function": {"name": "ls", "arguments": "{}"}}]}'],
      'function_calling',
    ],
    ['kind and text', ['So: {"kind": "agent.spoke", "text": "hi"}'], 'AgentOutput'],
    ['the one that reads all', ['```json\n{"a": 1}\n```', '```json\n[1]\n```'], 'MarkdownJsonObjectParser'],
  ];
  for (const [name, responses, type] of first)
    test(name, async () => assert.equal((await findParsers(responses, [], nodeHost))[0]?.definition.type, type));

  test('what reads anything comes last', async () => {
    const found = await findParsers(['[A]x[/A] y'], [], nodeHost);
    const firstAny = found.findIndex(({ parts }) => !parts.asksForForm);
    assert(found.slice(firstAny).some(({ definition }) => definition.type === 'identity'));
    assert(found.slice(firstAny).every(({ parts }) => !parts.asksForForm || parts.read === 0));
    assert.equal(
      found.find(({ definition }) => definition.type === 'identity')?.why,
      'Reads the response; gives it back as it is',
    );
  });

  test('a refusal among the responses says nothing of what the others are read by', async () => {
    const { definitions } = readDefinitions('{ "type": "MarkdownJsonDictParser" }', 'x.parser.json');
    const responses = ['No.', '```json\n{"speak": "hi", "vote": "B"}\n```'];
    const [found] = await findParsers(responses, definitions, nodeHost, []);
    assert.deepEqual([found?.parts.read, found?.parts.asksForForm], [1, true]);
    const vote = '{ "type": "RegexTaggedContentParser", "required_keys": ["speak", "vote"] }';
    const [near] = await findParsers(responses, readDefinitions(vote, 'v.parser.json').definitions, nodeHost, []);
    assert.equal(near?.parts.hasNames, true);
  });

  test('a definition that knows the words stands before one that does not, and before types', async () => {
    const parsers = {
      any: { type: 'MarkdownJsonDictParser' },
      other: { type: 'MarkdownJsonDictParser', required_keys: ['vote'] },
      right: { type: 'MarkdownJsonDictParser', required_keys: ['speak'] },
    };
    const { definitions } = readDefinitions(JSON.stringify({ parsers }), 'x.parser.json');
    const found = await findParsers(['```json\n{"speak": "hi"}\n```'], definitions, nodeHost);
    assert.equal(found[0]?.definition.name, 'right');
    const other = found.find(({ definition }) => definition.name === 'other');
    assert.equal(other?.parts.read, 0);
    assert.match(
      other?.why ?? '',
      /^Does not read the response: RequiredFieldNotFoundError: Missing required field vote/,
    );
  });

  for (const [what, response] of [
    ['broken beyond repair', '```json\n{"thought": "I think", "vote": Eve or Bo ??, "speak": f(x)}\n```'],
    ['of another shape', 'thought: I think\nvote: Eve\nspeak: hi'],
    ['with keys in other case', '<Thought>I think</Thought> <VOTE>Eve</VOTE>'],
  ] as const)
    test(`a definition whose keys are those of an answer stands above readers of anything: ${what}`, async () => {
      const parsers = {
        anything: { type: 'identity' },
        'any command': { type: 'action_only' },
        'wolf discussion': {
          type: 'MarkdownJsonDictParser',
          content_hint: { thought: 'x', reach_agreement: 'y' },
          required_keys: ['reach_agreement'],
        },
        'wolf vote': {
          type: 'MarkdownJsonDictParser',
          content_hint: { thought: 'what you think', vote: 'a name', speak: 'what you say' },
          required_keys: ['thought', 'vote', 'speak'],
        },
      };
      const { definitions } = readDefinitions(JSON.stringify({ parsers }), 'x.parser.json');
      const found = (await findParsers([response], definitions, nodeHost)).filter(({ isDraft }) => !isDraft);
      assert.equal(found[0]?.definition.name, 'wolf vote');
      const names = found.map(({ definition }) => definition.name);
      assert.ok(names.indexOf('anything') > names.indexOf('wolf vote'));
    });

  test('what reads in a form of its own stays above what only has the names', async () => {
    const parsers = {
      named: { type: 'MarkdownJsonDictParser', content_hint: { speak: 'x', vote: 'y' }, required_keys: ['vote'] },
      reads: { type: 'MarkdownJsonDictParser' },
    };
    const { definitions } = readDefinitions(JSON.stringify({ parsers }), 'x.parser.json');
    const found = await findParsers(['```json\n{"speak": "hi"}\n```'], definitions, nodeHost);
    assert.equal(found.filter(({ isDraft }) => !isDraft)[0]?.definition.name, 'reads');
  });

  const named = '```json\n["{speak: 1, vote: 2}"]\n```';
  const asText: readonly (readonly [what: string, responses: readonly string[], takes: boolean])[] = [
    ['all of its texts hold them', [named, named.replace('speak', 'mood')], true],
    ['one of them does not', [named, '```json\n["hi"]\n```'], false],
    ['it reads none', ['no JSON'], false],
    ['only those that it reads count', ['no JSON', named], true],
  ];
  for (const [what, responses, takes] of asText)
    test(`a parser of any JSON takes names as text, or does not: ${what}`, async () => {
      const { definitions } = readDefinitions('{"type": "MarkdownJsonObjectParser"}', 'x.parser.json');
      const [found] = await findParsers(responses, definitions, nodeHost, []);
      assert.deepEqual([found!.parts.takesNamesAsText, found!.parts.takesAnything], [takes, true]);
    });

  test('a parser that asks for certain words takes no names as text, and not anything', async () => {
    const keys = { type: 'MarkdownJsonDictParser', required_keys: ['say'] };
    const { definitions } = readDefinitions(JSON.stringify(keys), 'x.parser.json');
    const answer = '```json\n{"say": "{speak: 1, vote: 2}"}\n```';
    const [{ parts }] = (await findParsers([answer], definitions, nodeHost, [])) as [ParserCandidate];
    assert.deepEqual([parts.asksForWords, parts.takesNamesAsText, parts.takesAnything], [true, false, false]);
  });

  test('repairs weigh by the response: two that take the same score as one of them', async () => {
    const { definitions } = readDefinitions('{"type": "MarkdownJsonDictParser"}', 'x.parser.json');
    const bare = '{"speak": "hi"}';
    const score = async (responses: readonly string[]) =>
      (await findParsers(responses, definitions, nodeHost, []))[0]!.score;
    assert.equal(await score([bare, bare]), await score([bare]));
    assert(Math.abs((await score([`\`\`\`json\n${bare}\n\`\`\``])) - (await score([bare])) - 0.1) < 1e-9);
  });

  test('nothing, and what is not text, does no harm', async () => {
    assert.deepEqual(await findParsers([], [], nodeHost), []);
    for (const text of ['', ' ', '```', '{', '\ud800', '['.repeat(100_000), '<a>'.repeat(20_000)])
      assert((await findParsers([text], [], nodeHost)).length > 0);
  });

  test('a definition whose schema the answers break only in what can be mended stands before one that they do not mean', async () => {
    const schema = (name: string, ...members: string[]) => ({
      type: 'StandardSchemaOutputParser',
      content_schema: {
        title: name,
        type: 'object',
        properties: Object.fromEntries(members.map(member => [member, { type: 'integer' }])),
        required: members,
      },
    });
    const define = (data: object, file: string) => readDefinitions(JSON.stringify(data), file).definitions[0]!;
    const definitions = [
      define(schema('Size', 'height', 'width', 'depth', 'a', 'b'), 'size.parser.json'),
      define(schema('Stars', 'stars', 'of', 'c', 'd', 'e'), 'stars.parser.json'),
    ];
    const answers = [
      '{"stars": "4", "of": "5", "c": 1, "d": 1, "e": 1}',
      '{"stars": 4, "of": "5", "c": 1, "d": 1, "e": 1}',
    ];
    const found = await findParsers(answers, definitions, nodeHost, []);
    assert.deepEqual(
      found.map(({ definition, parts }) => [definition.source.file, parts.mendable, parts.read]),
      [
        ['stars.parser.json', 2, 0],
        ['size.parser.json', 0, 0],
      ],
    );
    assert.match(found[0]!.why, /2 that break its schema can be repaired/);
    // What only the model could say is no reason.
    const [first] = await findParsers(['{"stars": null, "of": "x"}'], definitions.toReversed(), nodeHost, []);
    assert.equal(first?.parts.mendable, 0);
  });
});

suite('Drafts', () => {
  const drafts: readonly (readonly [type: string, readonly string[], keys: Record<string, unknown>])[] = [
    ['MarkdownCodeBlockParser', ['```js\n1\n```\n```c++\n2\n```', '```c++\n3\n```'], { language_name: 'c++' }],
    [
      'MarkdownJsonDictParser',
      ['{"say_it": "x", "n": 1}', '```json\n{"say_it": "y", "ok": true, "o": {"l": [1]}}\n```'],
      {
        content_hint: { say_it: 'the say it', n: 'a number', ok: 'true or false', o: { l: ['a number'] } },
        required_keys: ['say_it'],
      },
    ],
    ['MarkdownJsonObjectParser', ['[{"a": 1}]'], { content_hint: [{ a: 'a number' }] }],
    [
      'MultiTaggedContentParser',
      ['[A]x[/A]【数】1【/数】', '[A]<b>y</b>[/A]'],
      {
        tagged_contents: [
          { name: 'A', tag_begin: '[A]', content_hint: 'the A', tag_end: '[/A]' },
          { name: '数', tag_begin: '【数】', content_hint: 'the 数 as JSON', tag_end: '【/数】', parse_json: true },
        ],
        keys_allow_missing: ['数'],
      },
    ],
    [
      'RegexTaggedContentParser',
      ['<a>x</a><b>y</b>', '<a>z</>'],
      {
        format_instruction: 'Respond with specific tags as outlined below:\n<a>{the a}</a>\n<b>{the b}</b>',
        required_keys: ['a'],
      },
    ],
    [
      'xml_function_calling',
      [
        '<function=go>\n<parameter=to>a</parameter><parameter=by>b</parameter></function>',
        '<function=go>\n<parameter=by>c</parameter></function>',
      ],
      {
        commands: [
          {
            name: 'go',
            docstring: 'runs go',
            arguments: [
              { name: 'by', type: 'string', description: 'the by', required: true },
              { name: 'to', type: 'string', description: 'the to', required: false },
            ],
          },
        ],
      },
    ],
    ['xml_function_calling', ['<function=bash>\n<parameter=command>ls</parameter></function>'], {}],
    [
      'AgentOutput',
      ['{"kind": "a", "text": "x", "mood": "y"}', '{"kind": "b", "text": "x"}'],
      { allowed_kinds: ['a', 'b'], extra_fields: ['mood'], fallback_kind: 'a' },
    ],
    ['thought_action', ['x\n```\nls\n```'], {}],
  ];
  for (const [type, responses, keys] of drafts)
    test(`${type}: ${JSON.stringify(responses)}`, async () => {
      const draft = await draftDefinition(responses, typeNamed(type), nodeHost);
      assert(draft);
      assert.deepEqual(draft.unread, []);
      const { samples, ...rest } = JSON.parse(draft.text);
      assert.deepEqual(rest, { type, ...keys });
      assert.equal(samples.length, responses.length);
      assert.deepEqual(
        readDefinitions(draft.text, 'x.parser.json').definitions[0]?.samples.map(({ text }) => text),
        responses,
      );
    });

  test('what a type cannot read is said', async () => {
    const responses = ['```json\n{"a": 1}\n```', 'no object', '[SPEAK]hi[/SPEAK]'];
    const draft = await draftDefinition(responses, typeNamed('MarkdownJsonDictParser'), nodeHost);
    assert.deepEqual(
      draft?.unread.map(({ index }) => index),
      [1, 2],
    );
    assert.match(draft?.unread[0]?.error ?? '', /^JsonParsingError: /);
  });

  test('a response without the format gives none', async () => {
    for (const type of ['MarkdownCodeBlockParser', 'MultiTaggedContentParser', 'json', 'function_calling'])
      assert.equal(await draftDefinition(['Only prose.'], typeNamed(type), nodeHost), undefined);
  });
});

function typeNamed(name: string) {
  const type = parserTypes.find(each => each.type === name);
  assert(type);
  return type;
}
