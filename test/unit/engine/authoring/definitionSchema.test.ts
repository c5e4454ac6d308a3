import assert from 'node:assert/strict';
import { getLanguageService, TextDocument, type TextEdit } from 'vscode-json-languageservice';
import { definitionSchema } from '../../../../src/engine/authoring/index.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import type { ParserType } from '../../../../src/engine/parsers/parserType.ts';
import {
  agentSettings,
  textMethods,
  tokenAttributes,
} from '../../../../src/engine/systems/langroid/forms/toolFacts.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';

// The language service inside VS Code, so that what is tested is what an author sees.
const service = getLanguageService({
  clientCapabilities: {
    textDocument: {
      completion: { completionItem: { documentationFormat: ['markdown'] } },
      hover: { contentFormat: ['markdown'] },
    },
  },
});
service.configure({
  allowComments: true,
  validate: true,
  schemas: [{ uri: 'file:///definition.schema.json', fileMatch: ['*.parser.json'], schema: definitionSchema() }],
});

/** How a completion calls a type. */
const typeLabel = ({ type, system }: ParserType) => `${system}: ${type}`;

/** Whether a type cannot do without some key. */
const needs = ({ type }: ParserType) =>
  readDefinitions(JSON.stringify({ type }), 'x.parser.json').problems.some(({ severity }) => severity === 'error');

/** What a snippet inserts when none of its stops is changed. */
function plain(snippet: string): string {
  const text = snippet.replace(/\$\{\d+:((?:\\.|[^\\}])*)\}/g, '$1').replace(/\$\d/g, '');
  return text.replace(/\\([\\$}])/g, '$1');
}

