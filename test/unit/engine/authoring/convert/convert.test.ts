import assert from 'node:assert/strict';
import { parseTree } from 'jsonc-parser';
import { sampleEdits } from '../../../../../src/engine/authoring/convert/verifySamples.ts';
import { convertType } from '../../../../../src/engine/authoring/index.ts';
import { applyEdits } from '../../../../../src/engine/core/applyEdits.ts';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { layoutOf } from '../../../../../src/engine/json/editItems.ts';
import { CannotConvert } from '../../../../../src/engine/parsers/conversion/conversionRule.ts';
import { tagsToDict } from '../../../../../src/engine/systems/agentscope/convert/tagsToDict.ts';

const dict = 'MarkdownJsonDictParser';
const tags = 'MultiTaggedContentParser';

/** The text after one of its definitions has become another type, or why it cannot. */
async function converted(text: string, type: string, name?: string): Promise<string> {
  const { definitions } = readDefinitions(text, 'x');
  const definition = definitions.find(one => name === undefined || one.name === name)!;
  const found = (await convertType(text, definition)).find(one => one.type === type);
  if (!found) return 'not offered';
  return 'edits' in found ? applyEdits(text, found.edits) : found.refusal;
}

const head = (type: string) => `{\n  "type": "${type}",\n`;
const tag = (name: string, hint = '"x"', more = '') =>
  `{ "name": "${name}", "tag_begin": "[${name.toUpperCase()}]", "content_hint": ${hint}, "tag_end": "[/${name.toUpperCase()}]"${more} }`;

suite('a key that stands twice', () => {
  test('in a hint', async () =>
    assert.equal(
      await converted(`{ "type": "${dict}", "content_hint": { "a": "x", "a": "y" } }`, tags),
      'In `content_hint` the key `a` stands twice.',
    ));

  test('in a tag', async () => {
    const twice = `{ "name": "a", "name": "b", "tag_begin": "[A]", "content_hint": "x", "tag_end": "[/A]" }`;
    assert.equal(
      await converted(`{ "type": "${tags}", "tagged_contents": [${twice}] }`, dict),
      'In a tag the key `name` stands twice.',
    );
  });
});

suite('a dictionary becomes tags', () => {
  const hint = '  "content_hint": {\n    "a": "x"\n  }';
  const list = `  "tagged_contents": [\n    ${tag('a')}\n  ]`;
  const sample = (text: string) => `  "samples": [\n    { "text": ${text} }\n  ]`;
  const rows: readonly (readonly [what: string, before: string, after: string])[] = [
    [
      'the line of a list that is not needed goes',
      `${hint},\n  "required_keys": ["a"],\n  "keys_to_content": "a"\n}`,
      `${list},\n  "keys_to_content": "a"\n}`,
    ],
    [
      'with the blank before its comma',
      `${hint},\n  "required_keys": ["a"] ,\n  "keys_to_content": "a"\n}`,
      `${list},\n  "keys_to_content": "a"\n}`,
    ],
    [
      'but a comment before its comma stays',
      `${hint},\n  "required_keys": ["a"] /* c */,\n  "keys_to_content": "a"\n}`,
      `${list},\n /* c */  "keys_to_content": "a"\n}`,
    ],
    [
      'what stands before it in its line stays',
      `${hint}, "required_keys": ["a"],\n  "keys_to_content": "a"\n}`,
      `${list},   "keys_to_content": "a"\n}`,
    ],
    ['the last line goes with the comma before it', `${hint},\n  "required_keys": ["a"]\n}`, `${list}\n}`],
    ['but a comment behind that comma stays', `${hint}, // c\n  "required_keys": ["a"]\n}`, `${list} // c\n  \n}`],
    [
      'letters beyond ASCII stay what they are',
      '  "content_hint": {\n    "a": ["é"]\n  },\n  "required_keys": ["a"]\n}',
      `  "tagged_contents": [\n    ${tag('a', '"[\\"é\\"]"', ', "parse_json": true')}\n  ]\n}`,
    ],
    [
      'a response that is a list of lines stays one',
      `${hint},\n  "required_keys": ["a"],\n${sample('[\n      "So:",\n      "```json",\n      "{\\"a\\": \\"y\\"}```"\n    ]')}\n}`,
      `${list},\n${sample('[\n      "So:",\n      "[A]y[/A]"\n    ]')}\n}`,
    ],
    [
      'in one line where it stood in one',
      `${hint},\n  "required_keys": ["a"],\n${sample('["So:", "```json", "{\\"a\\": \\"y\\"}```"]')}\n}`,
      `${list},\n${sample('["So:", "[A]y[/A]"]')}\n}`,
    ],
  ];
  for (const [what, before, after] of rows)
    test(what, async () => assert.equal(await converted(head(dict) + before, tags), head(tags) + after));
});

