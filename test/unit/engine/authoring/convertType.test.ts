import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Conversion, convertType } from '../../../../src/engine/authoring/index.ts';
import type { Edit } from '../../../../src/engine/core/span.ts';
import { createParser, readDefinitions } from '../../../../src/engine/definition/index.ts';
import type { Definition } from '../../../../src/engine/parsers/definition.ts';
import { judgeSample } from '../../../../src/engine/samples/index.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';
import { propertyRuns } from '../../../propertyRuns.ts';

function apply(text: string, edits: readonly Edit[]): string {
  return edits
    .toReversed()
    .reduce((old, { span, text }) => old.slice(0, span.start) + text + old.slice(span.end), text);
}

function read(text: string, name?: string): Definition {
  const { definitions } = readDefinitions(text, 'x');
  return definitions.find(one => name === undefined || one.name === name)!;
}

async function conversion(text: string, type: string, files?: ReadonlyMap<string, string>): Promise<Conversion> {
  const found = (await convertType(text, read(text), files)).find(one => one.type === type);
  assert.ok(found, `nothing becomes ${type}`);
  return found;
}

/** The text with its first definition converted. */
async function converted(text: string, type: string, files?: ReadonlyMap<string, string>): Promise<string> {
  const found = await conversion(text, type, files);
  assert.ok('edits' in found, 'refusal' in found ? found.refusal : '');
  return apply(text, found.edits);
}

async function refusal(text: string, type: string): Promise<string> {
  const found = await conversion(text, type);
  assert.ok('refusal' in found, 'it was converted');
  return found.refusal;
}

const dict = 'MarkdownJsonDictParser';
const tags = 'MultiTaggedContentParser';

/** The keys without the samples; the order of required keys is only that of a message. */
function keysOf(text: string) {
  const { config } = read(text).source;
  const required = config.get('required_keys');
  return {
    ...Object.fromEntries([...config].filter(([key]) => key !== 'samples')),
    ...(Array.isArray(required) && { required_keys: required.toSorted() }),
  };
}