function open(marked: string) {
  // A bar may stand in a template as well; that of a type is the mark.
  const atType = marked.search(/(?<="type": "?)\|/);
  const offset = atType >= 0 ? atType : marked.indexOf('|');
  const text = offset < 0 ? marked : marked.slice(0, offset) + marked.slice(offset + 1);
  const document = TextDocument.create('file:///x.parser.json', 'jsonc', 1, text);
  return { document, json: service.parseJSONDocument(document), position: document.positionAt(Math.max(0, offset)) };
}

async function completions(marked: string): Promise<string[]> {
  const { document, json, position } = open(marked);
  const list = await service.doComplete(document, position, json);
  return (list?.items ?? []).map(({ label, textEdit, insertText }): string =>
    label.startsWith('"') ? label : `${label} → ${(textEdit?.newText ?? insertText ?? '').split('\n')[0]}`,
  );
}

async function hover(marked: string): Promise<string> {
  const { document, json, position } = open(marked);
  return JSON.stringify((await service.doHover(document, position, json))?.contents);
}

async function complaints(text: string): Promise<string[]> {
  const { document, json } = open(text);
  const found = await service.doValidation(document, json);
  return found.map(({ message }) => (typeof message === 'string' ? message : message.value));
}

suite('definitionSchema', () => {
  test('completes every key that the engine reads inside the parts of a definition', async () => {
    const parts: readonly (readonly [marked: string, keys: readonly string[]])[] = [
      ['{ "type": "ToolMessage", "agent": { | } }', agentSettings],
      ['{ "type": "ToolMessage", "agent": { "parsing": { | } } }', ['splitter']],
      [
        '{ "type": "XMLToolMessage", "tools": [{ | }] }',
        [
          ...['kind', 'request', 'class', 'purpose', 'schema', 'examples', 'use', 'handle', 'require_recipient'],
          ...Object.keys(tokenAttributes),
          ...Object.keys(textMethods),
        ],
      ],
      ['{ "type": "json", "commands": [{ | }] }', ['name', 'docstring', 'signature', 'end_name', 'arguments']],
      [
        '{ "type": "json", "commands": [{ "arguments": [{ | }] }] }',
        ['name', 'type', 'description', 'required', 'argument_format', 'enum', 'items'],
      ],
      [
        '{ "type": "json", "filter": { | } }',
        ['blocklist', 'blocklist_standalone', 'block_unless_regex', 'blocklist_error_template'],
      ],
      [
        '{ "type": "MultiTaggedContentParser", "tagged_contents": [{ | }] }',
        ['name', 'tag_begin', 'content_hint', 'tag_end', 'parse_json'],
      ],
    ];
    for (const [marked, keys] of parts) {
      const offered = (await completions(marked)).map(label => label.split(' → ')[0]);
      for (const key of keys) assert(offered.includes(key), `${key} in ${marked}: ${offered.join(' ')}`);
    }
  });

  test('the order in an editor: `type` comes first and `$schema` last; AgentScope’s types stand together, before SWE-agent’s', async () => {
    const sorted = async (marked: string) => {
      const { document, json, position } = open(marked);
      const { items } = (await service.doComplete(document, position, json))!;
      const textOf = ({ sortText, label }: { sortText?: string; label: string }) => (sortText ?? label).toLowerCase();
      return items.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1)).map(({ label }) => label);
    };
    const keys = await sorted('{ | }');
    assert.equal(keys[0], 'type');
    assert.equal(keys.at(-1), '$schema');
    const types = await sorted('{ "type": | }');
    const systems = types.map(label => label.split(':')[0]!);
    assert.ok(systems.lastIndexOf('AgentScope') < systems.indexOf('SWE-agent'), systems.join());
    assert.ok(systems[0]!.startsWith('AgentScope'));
    const changes = systems.filter((system, i) => system !== systems[i - 1]);
    assert.equal(new Set(systems).size, changes.length, changes.join());
  });

  test('completes what a definition may have', async () => {
    const cases: readonly (readonly [marked: string, ...some: string[]])[] = [
      ['|', 'AgentScope: MarkdownJsonDictParser → {', 'SWE-agent: thought_action → {', 'parsers → {'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of a snippet
      ['{ | }', 'type → "type": "${1:MarkdownJsonDictParser}"', 'parsers → "parsers": {'],
      ['{ "$s| }', '$schema → "\\$schema": "$1"'],
      ['{ "parsers": {}, "$s| }', '$schema → "\\$schema": "$1"'],
      [
        '{ "$schema": | }',
        '"https://unpkg.com/parserlens/dist/definition.schema.json"',
        '"./node_modules/parserlens/dist/definition.schema.json"',
      ],
      ['{ "type": | }', ...parserTypes.map(type => `${typeLabel(type)} → "${type.type}"${needs(type) ? ',' : ''}`)],
      [
        '{ "type": "MarkdownCodeBlockParser", | }',
        'language_name → "language_name": "$1"',
        'samples → "samples": [$1]',
      ],
      ['{ "parsers": { "a": | } }', 'AgentScope: MultiTaggedContentParser → {'],
      [
        '{ "parsers": { "a": { "type": "MultiTaggedContentParser", | } } }',
        'tagged_contents → "tagged_contents": [$1]',
      ],
      ['{ "type": "MultiTaggedContentParser", "tagged_contents": [{ | }] }', 'tag_begin → "tag_begin": "$1"'],
      ['{ "type": "MarkdownJsonDictParser", "keys_to_memory": | }', 'true → true', 'false → false'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of a snippet
      ['{ "type": "MarkdownJsonDictParser", "keys_to_m| }', 'keys_to_memory → "keys_to_memory": ${1:true}'],
      ['{ "type": "MarkdownJsonDictParser", "samples": [{ | }] }', 'expect → "expect": {$1}'],
    ];
    for (const [marked, ...some] of cases) {
      const offered = await completions(marked);
      assert.deepEqual(
        some.filter(one => !offered.includes(one)),
        [],
        `${marked}: ${offered.join(', ')}`,
      );
    }
  });

  test('writes whole parts, with a stop at everything that an author changes', async () => {
    const cases: readonly (readonly [marked: string, label: string, text: string])[] = [
      [
        '// nothing yet\n|',
        'AgentScope: MarkdownJsonDictParser',
        // A name that stands in several places is one stop.
        '"keys_to_memory": ["$' + '{2:thought}", "$' + '{4:speak}"]',
      ],
      ['|', 'parsers', '"$' + '{1:name}": { "type": "$' + '{2:MarkdownJsonDictParser}" }$0'],
      ['{ "parsers": | }', '{ name: definition }', '"type": "$' + '{2:MarkdownJsonDictParser}"'],
      ['{ "type": "MarkdownJsonObjectParser", "samples": [|] }', '{ name, text, … }', '"text": "$2", "expect": {'],
      ['{ "type": "MarkdownJsonObjectParser", "samples": [|] }', '{ name, file, … }', '"file": "$2", "expect": {'],
      ['{ "type": "MarkdownJsonObjectParser", "samples": [|] }', '{ name, error, … }', '"error": "$3"'],
      ['{ "parsers": { "a": | } }', 'Structured output: AgentOutput', '"fallback_kind": "$' + '{2:agent.spoke}"'],
      [
        '{ "type": "MultiTaggedContentParser", "tagged_contents": [|] }',
        '{ name, tag_begin, content_hint, tag_end }',
        '{ "name": "$' + '{1:thought}", "tag_begin": "$' + '{2:[THOUGHT]}"',
      ],
      ['{ "type": "MarkdownJsonDictParser", "samples": [|] }', '{ name, error, … }', '"expect": { "error": "$3" }'],
      [
        '{ "parsers": { "a": { "type": "XMLToolMessage", "tools": [|] } } }',
        '{ request, purpose, schema, examples }',
        '"required": ["$' + '{3:filepath}", "$' + '{4:code}"]',
      ],
      // Its own template has no commands: another's of its system has.
      ['{ "type": "thought_action", "commands": [|] }', '{ name, docstring, signature, arguments }', '"docstring": "$'],
      [
        '{ "type": "json", "commands": [{ "arguments": [|] }] }',
        '{ name, type, description, required }',
        '"type": "string"',
      ],
    ];
    for (const [marked, label, text] of cases) {
      const { document, json, position } = open(marked);
      const list = await service.doComplete(document, position, json);
      const item = list?.items.find(one => one.label === label);
      const inserted = item?.textEdit?.newText ?? item?.insertText ?? '';
      assert.ok(inserted.includes(text), `${marked}: ${list?.items.map(one => one.label)}\n${inserted}`);
    }
  });

  test('a snippet as it stands is the template of its type', () => {
    const snippets = definitionSchema().defaultSnippets as { label: string; bodyText: string }[];
    for (const type of parserTypes) {
      const { bodyText = '' } = snippets.find(({ label }) => label === typeLabel(type)) ?? {};
      assert.equal(`${plain(bodyText)}\n`, type.template);
    }
  });

  test('several definitions begin with a type that needs no key, where there is one', () => {
    const severalOf = (types?: readonly ParserType[]) =>
      (definitionSchema(types).defaultSnippets as { label: string; bodyText: string }[]).at(-1)!.bodyText;
    assert.match(severalOf(), /"type": "\$\{2:MarkdownJsonDictParser\}"/);
    const tags = parserTypes.filter(({ type }) => type === 'MultiTaggedContentParser');
    assert.match(severalOf(tags), /"type": "\$\{2:\}"/);
  });

  test('the key `type` is said first, in words', async () => {
    type Schema = { definitions: { definition: { properties: { type: Record<string, unknown> } } } };
    const { type } = (definitionSchema() as unknown as Schema).definitions.definition.properties;
    assert.deepEqual([type.type, type.suggestSortText], ['string', '!']);
    assert.match(JSON.stringify(type), /named as the class/);
  });

  test('a completed type, or file, has no error', async () => {
    const places: readonly (readonly [marked: string, label?: string])[] = [
      ['|', 'parsers'],
      ['{ | }', 'type'],
      ['{ "parsers": | }', '{ name: definition }'],
      ['{ "parsers": { "a": { | } } }', 'type'],
      ...parserTypes.flatMap((type): [string, string][] => {
        const label = typeLabel(type);
        const members = Object.entries(JSON.parse(type.template)).filter(([key]) => key !== 'type');
        const others = members.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
        return [
          ['|', label],
          ['{ "type": | }', label],
          ['{ "type": "|" }', label],
          ['{ "parsers": { "a": { "type": "|" } } }', label],
          // Some of its keys are there: before the type, and after it.
          // A list of parsers says only with a type what it is.
          ...others
            .filter(member => !member.startsWith('"parsers"'))
            .map((member): [string, string] => [`{ ${member}, "type": | }`, label]),
          [`{ "type": "|"${others.map(member => `, ${member}`).join('')} }`, label],
        ];
      }),
    ];
    for (const [marked, label] of places) {
      const { document, json, position } = open(marked);
      const { items = [] } = (await service.doComplete(document, position, json)) ?? {};
      const item = label === undefined ? items[0] : items.find(one => one.label === label);
      assert.ok(item?.textEdit, `${marked}: no ${label} among ${items.map(one => one.label)}`);
      const edit = item.textEdit as TextEdit;
      const text = TextDocument.applyEdits(document, [{ ...edit, newText: plain(edit.newText) }]);
      const { problems } = readDefinitions(text, 'x.parser.json');
      const errors = problems.filter(({ severity }) => severity === 'error');
      assert.deepEqual(
        errors.map(({ message }) => message),
        [],
        `${marked} ${label}: ${text}`,
      );
    }
  });

  test('offers the keys of the type alone', async () => {
    const offered = (await completions('{ "type": "MarkdownCodeBlockParser", | }')).map(label => label.split(' ')[0]);
    assert.deepEqual(offered, [
      'language_name',
      'content_hint',
      'description',
      'format_instruction',
      'samples',
      '$schema',
    ]);
  });

  test('explains types and keys', async () => {
    const cases: [marked: string, words: RegExp][] = [
      ['{ "type": "Markdown|JsonDictParser" }', /json\.loads/],
      ['{ "type": "MarkdownJsonDictParser", "keys_to_m|emory": true }', /memory/],
      ['{ "parsers": { "a": { "type": "MarkdownCodeBlockParser", "language_n|ame": "c" } } }', /opening fence/],
      ['{ "type": "MultiTaggedContentParser", "tagged_contents": [{ "tag_b|egin": "" }] }', /opens the content/],
      ['{ "type": "MarkdownJsonDictParser", "samples": [{ "fi|le": "" }] }', /relative to this definition/],
    ];
    for (const [marked, words] of cases) assert.match(await hover(marked), words);
  });

  test('complains of wrong shapes only: the rest is said with the class’s words', async () => {
    const cases: [text: string, ...messages: string[]][] = [
      ['// c\n{ "type": "MarkdownJsonDictParser", "content_hint": { "a": [1,], }, "keys_to_content": "a", }'],
      ['{ "type": "Nope" }'],
      ['{ "type": "MarkdownJsonDictParser", "keys_to_contnet": true }'],
      ['{ "type": "MarkdownJsonDictParser", "keys_to_content": 3, "keys_to_memory": [1], "keys_to_metadata": null }'],
      ['{ "type": "MarkdownCodeBlockParser", "content_hint": null }'],
      ['{ "parsers": { "a": { "type": "MarkdownJsonObjectParser" }, } }'],
      ['{ "type": "MarkdownJsonDictParser", "samples": 1 }', 'Incorrect type. Expected "array".'],
    ];
    for (const [text, ...messages] of cases) assert.deepEqual(await complaints(text), messages, text);
  });

  test('every template is a definition without problems', async () => {
    for (const { template } of parserTypes) assert.deepEqual(await complaints(template), []);
  });
});
