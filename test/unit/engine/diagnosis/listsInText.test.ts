import { deepEqual } from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../../src/engine/definition/index.ts';

const [definition] = readDefinitions(
  JSON.stringify({
    type: 'MarkdownJsonDictParser',
    content_schema: { type: 'object', properties: { names: { type: 'array' } }, required: ['names'] },
  }),
  'x.parser.json',
).definitions;

/** The lists that a text may be meant for, the likeliest first. */
async function lists(text: string): Promise<readonly unknown[]> {
  const answer = `\`\`\`json\n${JSON.stringify({ names: text })}\n\`\`\``;
  const { candidates } = await createParser(definition!).diagnose(answer, { limit: 9 });
  return candidates.map(({ value }) => (value as { readonly names: unknown }).names);
}

suite('a text where a list is wanted', () => {
  const several: readonly (readonly [text: string, items: readonly unknown[]])[] = [
    ['Ann, Bo;Cy', ['Ann', 'Bo', 'Cy']],
    ['Ann\nBo', ['Ann', 'Bo']],
    ['Ann\n\n  Bo \t\n Cy Dee', ['Ann', 'Bo', 'Cy Dee']],
    ['Ann\n, Bo,\n\nCy', ['Ann', 'Bo', 'Cy']],
    ['\nAnn\nBo\n', ['Ann', 'Bo']],
    ['1, 2', [1, 2]],
  ];
  for (const [text, items] of several)
    test(`${JSON.stringify(text)} is ${items.length} items, or one`, async () =>
      deepEqual(await lists(text), [items, [text]]));

  for (const text of ['Ann', 'Ann,, Bo', 'Ann, Bo,', ', Ann', 'Ann;\n;Bo'])
    test(`${JSON.stringify(text)} is one item`, async () => deepEqual(await lists(text), [[text]]));
});
