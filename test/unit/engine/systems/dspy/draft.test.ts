import { deepEqual, equal, ok } from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { draftDefinition } from '../../../../../src/engine/samples/index.ts';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';

const typeNamed = (name: string) => parserTypes.find(({ type }) => type === name)!;

/** The output fields of a draft, by name; `undefined`: there is none. */
async function outputsOf(type: string, responses: readonly string[]) {
  const draft = await draftDefinition(responses, typeNamed(type));
  if (!draft) return undefined;
  deepEqual(draft.unread, []);
  const { problems } = readDefinitions(draft.text, 'x.parser.json');
  equal(
    problems.some(({ severity }) => severity === 'error'),
    false,
  );
  return JSON.parse(draft.text).signature.outputs;
}

suite('drafts of DSPy’s adapters', () => {
  test('JSONAdapter: the members of the objects, as their values are', async () => {
    const outputs = await outputsOf('JSONAdapter', [
      '{"who": "Ida", "age": 4, "tags": ["a"], "sure": true, "more": null, "part": {"x": 1}}',
      'So: {"who": "Max", "age": 4.5, "tags": ["b", "c"], "sure": false, "more": "m", "part": {}}',
    ]);
    deepEqual(outputs, {
      who: 'str',
      age: 'float',
      tags: 'list[str]',
      sure: 'bool',
      more: 'Optional[str]',
      part: 'dict',
    });
  });

  test('XMLAdapter: the tags at the top, those with items as lists', async () => {
    const outputs = await outputsOf('XMLAdapter', [
      '<who>\nIda\n</who>\n<age>4</age>\n<tags><item>a</item></tags>',
      '<who>Max</who><age>5</age><tags><item>a</item><item>b</item></tags><note>n</note>',
    ]);
    deepEqual(outputs, { who: 'str', age: 'int', tags: 'list', note: 'Optional[str]' });
  });

  test('ChatAdapter: the sections, as what stands in them is read', async () => {
    const sections = {
      name: 'Ida',
      age: '4',
      below: '-4',
      size: '2.5',
      sure: 'True',
      list: '["a"]',
      part: '{"x": 1}',
      open: '["a"',
      brace: '{x}',
    };
    const text = Object.entries(sections).map(([name, value]) => `[[ ## ${name} ## ]]\n${value}\n\n`);
    deepEqual(await outputsOf('ChatAdapter', [`${text.join('')}[[ ## completed ## ]]`]), {
      name: 'str',
      age: 'int',
      below: 'int',
      size: 'float',
      sure: 'bool',
      list: 'list',
      part: 'dict',
      open: 'str',
      brace: 'str',
    });
  });

  test('nothing is drafted of what has no fields, or one that Python cannot name', async () => {
    for (const type of ['JSONAdapter', 'XMLAdapter', 'ChatAdapter'])
      for (const response of [
        'only words',
        '',
        '{"class": 1}',
        '{"a b": 1}',
        '<class>x</class>',
        '[1]',
        '['.repeat(5000),
      ])
        equal(await outputsOf(type, [response]), undefined, `${type} ${response.slice(0, 20)}`);
  });

  test('nothing is drafted of what was written for another parser', async () => {
    equal(await outputsOf('JSONAdapter', ['TOOL: {"request": "weather", "city": "Rome"}']), undefined);
    equal(await outputsOf('XMLAdapter', ['<tool><request>weather</request><city>Rome</city></tool>']), undefined);
  });

  test('thousands of sections are not a signature', async () => {
    const response = Array.from({ length: 2000 }, (_, i) => `[[ ## h${i} ## ]]\nx`).join('\n');
    equal(await outputsOf('ChatAdapter', [response]), undefined);
  });

  test('the input is never called like an output', async () => {
    const draft = await draftDefinition(['{"request": "x"}'], typeNamed('JSONAdapter'));
    ok(draft);
    deepEqual(Object.keys(JSON.parse(draft.text).signature.inputs), ['request_']);
  });
});
