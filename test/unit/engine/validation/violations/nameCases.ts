import { list, object, type SchemaCase } from './schemaCase.ts';

const food = {
  enum: ['COFFEE', 'CAKE', 'BREAD'],
  'x-alias': { COFFEE: 'Café', CAKE: 'Gâteau au chocolat', BREAD: 'Pain' },
};
const answer = { enum: ['YES', 'NO', 'NOT SURE'] };
const contact = object({
  first_name: { type: 'string', 'x-alias': 'prénom' },
  city: { type: 'string', 'x-baml': { alias: 'Straße' } },
});
const spelt = [['', 'enum-spelling', '']] as const;
const outside = [['', 'outside-enum', '']] as const;

/** A case of a lone value: what is found stands at the whole text. */
function lone(
  schema: object,
  text: string,
  [[path, cause]]: typeof spelt | typeof outside,
  reads?: unknown,
): SchemaCase {
  return { schema, text, found: [[path, cause, text]], reads };
}

/** Values and members under other names, in other letters, and within prose. */
export const nameCases: readonly SchemaCase[] = [
  // Names that the schema gives to the values of an enum.
  lone(food, '"Café"', spelt, 'COFFEE'),
  lone(food, '"CAFE"', spelt, 'COFFEE'),
  lone(food, '"gateau-au-chocolat"', spelt, 'CAKE'),
  lone(food, '"coffee"', spelt, 'COFFEE'),
  lone(food, '"I would like a cafe, please"', outside, 'COFFEE'),
  lone(food, '"Pain or Café"', outside),
  lone(food, '"tea"', outside),
  {
    schema: list(food),
    text: '["Café", "BREAD"]',
    found: [['/0', 'enum-spelling', '"Café"']],
    reads: ['COFFEE', 'BREAD'],
  },
  // Accents, and letters that have none.
  lone({ const: 'señor' }, '"SENOR"', spelt, 'señor'),
  lone({ enum: ['Straße', 'Platz'] }, '"strasse"', spelt, 'Straße'),
  lone({ anyOf: [{ const: 'café' }, { const: 'résumé' }] }, '"resume"', spelt, 'résumé'),
  // An allowed word within more words: what it leaves out is lost, and where there are two nobody knows.
  lone(answer, '"The answer is NO."', outside, 'NO'),
  lone(answer, '"Yes!!!"', outside, 'YES'),
  lone(answer, '"I am not sure."', outside, 'NOT SURE'),
  lone(answer, '"yes and no"', outside),
  lone(answer, '"YES, no doubt"', outside, 'YES'),
  lone(answer, '"nothing"', outside),
  { schema: { type: 'boolean' }, text: '"It is true"', found: [['', 'wrong-type', '"It is true"']], reads: true },
  { schema: { type: 'boolean' }, text: '"true or false"', found: [['', 'wrong-type', '"true or false"']] },
  // Names that the schema gives to members.
  {
    schema: contact,
    text: '{"prénom": "Ada", "strasse": "Rue 1"}',
    found: [
      ['/first_name', 'missing-key', '{'],
      ['/city', 'missing-key', '{'],
    ],
    reads: { first_name: 'Ada', city: 'Rue 1' },
  },
  // One mend shows what is wrong below it.
  {
    schema: object({ Answer: object({ content: 'n' }) }),
    text: '{" answer ": {" content ": 78.5}}',
    found: [['/Answer', 'missing-key', '{']],
    reads: { Answer: { content: 78.5 } },
  },
  {
    schema: list(object({ hi: 'ss' })),
    text: '{"hi": "a"}',
    found: [['', 'wrong-type', '{"hi": "a"}']],
    reads: [{ hi: ['a'] }],
  },
  {
    schema: { enum: ['ONE', 'TWO'] },
    text: '{"value": "It is TWO"}',
    found: [['', 'wrong-type', '{"value": "It is TWO"}']],
    reads: 'TWO',
  },
  // An object of one member, without that member.
  { schema: object({ count: 'i' }), text: '12', found: [['', 'wrong-type', '12']], reads: { count: 12 } },
  { schema: object({ count: 'i' }), text: '"many"', found: [['', 'wrong-type', '"many"']] },
  {
    schema: list(object({ selected: object({ name: 's' }) })),
    text: '[{"name": "a"}]',
    found: [['/0/selected', 'missing-key', '{']],
    reads: [{ selected: { name: 'a' } }],
  },
  { schema: object({ text: 's' }), text: '{"name": "a"}', found: [['/text', 'missing-key', '{']] },
];
