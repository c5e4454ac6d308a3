// Langroid's readers on input on which the source system needs exponential or quadratic time, at ten times the size at which
// it took seconds, and on more of the kind: each must end within a second.
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
const { createParser, readDefinitions } = load('../../dist/engine.js');
const { langroid } = load('../../out/adapters.js');

const limit = 1000;

const parserOf = type => {
  const schema = { properties: { number: { type: 'integer' } }, required: ['number'] };
  const definition = { type, tools: [{ request: 'square', purpose: 'To square a <number>.', schema }] };
  const [read] = readDefinitions(JSON.stringify(definition), 'bench.parser.json').definitions;
  return createParser(read);
};
const json = text => parserOf('ToolMessage').parse(text);
const xml = text => parserOf('XMLToolMessage').parse(text);
const repeat = (text, size) => text.repeat(Math.ceil(size / text.length));

/** Elements that hold two others each, the second one deeper. */
function nested(depth) {
  let inside = '1';
  for (let i = 0; i < depth; i++) inside = `<a>0</a><b>${inside}</b>`;
  return `<tool>${inside}</tool>`;
}

const cases = [
  ['XML, dictionaries in dictionaries', xml, nested(210)],
  ['candidates, prose', json, repeat('lorem ipsum ', 960_000)],
  ['candidates, 10 open braces', json, '{'.repeat(10) + repeat('word ', 160_000)],
  ['candidates, 40 open braces', json, '{'.repeat(40) + repeat('word ', 20_000)],
  ['candidates, 80 open braces', json, '{'.repeat(80) + repeat('word ', 20_000)],
  ['candidates, open braces alone', json, '{'.repeat(400_000)],
  ['candidates, braces and quotes', json, repeat('{"\'', 400_000)],
  ['XML candidates, opening tags', xml, repeat('<tool>', 2_400_000)],
  ['XML candidates, closing tags', xml, repeat('</tool>', 2_800_000)],
  ['XML candidates, tags before closing tags', xml, repeat('<a></tool>', 400_000)],
  ['repair, backslash and quote', json, `{"a":"${repeat('\\"', 160_000)}}`],
  ['repair, backslash and quote in arguments', langroid.imperfectJson, `{"a":"${repeat('\\"', 160_000)}}`],
  ['repair, quotes in an array', json, `{"a":[${repeat('"a" b" ', 160_000)}]}`],
  ['repair, quotes in a value', json, `{"a":"${repeat('x" y, ', 160_000)}"}`],
  ['repair, commas and spaces', json, `{"a":"${',x'.repeat(40_000)}${' '.repeat(80_000)}}`],
  ['repair, braces before fences', json, `{"a":"{{${repeat('}``` ', 160_000)}"}`],
  ['repair, brackets that do not pair', json, `{"a":"b${repeat(',{ ( } ', 160_000)}"}`],
  ['repair, bare words', json, `{${repeat('a: b c, ', 160_000)}}`],
  ['repair, arrays that go on', json, `{"a":[1]${repeat(',[2]', 160_000)}}`],
  ['repair, rows that go on', json, `{"a":[[1,2],3,${repeat('4,', 80_000)}5]${repeat(',[]', 80_000)}}`],
  ['repair, keys that come again', json, `{"a":[{"b":1${repeat(' "b":1', 160_000)}}]}`],
  ['repair, comments', json, `{"a":1${repeat(' /* b */', 160_000)}}`],
  ['repair, parentheses', json, `{"a":${repeat('(1,', 160_000)}}`],
  ['many candidates', json, repeat('{"request":"square","number":"x } ', 400_000)],
  ['many tools', json, repeat('{"request":"square","number":1} ', 400_000)],
  [
    'reasoning, delimiters',
    text => langroid.reasoningFinal(text, ['<think>', '</think>']),
    `${repeat('<think>', 560_000)}</think>`,
    true,
  ],
  ['history, words', text => langroid.historyTokens([{ role: 'user', content: text }]), repeat('word ', 2_000_000)],
];

for (const [name, run, text, fails] of cases) {
  const start = performance.now();
  try {
    await run(text);
  } catch (error) {
    if (!fails) throw error;
  }
  const time = performance.now() - start;
  console.log(`${name}: ${time.toFixed(0)} ms for ${(text.length / 1000).toFixed(0)} KB (limit ${limit} ms)`);
  if (time >= limit) process.exitCode = 1;
}
