import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { convertType } from '../../../../../../src/engine/authoring/index.ts';
import { applyEdits } from '../../../../../../src/engine/core/applyEdits.ts';
import { createParser, readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import { parserTypes } from '../../../../../../src/engine/systems/registry.ts';

const adapters = parserTypes.filter(({ system }) => system === 'DSPy').map(({ type }) => type);

/** An answer as each adapter wants it. */
const answers: Readonly<Record<string, string>> = {
  ChatAdapter: '[[ ## mood ## ]]\ngood\n\n[[ ## stars ## ]]\n[1, 2]\n\n[[ ## completed ## ]]',
  JSONAdapter: '{"mood": "GOOD", "stars": ["1", 2]}',
  XMLAdapter: '<mood>good</mood><stars><item>1</item><item>2</item></stars>',
  BAMLAdapter: '{"mood": "good", "stars": [1, 2],}',
};

function fileOf(type: string, text: string): string {
  return JSON.stringify({
    type,
    signature: 'review -> mood: Mood, stars: list[int]',
    types: { Mood: { enum: ['good', 'bad'], title: 'Mood', type: 'string' } },
    samples: [{ name: 'one', text, expect: { value: { mood: 'good', stars: [1, 2] } } }],
  });
}

suite('DSPy’s adapters into each other', () => {
  for (const from of adapters)
    test(`${from}: every other one reads the answers of its samples, written anew`, async () => {
      const file = fileOf(from, answers[from]!);
      const [definition] = readDefinitions(file, 'x.parser.json').definitions;
      const conversions = (await convertType(file, definition!)).filter(({ type }) => adapters.includes(type));
      deepEqual(conversions.map(({ type }) => type).sort(), adapters.filter(type => type !== from).sort());
      for (const conversion of conversions) {
        ok('edits' in conversion, JSON.stringify(conversion));
        const [converted] = readDefinitions(applyEdits(file, conversion.edits), 'x.parser.json').definitions;
        equal(converted!.type, conversion.type);
        const result = await createParser(converted!).parse(String(converted!.samples[0]!.text));
        ok(result.ok);
        deepEqual(result.value, { mood: 'good', stars: [1, 2] });
      }
    });

  test('an adapter without a fallback has no key that switches it off', async () => {
    const file = JSON.stringify({ type: 'ChatAdapter', use_json_adapter_fallback: false, signature: 'a -> b' });
    const [definition] = readDefinitions(file, 'x.parser.json').definitions;
    for (const conversion of (await convertType(file, definition!)).filter(({ type }) => adapters.includes(type))) {
      ok('edits' in conversion, JSON.stringify(conversion));
      const { definitions, problems } = readDefinitions(applyEdits(file, conversion.edits), 'x.parser.json');
      deepEqual(
        problems.filter(({ code }) => code !== 'asked-twice'),
        [],
      );
      equal(definitions[0]!.source.config.has('use_json_adapter_fallback'), conversion.type === 'XMLAdapter');
    }
  });

  test('what an adapter cannot read of what it writes is refused', async () => {
    const file = JSON.stringify({
      type: 'JSONAdapter',
      signature: 'review -> note: Optional[str]',
      samples: [{ text: '{"note": "a < b"}', expect: { value: { note: 'a < b' } } }],
    });
    const [definition] = readDefinitions(file, 'x.parser.json').definitions;
    const conversions = await convertType(file, definition!);
    const xml = conversions.find(({ type }) => type === 'XMLAdapter');
    ok(xml && 'refusal' in xml);
    match(xml.refusal, /sample/);
    ok(conversions.every(one => one === xml || 'edits' in one));
  });
});
