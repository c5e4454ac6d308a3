import { list, object, type SchemaCase } from './schemaCase.ts';

const joke = object({ setup: 's', punchline: 's', 'stars?': 'i' });
const move = { title: 'Move', ...object({ kind: { const: 'move' }, to: 's' }) };
const say = { title: 'Say', ...object({ kind: { const: 'say' }, words: 's' }) };
const either = { anyOf: [object({ to: 's', 'fast?': 'b' }), object({ words: 's', 'loud?': 'b' })] };
const good = { setup: 'a', punchline: 'b' };
const goodText = JSON.stringify(good);
const wrapped = (before: string, after: string, whole = `${before}${goodText}${after}`): SchemaCase => ({
  schema: joke,
  text: whole,
  found: [['', 'wrapped-value', whole]],
  reads: good,
});
const echo = (before: string, after: string, whole = `${before}${goodText}${after}`): SchemaCase => ({
  schema: joke,
  text: whole,
  found: [['', 'schema-echo', whole]],
  reads: good,
});

/** Values of another shape altogether. */
export const shapeCases: readonly SchemaCase[] = [
  // wrapped-value
  wrapped('{"result": ', '}'),
  wrapped('{"response":', '}'),
  wrapped('{ "joke" : ', ' }'),
  wrapped('{\n  "data": ', '\n}'),
  wrapped('[', ']'),
  wrapped('[ ', ' ]'),
  wrapped('{"": ', '}'),
  wrapped('{"a/b": ', '}'),
  {
    schema: list({ type: 'string' }),
    text: '{"items": ["a"]}',
    found: [['', 'wrapped-value', '{"items": ["a"]}']],
    reads: ['a'],
  },
  {
    schema: object({ joke }),
    text: `{"joke": {"value": ${goodText}}}`,
    found: [['/joke', 'wrapped-value', `{"value": ${goodText}}`]],
    reads: { joke: good },
  },
  {
    schema: joke,
    text: '{"result": {"setup": "a", "punchline": "b", "stars": "3"}}',
    found: [
      ['', 'wrapped-value', '{"result": {"setup": "a", "punchline": "b", "stars": "3"}}'],
      ['/result/stars', 'wrong-type', '"3"'],
    ],
    reads: { ...good, stars: 3 },
  },
  // What stands inside lacks a member as well: that is another object.
  {
    schema: joke,
    text: '{"result": {"setup": "a"}}',
    found: [
      ['/setup', 'missing-key', '{'],
      ['/punchline', 'missing-key', '{'],
    ],
  },
  // schema-echo
  echo('{"properties": ', '}'),
  echo('{"properties": ', ', "required": ["setup", "punchline"]}'),
  echo('{"title": "Joke", "type": "object", "properties": ', '}'),
  echo('{"description": "A joke.", "properties": ', '}'),
  echo('{ "properties" :\n', '\n}'),
  echo('{"$defs": {}, "properties": ', '}'),
  {
    schema: joke,
    text: '{"properties": {"setup": {"type": "string"}, "punchline": {"type": "string"}}}',
    found: [
      ['', 'schema-echo', '{"properties": {"setup": {"type": "string"}, "punchline": {"type": "string"}}}'],
      ['/setup', 'missing-key', '{'],
      ['/punchline', 'missing-key', '{'],
    ],
  },
  {
    schema: joke,
    text: JSON.stringify(joke),
    found: [
      ['', 'schema-echo', JSON.stringify(joke)],
      ['/setup', 'missing-key', '{'],
      ['/punchline', 'missing-key', '{'],
    ],
  },
  {
    schema: joke,
    text: '{"properties": {"setup": "a", "punchline": "b", "stars": "4"}}',
    found: [
      ['', 'schema-echo', '{"properties": {"setup": "a", "punchline": "b", "stars": "4"}}'],
      ['/properties/stars', 'wrong-type', '"4"'],
    ],
    reads: { ...good, stars: 4 },
  },
  // A member of that name is no echo.
  {
    schema: object({ properties: 'o', name: 's' }),
    text: '{"properties": {}}',
    found: [['/name', 'missing-key', '{']],
  },
  // wrong-variant
  {
    schema: either,
    text: '{"x": 1}',
    found: [
      ['', 'wrong-variant', '{"x": 1}'],
      ['/to', 'missing-key', '{'],
    ],
  },
  {
    schema: { oneOf: either.anyOf },
    text: '{"y": 1}',
    found: [
      ['', 'wrong-variant', '{"y": 1}'],
      ['/to', 'missing-key', '{'],
    ],
  },
  {
    schema: either,
    text: '{"words": 5}',
    found: [
      ['', 'wrong-variant', '{"words": 5}'],
      ['/words', 'wrong-type', '5'],
    ],
    reads: { words: '5' },
  },
  {
    schema: either,
    text: '{"to": "a", "fast": "True"}',
    found: [
      ['', 'wrong-variant', '{"to": "a", "fast": "True"}'],
      ['/fast', 'wrong-type', '"True"'],
    ],
    reads: { to: 'a', fast: true },
  },
  {
    schema: list(either),
    text: '[{"to": "a"}, {}]',
    found: [
      ['/1', 'wrong-variant', '{}'],
      ['/1/to', 'missing-key', '{'],
    ],
  },
  {
    schema: { anyOf: [move, say] },
    text: '{"kind": "run", "words": "a"}',
    found: [
      ['', 'wrong-variant', '{"kind": "run", "words": "a"}'],
      ['/kind', 'outside-enum', '"run"'],
    ],
  },
  // The tag, or the type, says which variant is meant.
  {
    schema: { anyOf: [move, say] },
    text: '{"kind": "say", "words": 5}',
    found: [['/words', 'wrong-type', '5']],
    reads: { kind: 'say', words: '5' },
  },
  { schema: { oneOf: [move, say] }, text: '{"kind": "move"}', found: [['/to', 'missing-key', '{']] },
  { schema: { anyOf: [joke, { type: 'null' }] }, text: '{"setup": "a"}', found: [['/punchline', 'missing-key', '{']] },
  {
    schema: { anyOf: [joke, { type: 'string' }] },
    text: '{"punchline": "a"}',
    found: [['/setup', 'missing-key', '{']],
  },
  {
    schema: object({ x: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] } }),
    text: '{"x": "True"}',
    found: [['/x', 'wrong-type', '"True"']],
    reads: { x: true },
  },
  {
    schema: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    text: '[1, 2]',
    found: [['', 'wrong-type', '[1, 2]']],
  },
  // References, also to the whole.
  {
    schema: { $defs: { joke }, type: 'array', items: { $ref: '#/$defs/joke' } },
    text: '[{"setup": "a"}]',
    found: [['/0/punchline', 'missing-key', '{']],
  },
  {
    schema: { type: 'object', properties: { left: { $ref: '#' }, n: { type: 'integer' } }, required: ['n'] },
    text: '{"n": 1, "left": {"n": 2, "left": {"n": "3"}}}',
    found: [['/left/left/n', 'wrong-type', '"3"']],
    reads: { n: 1, left: { n: 2, left: { n: 3 } } },
  },
];
