import assert from 'node:assert/strict';
import { definitionSchema } from '../../../../src/engine/authoring/index.ts';
import { definitionsSnippet, sampleSnippets, withItemSnippets } from '../../../../src/engine/authoring/snippets.ts';
import { plainType, typeKeySchema, typeValueSchemas } from '../../../../src/engine/authoring/typeCompletion.ts';
import type { ParserType } from '../../../../src/engine/parsers/parserType.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';

const typeOf = (name: string): ParserType => parserTypes.find(({ type }) => type === name)!;
const code = typeOf('MarkdownCodeBlockParser');
const dict = typeOf('MarkdownJsonDictParser');
const object = typeOf('MarkdownJsonObjectParser');
const tags = typeOf('MultiTaggedContentParser');
/** A stop of a snippet. */
const stop = (number: number, text: string) => `$\{${number}:${text}}`;
/** What stands at a path. */
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);

suite('the parts of the schema of definitions', () => {
  const schema = definitionSchema([code, object, dict]);
  const rows: readonly (readonly [what: string, path: string, part: unknown])[] = [
    ['`parsers` holds definitions', 'then.properties.parsers', { $ref: '#/definitions/parsers' }],
    ['and is offered where no type is', 'else.else.properties.parsers', { $ref: '#/definitions/parsers' }],
    [
      'a definition under its name, of the type that needs no other key',
      'definitions.parsers.defaultSnippets',
      [{ label: '{ name: definition }', body: { [stop(1, 'name')]: { type: stop(2, dict.type) } } }],
    ],
    ['samples are a list', 'definitions.definition.properties.samples.type', 'array'],
    ['of snippets', 'definitions.definition.properties.samples.items.defaultSnippets', sampleSnippets],
    ['of objects', 'definitions.definition.properties.samples.items.type', 'object'],
    [
      'a filter takes a name, a list of names, true or false, and anything else',
      `definitions.${dict.type}.properties.keys_to_content.anyOf`,
      [{ type: 'boolean' }, { type: 'string' }, { type: 'array', items: { type: 'string' } }, {}],
    ],
  ];
  for (const [what, path, part] of rows) test(what, () => assert.deepEqual(at(schema, ...path.split('.')), part));

  test('a type whose value is not split has no filters', () => {
    const keys = (type: ParserType) => Object.keys(at(schema, 'definitions', type.type, 'properties') as object);
    assert.deepEqual(keys(object), ['type', 'content_hint']);
    assert.deepEqual(
      keys(dict).filter(key => key.startsWith('keys_to_')),
      ['keys_to_content', 'keys_to_memory', 'keys_to_metadata'],
    );
  });
});

suite('the snippets of a schema', () => {
  test('several definitions', () =>
    assert.deepEqual(definitionsSnippet('Several', 'T'), {
      label: 'parsers',
      description: 'Several',
      bodyText: `{\n\t"parsers": {\n\t\t"${stop(1, 'name')}": { "type": "${stop(2, 'T')}" }$0\n\t}\n}`,
    }));

  test('samples by what they have', () =>
    assert.deepEqual(
      sampleSnippets.map(({ label }) => label),
      ['{ name, text, … }', '{ name, file, … }', '{ name, error, … }'],
    ));

  const items = { type: 'object' };
  const label = '{ name, tag_begin, content_hint, tag_end }';
  const labels = (schema: unknown) => (at(schema, 'defaultSnippets') as { label: string }[]).map(each => each.label);

  test('an item as it stands in the template', () => {
    const made = withItemSnippets({ type: 'array', items }, tags, ['tagged_contents']);
    assert.deepEqual(at(made, 'items'), {
      type: 'object',
      defaultSnippets: [
        {
          label,
          bodyText: `{ "name": "${stop(1, 'thought')}", "tag_begin": "${stop(2, '[THOUGHT]')}", "content_hint": "${stop(3, 'what you think')}", "tag_end": "${stop(4, '[/THOUGHT]')}" }`,
        },
      ],
    });
  });

  test('an item in what a schema may be, and in its properties', () => {
    const list = { type: 'array', items };
    const made = withItemSnippets({ anyOf: [list, true] }, tags, ['tagged_contents']);
    assert.deepEqual(labels(at(made, 'anyOf', '0', 'items')), [label]);
    assert.equal(at(made, 'anyOf', '1'), true);
    const inner = withItemSnippets({ properties: { tagged_contents: list } }, tags, []);
    assert.deepEqual(labels(at(inner, 'properties', 'tagged_contents', 'items')), [label]);
  });

  test('an item from the template of a type of the same system', () => {
    const made = withItemSnippets({ items }, dict, ['tagged_contents']);
    assert.deepEqual(labels(at(made, 'items')), [label]);
    assert.deepEqual(withItemSnippets({ items }, typeOf('custom'), ['tagged_contents']), { items });
  });

  test('none for what no template has, for texts, and for items of several kinds', () => {
    for (const [schema, path] of [
      [{ items }, ['nothing']],
      [{ items }, ['keys_to_memory']],
      [{ items: [items] }, ['tagged_contents']],
    ] as const)
      assert.deepEqual(withItemSnippets(schema, tags, path), schema);
  });
});

suite('the completion of a type', () => {
  const rows: readonly (readonly [what: string, types: readonly ParserType[], plain: ParserType | undefined])[] = [
    ['the first whose value is split', [code, object, dict, tags], dict],
    ['the first that needs no key, where none is split', [code, object], object],
    ['none, where all need a key', [code, tags], undefined],
  ];
  for (const [what, types, plain] of rows)
    test(`before its author has chosen: ${what}`, () => assert.equal(plainType(types), plain));

  test('the key comes with the name', () => {
    assert.deepEqual(typeKeySchema(undefined), {});
    assert.deepEqual(at(typeKeySchema(dict), 'else', 'properties', 'type', 'defaultSnippets'), [
      { label: dict.type, body: stop(1, dict.type) },
    ]);
  });

  test('the name comes with the keys that are needed and not there', () => {
    const found = typeValueSchemas(code).map(schema => [
      at(schema, 'if'),
      at(schema, 'then', 'properties', 'type', 'defaultSnippets', '0', 'bodyText'),
    ]);
    assert.deepEqual(found, [
      [
        { required: [], not: { anyOf: [{ required: ['language_name'] }] } },
        `"${code.type}",\n"language_name": "${stop(1, 'python')}"`,
      ],
      [{ required: ['language_name'] }, `"${code.type}"`],
    ]);
    assert.equal(typeValueSchemas(dict).length, 1);
  });
});