suite('tags become a dictionary', () => {
  const strange = 'A tag has a name, a hint or a `parse_json` that the class takes for something else.';
  const rows: readonly (readonly [what: string, items: string, more: string, becomes: string])[] = [
    [
      'a comment in a list that is written anew',
      `${tag('a')}, ${tag('b')}`,
      '"keys_allow_missing": [/* c */ "b"]',
      'The comment in `keys_allow_missing` would be lost.',
    ],
    [
      'a comment in a list that is not needed any more',
      tag('a'),
      '"keys_allow_missing": [/* c */ "a"]',
      'The comment in `keys_allow_missing` would be lost.',
    ],
    ['a hint that is not a text', tag('a', '3'), '', strange],
    ['a `parse_json` that is not true or false', tag('a', '"x"', ', "parse_json": 1'), '', strange],
    ['a hint that is a list', tag('a', '["x"]', ', "parse_json": true'), '', strange],
    ['a hint that reads as JSON', tag('a', '"[1]"'), '', 'The hint of `a` reads as JSON, its content is text.'],
  ];
  for (const [what, items, more, becomes] of rows)
    test(`not with ${what}`, async () => {
      const text = `{ "type": "${tags}", "tagged_contents": [${items}]${more && `, ${more}`} }`;
      assert.equal(await converted(text, dict), becomes);
    });

  test('not where nothing in the list is a tag', () => {
    const text = `{ "type": "${tags}", "tagged_contents": [1, null, "x"] }`;
    const [definition] = readDefinitions(text, 'x').definitions;
    assert.throws(() => tagsToDict.plan({ text, definition: definition!, known: new Map() }), {
      message: 'There are no tags.',
    });
  });
});

suite('tools that become others', () => {
  const schema = '"schema": { "properties": { "n": { "type": "integer" } }, "required": ["n"] }';
  const optional = '"schema": { "properties": { "n": { "type": "integer" } } }';
  const own = '{ "request": "own", "kind": "ToolMessage" }';
  const file = (type: string, tools: string) => `{ "type": "${type}", "tools": [${tools}] }`;
  const rows: readonly (readonly [what: string, tools: string, becomes: string])[] = [
    ['all of them', `{ "request": "a", ${schema} }`, 'XMLToolMessage'],
    [
      'one that names its kind keeps it, and may have what XML has not',
      `${own}, { "request": "a", ${schema} }`,
      'XMLToolMessage',
    ],
    ['none but such', own, 'No tool is of the type of the definition.'],
    [
      'a tool without a required field',
      `{ "request": "a", ${optional} }`,
      'The tool `a` can be called without a field, which XML reads as a list.',
    ],
    [
      'a tool with instructions of its own',
      `{ "request": "a", "instructions": "i", ${schema} }`,
      '`instructions` of the tool `a` may describe the present form.',
    ],
  ];
  for (const [what, tools, becomes] of rows)
    test(what, async () => {
      const expected = becomes === 'XMLToolMessage' ? file(becomes, tools) : becomes;
      assert.equal(await converted(file('ToolMessage', tools), 'XMLToolMessage'), expected);
    });
});

suite('a command between other marks', () => {
  const file = (type: string, text: string, more = '') =>
    `{ "type": "${type}", "samples": [{ "text": ${JSON.stringify(text)} }]${more} }`;
  const inFence = 'I look.\n```\nls -a\n```\n';
  const inTags = 'I look.\n<command>\nls -a\n</command>';
  const rows: readonly (readonly [what: string, from: string, to: string, text: string, becomes: string])[] = [
    ['a fence becomes tags', 'thought_action', 'xml_thought_action', inFence, inTags],
    ['tags become a fence', 'xml_thought_action', 'thought_action', inTags, inFence],
    ['blanks before it go', 'xml_thought_action', 'thought_action', inTags.replace('\n', ' \n\n'), inFence],
  ];
  for (const [what, from, to, text, becomes] of rows)
    test(what, async () => assert.equal(await converted(file(from, text), to), file(to, becomes)));

  test('not where the author shows the model the present marks', async () => {
    for (const [from, to, mark] of [
      ['thought_action', 'xml_thought_action', '```'],
      ['xml_thought_action', 'thought_action', '<command>'],
    ] as const)
      assert.equal(
        await converted(file(from, 'no command', `, "error_message": "Use ${mark}!"`), to),
        `\`error_message\` shows the model the present form, \`${mark}\`.`,
      );
  });
});

suite('what a conversion is held to', () => {
  const hint = '"content_hint": { "a": "x" }';
  const text = `{ "type": "${dict}", ${hint} }`;

  test('one of several definitions is converted, the others stay', async () => {
    const file = (second: string) => `{ "parsers": { "one": ${text}, "two": ${second} } }`;
    assert.equal(await converted(file(text), tags, 'two'), file(await converted(text, tags)));
  });

  test('a sample whose error is another in the new form is refused', async () => {
    const sample = `{ "type": "${dict}", ${hint}, "required_keys": ["a"], "samples": [{ "name": "s", "text": "I agree" }] }`;
    assert.equal(await converted(sample, tags), 'The sample “s” gives JsonParsingError, which is of this form alone.');
  });

  test('a sample that has no text is refused', () => {
    const given = '{ "name": "s" }';
    assert.throws(() => sampleEdits(given, layoutOf(given), parseTree(given)!, { text: 'x' }), CannotConvert);
  });

  test('a fault that is not the definition’s is not told as a refusal', async () => {
    const samples = '"samples": [{ "text": "{}" }, { "file": "a.md" }]';
    const broken = `{ "type": "${dict}", ${hint}, "required_keys": ["a"], ${samples} }`;
    const [definition] = readDefinitions(broken, 'x').definitions;
    const { parserType } = definition!;
    const fails = (): never => {
      throw new RangeError('broken');
    };
    const files = new Map([['a.md', '{"a": "y"}']]);
    assert.ok('edits' in (await convertType(broken, definition!, files))[0]!);
    const noFiles = new (class extends Map<string, string> {
      override get = fails;
    })();
    await assert.rejects(convertType(broken, definition!, noFiles), RangeError);
    // A sample without its key is read once more, as if it were not required.
    const create: typeof parserType.create = (source, host) =>
      source.config.has('required_keys') ? parserType.create(source, host) : fails();
    await assert.rejects(
      convertType(broken, { ...definition!, parserType: { ...parserType, create } }, files),
      RangeError,
    );
  });
});
