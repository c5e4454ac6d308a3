import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readConversation } from '../../../../src/engine/conversation/index.ts';
import { EngineError } from '../../../../src/engine/core/errors.ts';
import { type PyDict, PyFloat } from '../../../../src/engine/core/pyValue.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';

/** The problems of a text, each as `code severity |underlined text| message`. */
function problemsOf(text: string): string[] {
  return readDefinitions(text, 'x.parser.json').problems.map(
    ({ code, severity, span, message }) => `${code} ${severity} |${text.slice(span.start, span.end)}| ${message}`,
  );
}

function dict(inner: string): string {
  return `{ "type": "MarkdownJsonDictParser", ${inner} }`;
}

suite('readDefinitions', () => {
  test('keys inside the parts of a definition: the nearest one is the fix', () => {
    const cases: readonly (readonly [definition: object, key: string, message: RegExp, near?: string])[] = [
      [{ type: 'json', commands: [{ name: 'a', docstrin: 'b' }] }, 'docstrin', /`commands\[0\]`/, 'docstring'],
      [
        {
          type: 'json',
          commands: [{ name: 'a', arguments: [{ name: 'b', type: 't', description: 'd', required: true, enums: [] }] }],
        },
        'enums',
        /`commands\[0\]\.arguments\[0\]`/,
        'enum',
      ],
      [{ type: 'json', filter: { blocklists: [] } }, 'blocklists', /`filter`/, 'blocklist'],
      [
        {
          type: 'MultiTaggedContentParser',
          tagged_contents: [{ name: 'a', tag_begin: '<a>', content_hint: 'h', tag_end: '</a>', parse_jsn: true }],
        },
        'parse_jsn',
        /`tagged_contents\[0\]`/,
        'parse_json',
      ],
    ];
    for (const [definition, key, message, near] of cases) {
      const text = JSON.stringify(definition);
      const { definitions, problems } = readDefinitions(text, 'a.parser.json');
      assert.equal(definitions[0]?.invalid, undefined, text);
      const found = problems.filter(({ code }) => code === 'unknown-key');
      assert.deepEqual(
        found.map(({ span, severity }) => [text.slice(span.start, span.end), severity]),
        [[`"${key}"`, 'warning']],
        text,
      );
      assert.match(found[0]?.message ?? '', message);
      assert.equal(found[0]?.fixes?.[0]?.edits[0]?.text, near && JSON.stringify(near));
    }
  });

  test('names a single definition after its file', () => {
    const names: [fileName: string, name: string][] = [
      ['werewolf.parser.json', 'werewolf'],
      ['/a/b/my.game.parser.json', 'my.game'],
      ['C:\\games\\werewolf.parser.json', 'werewolf'],
      ['file:///a/b#c.parser.json', 'b#c'],
      ['other.json', 'other'],
      ['a.json.parser.jsonc', 'a.json'],
      ['stdin', 'stdin'],
    ];
    for (const [fileName, name] of names)
      assert.equal(readDefinitions('{"type": "MarkdownJsonObjectParser"}', fileName).definitions[0]?.name, name);
  });

  test('takes `$schema` for what it is in every type and in conversations', () => {
    for (const { type, template } of parserTypes) {
      const text = template.replace('{', '{ "$schema": "https://unpkg.com/parserlens/dist/definition.schema.json",');
      const { definitions, problems } = readDefinitions(text, 'x.parser.json');
      const without = readDefinitions(template, 'x.parser.json').problems;
      const codesOf = (all: typeof problems) => all.map(({ code, message }) => [code, message]);
      assert.deepEqual(codesOf(problems), codesOf(without), type);
      assert.equal(definitions[0]?.type, type);
    }
    const { conversation, problems } = readConversation('{ "$schema": "x", "messages": [] }', 'x.messages.json');
    assert.deepEqual([conversation?.messages, problems], [[], []]);
  });

  test('reads several definitions, with comments, trailing commas and a byte order mark', () => {
    const text = `\uFEFF// two
{ "$schema": "x", "parsers": {
  "vote": { "type": "MarkdownJsonDictParser", "description": "Who?", /* keys */ "keys_to_content": "vote", },
  "code": { "type": "MarkdownCodeBlockParser", "language_name": "python" },
}, }`;
    const { definitions, problems } = readDefinitions(text, 'game.parser.json');
    assert.deepEqual(problems, []);
    assert.deepEqual(
      definitions.map(({ name, type, filters, description, nameSpan, span }) => [
        name,
        type,
        filters,
        description,
        text.slice(nameSpan.start, nameSpan.end),
        text.slice(span.start, span.start + 9),
      ]),
      [
        ['vote', 'MarkdownJsonDictParser', true, 'Who?', '"vote"', '{ "type":'],
        ['code', 'MarkdownCodeBlockParser', false, undefined, '"code"', '{ "type":'],
      ],
    );
  });

  test('keeps values exact', () => {
    const text = dict(
      '"content_hint": {"a": 1.0, "b": 123456789012345678901234567890, "c": -0.0, "d": -0, "e": 1e16, "__proto__": {"x": 1}, "10": 1, "9": 2, "f": "\\ud800\\u00e9"}',
    );
    const hint = readDefinitions(text, 'x').definitions[0]?.source.config.get('content_hint');
    assert.deepEqual(
      [...(hint as PyDict)],
      [
        ['a', new PyFloat(1)],
        ['b', 123456789012345678901234567890n],
        ['c', new PyFloat(-0)],
        ['d', 0],
        ['e', new PyFloat(1e16)],
        ['__proto__', new Map([['x', 1]])],
        ['10', 1],
        ['9', 2],
        ['f', '\ud800é'],
      ],
    );
  });

  test('the last of two equal keys counts', () => {
    const text = dict('"description": "first", "description": "second", "content_hint": {"a": 1, "b": 2, "a": 3}');
    const [definition] = readDefinitions(text, 'x').definitions;
    assert.equal(definition?.description, 'second');
    assert.deepEqual(
      definition?.source.config.get('content_hint'),
      new Map([
        ['a', 3],
        ['b', 2],
      ]),
    );
    const span = definition?.source.spanOf(['content_hint', 'a']);
    assert.equal(text.slice(span?.start, span?.end), '3');
    assert.deepEqual(problemsOf(text), [
      'duplicate-key warning |"description"| `description` appears twice in this object. The last one counts.',
      'duplicate-key warning |"a"| `a` appears twice in this object. The last one counts.',
    ]);
  });

  test('says what is wrong, where', () => {
    const cases: [text: string, ...problems: string[]][] = [
      ['', 'empty-file warning || The file is empty. A definition is an object with a `type`.'],
      [
        '{ "type": "MarkdownJsonObjectParser"',
        'syntax-error error |"| The object is not closed: `}` is expected here.',
      ],
      ['{ "type": tru }', 'syntax-error error |tru| `tru` is not JSON. A text needs double quotes.'],
      ["{ 'type': 1 }", "syntax-error error |'type'| `'type'` is not JSON. A text needs double quotes."],
      ['{\n"a": 1\n"b": 2 }', 'syntax-error error |"b"| A comma is expected here.'],
      ['{} {}', 'syntax-error error |{| The file should end here.'],
      [
        '[]',
        'wrong-shape error |[]| A definition file holds an object with a `type`, or several under `parsers`, not a list.',
      ],
      [
        '{ "type": "MarkdownJsonDictParsr" }',
        'unknown-type error |"MarkdownJsonDictParsr"| No parser type is called `MarkdownJsonDictParsr`. Did you mean `MarkdownJsonDictParser`?',
      ],
      ['{ "type": 1 }', 'wrong-shape error |1| `type` must be the name of a parser type, not a number.'],
      [
        dict('"keys_to_contnet": "a"'),
        'unknown-key warning |"keys_to_contnet"| `MarkdownJsonDictParser` has no key `keys_to_contnet`. Did you mean `keys_to_content`?',
      ],
      [
        dict('"keys_to_content": 5'),
        'odd-value warning |5| `keys_to_content` must be `true` or `false`, a string or a list, not a number. The class accepts it, but splits do not do what was meant.',
      ],
      [
        dict('"keys_to_content": ["a", 1]'),
        'odd-value warning |1| `keys_to_content[1]` must be a string, not a number. The class accepts it, but splits do not do what was meant.',
      ],
      [dict('"description": []'), 'wrong-shape error |[]| `description` must be a string, not a list.'],
      [
        dict('"samples": [{ "name": "a", "text": "x" }, { "name": "a", "txt": "y" }]'),
        'missing-key error |{| A sample needs a `text` or a `file`.',
        'duplicate-name warning |"a"| Two samples are called `a`.',
        'unknown-key warning |"txt"| `samples[1]` has no key `txt`. Did you mean `text`?',
      ],
      [
        dict('"samples": [{ "text": "a", "file": "b" }, { "text": ["a", 1] }, 1]'),
        'conflicting-keys error |{| A sample has either `text` or `file`, not both.',
        'wrong-shape error |1| `samples[1].text[1]` must be a string, not a number.',
        'wrong-shape error |1| `samples[2]` must be an object, not a number.',
      ],
      ['{ "parsers": [] }', 'wrong-shape error |[]| `parsers` must be an object of definitions by name, not a list.'],
      ['{ "parsers": { "a": 1 } }', 'wrong-shape error |1| `a` must be a definition, not a number.'],
      [
        '{ "type": "x", "parsers": {} }',
        'unknown-key warning |"type"| `type` is not read beside `parsers`. Move it into one of the definitions.',
        'empty-file warning |{}| `parsers` is empty: the file defines nothing yet. Each member is a definition under its name.',
      ],
      [
        '{ "type": "MarkdownCodeBlockParser" }',
        'missing-key error |"MarkdownCodeBlockParser"| `MarkdownCodeBlockParser` needs the key `language_name`.',
      ],
      [
        '{ "type": "MultiTaggedContentParser", "tagged_contents": [{ "name": "a", "tag_begin": "[a]", "content_hint": "x" }] }',
        'missing-key error |{| `tagged_contents[0]` needs the key `tag_end`.',
      ],
    ];
    for (const [text, ...problems] of cases) assert.deepEqual(problemsOf(text), problems, text);
  });

  test('fixes what is misspelt', () => {
    const cases: [text: string, fixed: string][] = [
      ['{ "typ": 1, "type": "markdownJsonObjectParser" }', '{ "typ": 1, "type": "MarkdownJsonObjectParser" }'],
      [dict('"keys_to_memry": "a"'), dict('"keys_to_memory": "a"')],
    ];
    for (const [text, fixed] of cases) {
      const [fix] = readDefinitions(text, 'x').problems.flatMap(({ fixes }) => fixes ?? []);
      const { span, text: replacement } = fix!.edits[0]!;
      assert.equal(text.slice(0, span.start) + replacement + text.slice(span.end), fixed);
    }
    const taken = dict('"keys_to_memory": "b", "keys_to_memry": "a"');
    assert.deepEqual(readDefinitions(taken, 'x').problems[0]?.fixes, undefined);
  });

  test('returns what can be used of a broken text, and reports only that it is broken', () => {
    const text = dict('"keys_to_contnet": 1, "samples": [{ "name": "a", "text": "x" }');
    const { definitions, problems } = readDefinitions(text, 'x');
    assert.deepEqual([definitions.length, definitions[0]?.samples.length], [1, 1]);
    assert.deepEqual(new Set(problems.map(({ code }) => code)), new Set(['syntax-error']));
  });

  test('refuses what is too deep or too large', () => {
    const deep = readDefinitions(`// {[\n{"a": "[", "b": ${'['.repeat(100_000)}`, 'x');
    assert.deepEqual([deep.definitions.length, deep.problems.length, deep.problems[0]?.code], [0, 1, 'syntax-error']);
    assert.equal(deep.problems[0]?.span.start, 6 + '{"a": "[", "b": '.length + 399);
    const broad = readDefinitions(dict(`"content_hint": [${'[],'.repeat(2000)}]`), 'x');
    assert.deepEqual(
      broad.problems.filter(({ severity }) => severity === 'error'),
      [],
    );
    assert.equal(readDefinitions(' '.repeat(51 * 1024 * 1024), 'x').problems[0]?.code, 'too-large');
  });

  test('never throws, and every span is in the text', () => {
    const word = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '\\',
        '/*',
        '//',
        '\n',
        ' ',
        '"type"',
        '"MarkdownJsonDictParser"',
        '"parsers"',
      ],
      ...[
        '"samples"',
        '"expect"',
        '"tagged_contents"',
        '"keys_to_content"',
        '"__proto__"',
        '1.0',
        '-',
        'null',
        '"a\\u00"',
        '\ud800',
      ],
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), words => {
        const text = words.join('');
        const { definitions, problems } = readDefinitions(text, 'x');
        const spans = [...problems, ...definitions, ...definitions.flatMap(({ samples }) => samples)].map(
          ({ span }) => span,
        );
        for (const { start, end } of spans) assert.ok(0 <= start && start <= end && end <= Math.max(1, text.length));
      }),
    );
  });

  test('whatever a constructor throws is told at the definition', () => {
    const type = (error: Error) => ({
      ...parserTypes.find(each => each.type === 'identity')!,
      type: 'Fake',
      create: () => {
        throw error;
      },
    });
    for (const [error, message] of [
      [new EngineError('ValueError', 'no'), 'ValueError: no'],
      [new TypeError('ours'), 'TypeError: ours'],
    ] as const)
      assert.deepEqual(
        readDefinitions('{ "type": "Fake" }', 'x', [type(error)]).problems.map(each => [each.code, each.message]),
        [['constructor-error', message]],
      );
  });

  test('what a sample expects: the parts of a result, each with any value, or the class of an error', () => {
    const sample = (expect: object) => dict(`"samples": [{ "text": "x", "expect": ${JSON.stringify(expect)} }]`);
    for (const expect of [{ value: 1 }, { content: [], memory: null, metadata: 'a' }, { error: 'KeyError' }])
      assert.deepEqual(
        problemsOf(sample(expect)).filter(each => /unknown-key|wrong-shape/.test(each)),
        [],
      );
    assert.match(problemsOf(sample({ error: 3 }))[0]!, /^wrong-shape error \|3\|/);
    assert.match(problemsOf(sample({ values: 3 }))[0]!, /^unknown-key warning \|"values"\| .*`value`/);
  });
});