suite('convertType', () => {
  test('a dictionary becomes tags in its place: comments, trailing commas and layout stay', async () => {
    const text = `{
  // what a wolf says
  "type": "${dict}", // a fence
  "content_hint": {
    // for itself
    "thought": "what you thought", // first
    "done": "(true/false)",
    /* a list */ "names": ["name"],
  },
  "required_keys": ["thought", "done", "names"], // all
  "keys_to_content": "thought",
}
`;
    assert.equal(
      await converted(text, tags),
      `{
  // what a wolf says
  "type": "${tags}", // a fence
  "tagged_contents": [
    // for itself
    { "name": "thought", "tag_begin": "[THOUGHT]", "content_hint": "what you thought", "tag_end": "[/THOUGHT]" }, // first
    { "name": "done", "tag_begin": "[DONE]", "content_hint": "(true/false)", "tag_end": "[/DONE]", "parse_json": true },
    /* a list */ { "name": "names", "tag_begin": "[NAMES]", "content_hint": "[\\"name\\"]", "tag_end": "[/NAMES]", "parse_json": true },
  ],
  // all
  "keys_to_content": "thought",
}
`,
    );
  });

  test('keys that are not required may be missing, in one line and with CRLF', async () => {
    const text = `{\r\n\t"type": "${dict}",\r\n\t"content_hint": { "a": "x", "b": "y" },\r\n\t"required_keys": ["b"]\r\n}`;
    const after = await converted(text, tags);
    assert.equal(
      after,
      `{\r\n\t"type": "${tags}",\r\n\t"tagged_contents": [\r\n\t\t{ "name": "a", "tag_begin": "[A]", "content_hint": "x", "tag_end": "[/A]" },\r\n\t\t{ "name": "b", "tag_begin": "[B]", "content_hint": "y", "tag_end": "[/B]" }\r\n\t],\r\n\t"keys_allow_missing": ["a"]\r\n}`,
    );
    assert.deepEqual(keysOf(await converted(after, dict)), keysOf(text));
    // None is required: the list is written where there was none, and goes again.
    const none = `{ "type": "${dict}", "content_hint": { "a": "x" } }`;
    assert.match(await converted(none, tags), /\], "keys_allow_missing": \["a"\] \}$/);
    assert.deepEqual(keysOf(await converted(await converted(none, tags), dict)), keysOf(none));
  });

  test('responses are rewritten so that they give the same values', async () => {
    const text = JSON.stringify({
      type: dict,
      content_hint: { say: 'what', sure: 'yes or no', n: 3 },
      required_keys: ['say', 'sure'],
      samples: [
        { name: 'prose', text: 'So:\n```json\n{"say": "a\\n\\"b\\"", "sure": true, "n": 1.0}\n```\nDone.' },
        { name: 'bare', text: ['{"sure": "no",', '"say": ""}'], expect: { value: { say: '', sure: 'no' } } },
        { name: 'forgot', text: '```json\n{"say": "Hm."}\n```', expect: { error: 'RequiredFieldNotFoundError' } },
        { name: 'in a file', file: 'a.md', expect: { content: { say: 's', sure: false } } },
      ],
    });
    const written = await converted(text, tags, new Map([['a.md', '```json\n{"say": "s", "sure": false}']]));
    const after = read(written);
    assert.deepEqual(
      after.samples.map(({ name, text, expect }) => [name, text, expect?.error]),
      [
        ['prose', 'So:\n[SAY]a\n"b"[/SAY]\n[SURE]true[/SURE]\n[N]1.0[/N]\nDone.', undefined],
        // What a sample shows decides: some answers are not texts.
        ['bare', '[SAY][/SAY]\n[SURE]"no"[/SURE]', undefined],
        ['forgot', '[SAY]Hm.[/SAY]', 'TagNotFoundError'],
        ['in a file', '[SAY]s[/SAY]\n[SURE]false[/SURE]', undefined],
      ],
    );
    for (const sample of after.samples)
      assert.equal((await judgeSample(after, sample, sample.text!)).verdict, 'pass', sample.name);
    assert.deepEqual(
      JSON.parse(written).samples.map(({ text, file }: { text: unknown; file?: string }) => [
        Array.isArray(text) ? 'lines' : typeof text,
        file,
      ]),
      [
        ['string', undefined],
        ['lines', undefined],
        ['string', undefined],
        ['lines', undefined],
      ],
    );
  });

  test('back again: tags become a fence where they stood', async () => {
    const text = JSON.stringify({
      type: tags,
      tagged_contents: [
        { name: 'a', tag_begin: '<a>', content_hint: 'words', tag_end: '</a>' },
        { name: 'b', tag_begin: '<b>', content_hint: '{"x": 1}', tag_end: '</b>', parse_json: true },
      ],
      keys_allow_missing: ['b'],
      samples: [
        { text: 'First <b>[1, NaN]</b>\n<a>\nx\n</a>.' },
        { text: '<b>{}</b>', expect: { error: 'TagNotFoundError' } },
      ],
    });
    const after = await converted(text, dict);
    assert.deepEqual(
      keysOf(after),
      keysOf(JSON.stringify({ type: dict, content_hint: { a: 'words', b: { x: 1 } }, required_keys: ['a'] })),
    );
    assert.deepEqual(
      read(after).samples.map(({ text, expect }) => [text, expect?.error]),
      [
        ['First ```json\n{\n  "a": "\\nx\\n",\n  "b": [\n    1,\n    NaN\n  ]\n}\n```.', undefined],
        ['```json\n{\n  "b": {}\n}\n```', 'RequiredFieldNotFoundError'],
      ],
    );
  });

  const hint = '"content_hint": { "a": "x" }';
  const tag = '{ "name": "a", "tag_begin": "<a>", "content_hint": "x", "tag_end": "</a>" }';
  const sample = (text: string) => `"samples": [{ "name": "s", "text": ${JSON.stringify(text)} }]`;
  const refusals: [string, string, string, RegExp][] = [
    ['a schema', `"type": "${dict}", "content_schema": {}`, tags, /validates/],
    ['an instruction of the author’s', `"type": "${dict}", ${hint}, "format_instruction": "x"`, tags, /own words/],
    ['a hint in words', `"type": "${dict}", "content_hint": "x"`, tags, /which keys/],
    ['a required key that is not a key', `"type": "${dict}", ${hint}, "required_keys": ["b"]`, tags, /`b`/],
    ['required keys as a text', `"type": "${dict}", ${hint}, "required_keys": "a"`, tags, /not a list/],
    ['a comment that would go', `"type": "${dict}", "content_hint": { "a": [1 /* one */] }`, tags, /comment/],
    [
      'a comment in a list that would go',
      `"type": "${dict}", ${hint}, "required_keys": [/* all */ "a"]`,
      tags,
      /comment/,
    ],
    [
      'a comment beside a list that would go',
      `"type": "${dict}", ${hint}, "required_keys": /* all */ ["a"]`,
      tags,
      /comment/,
    ],
    ['a hint that reads as JSON', `"type": "${dict}", "content_hint": { "a": "[1]" }`, tags, /reads as JSON/],
    ['a key that makes no tag', `"type": "${dict}", "content_hint": { "a]": "x" }`, tags, /makes no tag/],
    ['tags that would be the same', `"type": "${dict}", "content_hint": { "a": "x", "/a": "x" }`, tags, /the same/],
    ['a key that the hint does not name', `"type": "${dict}", ${hint}, ${sample('{"b": 1}')}`, tags, /“s”.*`b`/],
    ['a response that is not JSON', `"type": "${dict}", ${hint}, ${sample('I agree')}`, tags, /JsonParsingError/],
    ['a text that has its own tag', `"type": "${dict}", ${hint}, ${sample('{"a": "[/A]"}')}`, tags, /something else/],
    ['a file that is not there', `"type": "${dict}", ${hint}, "samples": [{ "file": "b" }]`, tags, /cannot be read/],
    ['no tags', `"type": "${tags}", "tagged_contents": []`, dict, /no tags/],
    ['two tags of one name', `"type": "${tags}", "tagged_contents": [${tag}, ${tag}]`, dict, /same name/],
    ['a comment in a tag', `"type": "${tags}", "tagged_contents": [${tag.replace('}', '/* c */ }')}]`, dict, /comment/],
    [
      'a hint that hides the JSON',
      `"type": "${tags}", "tagged_contents": [${tag.replace('}', ', "parse_json": true }')}]`,
      dict,
      /does not say/,
    ],
    [
      'a hint that would ask for JSON',
      `"type": "${tags}", "tagged_contents": [${tag.replace('"x"', '"a list"')}]`,
      dict,
      /another value/,
    ],
    [
      'words between tags',
      `"type": "${tags}", "tagged_contents": [${tag}, ${tag.replace('"a"', '"b"').replaceAll('a>', 'b>')}], ${sample('<a>1</a> and <b>2</b>')}`,
      dict,
      /side by side/,
    ],
    ['a lone tag', `"type": "${tags}", "tagged_contents": [${tag}], ${sample('<a>1</a> <a>')}`, dict, /alone/],
    ['any JSON', '"type": "MarkdownJsonObjectParser", "content_hint": [1]', dict, /dictionary/],
    [
      'what is not an object',
      `"type": "MarkdownJsonObjectParser", ${hint}, ${sample('[1]')}`,
      dict,
      /something else|JsonTypeError/,
    ],
    [
      'an error message with a fence',
      '"type": "thought_action", "error_message": "use ```"',
      'xml_thought_action',
      /error_message/,
    ],
    [
      'an exact command',
      '"type": "thought_action", "samples": [{ "text": "t\\n```\\nls\\n```", "expect": { "value": { "thought": "t\\n", "action": "ls\\n" } } }]',
      'xml_thought_action',
      /something else/,
    ],
    [
      'a tool without fields',
      '"type": "ToolMessage", "tools": [{ "request": "r" }]',
      'XMLToolMessage',
      /without a field/,
    ],
    [
      'a tool with a list',
      '"type": "ToolMessage", "tools": [{ "request": "r", "schema": { "properties": { "a": { "type": "array" } }, "required": ["a"] } }]',
      'XMLToolMessage',
      /not a plain value/,
    ],
    [
      'a root element',
      '"type": "XMLToolMessage", "tools": [{ "request": "r", "root_element": "t" }]',
      'ToolMessage',
      /root_element/,
    ],
  ];
  for (const [name, keys, type, message] of refusals)
    test(`refuses what would be lost: ${name}`, async () => assert.match(await refusal(`{ ${keys} }`, type), message));

  test('nothing for what is broken, and for types without a counterpart', async () => {
    for (const keys of [
      `"type": "${dict}", ${hint},, `,
      `"type": "${tags}"`,
      `"type": "${tags}", "tagged_contents": [{}]`,
      '"type": "custom", "module": "a.mjs"',
    ]) {
      const text = `{ ${keys} }`;
      assert.deepEqual(await convertType(text, read(text)), [], keys);
    }
  });

  test('a JSON value whose hint is an object becomes a dictionary by its type alone', async () => {
    const text = `{ "type": "MarkdownJsonObjectParser", ${hint}, "format_instruction": "{content_hint}", ${sample('{"a": 1, "b": 2}')} }`;
    assert.equal(await converted(text, dict), text.replace('MarkdownJsonObjectParser', dict));
  });

  test('a command in a fence becomes one between tags, and back', async () => {
    const text =
      '{ "type": "thought_action", "samples": [{ "text": "DISCUSSION\\nI look.\\n```\\nls -a\\n```" }, { "text": "no command", "expect": { "error": "FormatError" } }] }';
    const after = await converted(text, 'xml_thought_action');
    assert.equal(read(after).samples[0]?.text, 'DISCUSSION\nI look.\n<command>\nls -a\n</command>');
    assert.equal(
      read(await converted(after, 'thought_action')).samples[0]?.text,
      'DISCUSSION\nI look.\n```\nls -a\n```\n',
    );
  });

  test('calls in JSON become calls in XML where they stand, and back', async () => {
    const schema = { properties: { n: { type: 'integer' }, why: { type: 'string' } }, required: ['n'] };
    const text = JSON.stringify({
      type: 'ToolMessage',
      tools: [{ request: 'square', purpose: 'p', schema }],
      samples: [{ text: 'I try {"request": "square", "n": 4, "why": "<a> & b"} now.' }, { text: 'nothing' }],
    });
    const after = await converted(text, 'XMLToolMessage');
    assert.match(read(after).samples[0]?.text ?? '', /^I try <tool>\n.*<n>4<\/n>.*<\/tool> now\.$/s);
    assert.match(read(await converted(after, 'ToolMessage')).samples[0]?.text ?? '', /^I try \{.*"n": 4,.*\} now\.$/s);
  });

  test('the templates of every type convert there and back, or say why not', async () => {
    const outcomes: string[] = [];
    const adapters = parserTypes.filter(({ system }) => system === 'DSPy').map(({ type }) => type);
    for (const { template } of parserTypes)
      for (const one of await convertType(template, read(template))) {
        const from = read(template).type;
        outcomes.push(`${from} → ${one.type}${'refusal' in one ? ': no' : ''}`);
        // What loses something does not come back as it was.
        if ('refusal' in one || from === 'MarkdownJsonObjectParser' || one.losses.length > 0) continue;
        assert.deepEqual(keysOf(await converted(apply(template, one.edits), from)), keysOf(template));
      }
    assert.deepEqual(outcomes, [
      'MarkdownJsonObjectParser → MarkdownJsonDictParser: no',
      'MarkdownJsonDictParser → MultiTaggedContentParser',
      'MarkdownJsonDictParser → structured_output: no',
      'MultiTaggedContentParser → MarkdownJsonDictParser',
      'MultiTaggedContentParser → ChatAdapter',
      'thought_action → xml_thought_action',
      'xml_thought_action → thought_action: no',
      'ToolMessage → XMLToolMessage',
      'XMLToolMessage → ToolMessage',
      'PydanticOutputParser → ToolStrategy',
      'PydanticOutputParser → ProviderStrategy',
      'PydanticOutputParser → JSONAdapter',
      'StructuredOutputParser → ToolStrategy: no',
      'StructuredOutputParser → ProviderStrategy',
      'ToolStrategy → ToolStrategy',
      'ProviderStrategy → ProviderStrategy',
      'AutoStrategy → AutoStrategy',
      ...adapters.flatMap(from => [
        ...adapters.flatMap(to => (to === from ? [] : [`${from} → ${to}`])),
        ...(from === 'ChatAdapter' ? [`${from} → MultiTaggedContentParser`] : []),
        ...(from === 'JSONAdapter' ? [`${from} → PydanticOutputParser`] : []),
      ]),
    ]);
  });

  test('a parser of LangChain becomes the structured output of an agent, its samples with it', async () => {
    const content_schema = { title: 'Joke', type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
    const parser = (type: string, keys: object, text: string) =>
      JSON.stringify({ type, ...keys, content_schema, samples: [{ text, expect: { value: { a: 5 } } }] });
    const python = parser('PydanticOutputParser', { class_name: 'Joke' }, '```json\n{"a": "5"}\n```');
    const tool = read(await converted(python, 'ToolStrategy'));
    assert.deepEqual(Object.keys(keysOf(await converted(python, 'ToolStrategy'))), ['type', 'schema']);
    assert.match(tool.samples[0]?.text ?? '', /"name":"Joke","arguments":"\{\\"a\\": 5\}"/);
    assert.equal(read(await converted(python, 'ProviderStrategy')).samples[0]?.text, '{"a": 5}');
    const script = parser('StructuredOutputParser', {}, '{"a": 5}');
    assert.equal(read(await converted(script, 'ToolStrategy')).source.config.get('runtime'), 'js');
    const [refused] = await convertType(
      parser('PydanticOutputParser', { retry_parser: 'RetryOutputParser' }, '{"a": 5}'),
      read(parser('PydanticOutputParser', { retry_parser: 'RetryOutputParser' }, '{"a": 5}')),
    );
    assert.match(refused && 'refusal' in refused ? refused.refusal : '', /`retry_parser` would be lost/);
  });

  const name = fc.oneof(
    fc.constantFrom('a', 'B', 'speak', '__proto__', '1', 'ß', 'x y'),
    fc.string({ minLength: 1, maxLength: 6 }),
  );
  const value = fc.jsonValue({ maxDepth: 2 });
  const hints = fc.oneof(fc.constantFrom('words', 'true/false', 'a list of names', ''), value);
  const definition = fc
    .uniqueArray(fc.tuple(name, hints, fc.boolean()), { selector: ([key]) => key, minLength: 1, maxLength: 5 })
    .chain(keys =>
      fc.record({
        keys: fc.constant(keys),
        indent: fc.constantFrom(undefined, 2, '\t'),
        filter: fc.constantFrom(undefined, true, keys[0]![0]),
        responses: fc.array(fc.tuple(...keys.map(() => fc.oneof(fc.string(), value))), { maxLength: 3 }),
        around: fc.constantFrom(['', ''], ['Well.\n```json\n', '\n```\nSo.'], ['```json', '```']),
      }),
    )
    .map(({ keys, indent, filter, responses, around }) => {
      const entries = Object.fromEntries(keys.map(([key, hint]) => [key, hint]));
      const samples = responses.map(values => {
        const answer = JSON.stringify(Object.fromEntries(keys.map(([key], i) => [key, values[i]])));
        return { text: around.join(answer) };
      });
      const required_keys = keys.flatMap(([key, , isRequired]) => (isRequired ? [key] : []));
      return JSON.stringify(
        {
          type: dict,
          content_hint: entries,
          ...(required_keys.length > 0 && { required_keys }),
          keys_to_content: filter,
          samples,
        },
        undefined,
        indent,
      );
    });

  test('property: there and back is the same definition, and every sample gives the same value @slow', () =>
    fc.assert(
      fc.asyncProperty(definition, async text => {
        const [there] = await convertType(text, read(text));
        fc.pre(there !== undefined && 'edits' in there);
        const after = apply(text, there.edits);
        assert.deepEqual(
          readDefinitions(after, 'x').problems.filter(({ severity }) => severity === 'error'),
          [],
        );
        const back = await converted(after, dict);
        assert.deepEqual(keysOf(back), keysOf(text));
        const values = async (text: string) => {
          const parser = createParser(read(text));
          return Promise.all(
            read(text).samples.map(async sample => {
              const result = await parser.parse(sample.text!);
              return result.ok ? result.value : result.error;
            }),
          );
        };
        assert.deepEqual(await values(after), await values(text));
        assert.deepEqual(await values(back), await values(text));
      }),
      { numRuns: propertyRuns(60, 200) },
    ));

  test('property: whatever the text, an answer', () =>
    fc.assert(
      fc.asyncProperty(
        definition,
        fc.nat(),
        fc.constantFrom('', '"', '}', '{', ',', '/* c */', '// c\n', '1'),
        async (text, place, typed) => {
          const at = place % text.length;
          const broken = text.slice(0, at) + typed + text.slice(at + 1);
          for (const one of readDefinitions(broken, 'x').definitions)
            for (const found of await convertType(broken, one))
              if ('edits' in found) {
                const after = apply(broken, found.edits);
                assert.equal(
                  after.includes('/* c */') || after.includes('// c'),
                  broken.includes('/* c */') || broken.includes('// c'),
                );
                assert.equal(read(after).type, found.type);
              }
        },
      ),
      { numRuns: propertyRuns(100, 300) },
    ));
});
