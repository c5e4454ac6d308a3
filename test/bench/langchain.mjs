// LangChain's classes in both runtimes, on what repeats a sign of their formats: what twice the text costs, for a reading, for
// what streaming yields before the end, and for an instruction of twice the fields. More than 2.6 times as much is not linear.
import { createRequire } from 'node:module';

const { createParser, parserTypes, readDefinitions, streamedValue } = createRequire(import.meta.url)(
  '../../dist/engine.js',
);

const limit = 2.6;
/** In milliseconds: below it the machine decides, not the code. */
const measurable = 8;
const size = 60_000;

const pieces = [
  '{"a": ',
  '[',
  '"',
  '\\',
  '{"a": 1} ',
  '}',
  '```',
  '```json\n',
  'action_input": "',
  '1. x\n',
  '- ',
  '\n',
  ', ',
  '"a", ',
  '<a>',
  '<a/>',
  '</a>',
  '<!--',
  '&lt;',
  '<!DOCTYPE a [',
  '<!ENTITY a "b">',
  'Action: a\nAction Input: b\n',
  'Final Answer: ',
  '<tool>',
  '-----Output 1-----\n',
  '\u00a0',
  'x y ',
  '0',
  '\ud83d\ude00',
  '# ',
  '2024-',
  'Score: ',
];
const texts = pieces.flatMap(piece =>
  [piece, `{"a": "${piece}`, `<a>${piece}`].map((start, i) => [
    `${'  {<'.charAt(i + 1)} ${JSON.stringify(piece)}`,
    n => (i === 0 ? '' : start) + piece.repeat(Math.ceil(n / piece.length)),
  ]),
);

/** A message with one call whose arguments are a text. */
const called = text =>
  JSON.stringify({
    content: '',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'Joke', arguments: text } }],
  });

const definitions = parserTypes
  .filter(({ system }) => system === 'LangChain')
  .flatMap(({ type, template, runtimes }) =>
    Object.keys(runtimes).map(runtime => {
      const config = { ...JSON.parse(template), runtime };
      return { name: `${type} ${runtime}`, type, config, made: read(config) };
    }),
  );

function read(config) {
  return readDefinitions(JSON.stringify(config), 'bench.parser.json').definitions[0];
}

/** The shortest of some runs, in milliseconds; of a long one the first. */
async function best(work) {
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0, spent = 0; i < 4 && spent < 1500; i++) {
    const start = performance.now();
    await work();
    const time = performance.now() - start;
    spent += time;
    shortest = Math.min(shortest, time);
  }
  return shortest;
}

const failures = [];
let worst = [0, '', 0];
/** Compares one size with the next until that can be measured. */
async function grows(name, workOf) {
  let ratio = 0;
  let n = size;
  for (let tries = 0; tries < 3; tries++) {
    const one = await best(workOf(n));
    if (one < measurable && tries < 2) {
      if (one < 1) return;
      n *= 2;
      continue;
    }
    const two = await best(workOf(2 * n));
    ratio = two / one;
    if (ratio > worst[0]) worst = [ratio, name, two];
    // A noise is not there twice.
    if (ratio <= limit || two < measurable) return;
  }
  failures.push(`${name}: ${ratio.toFixed(1)} times for twice ${n} characters`);
}

for (const { name, type, config, made } of definitions) {
  const parser = createParser(made);
  const isCall = /Tools|Functions/.test(type);
  for (const [title, textOf] of texts) {
    const given = n => (isCall ? called(textOf(n)) : textOf(n));
    await grows(`${name}, reading${title}`, n => {
      const text = given(n);
      return () => parser.parse(text);
    });
    await grows(`${name}, streaming${title}`, n => {
      const text = isCall ? given(n).slice(0, -6) : given(n);
      return () => streamedValue(made, text);
    });
  }
  if (!config.content_schema) continue;
  await grows(`${name}, instruction`, n => {
    const properties = Object.fromEntries(
      Array.from({ length: n / 60 }, (_, i) => [`key ${i}`, { type: 'string', description: 'what this is' }]),
    );
    const large = createParser(read({ ...config, content_schema: { ...config.content_schema, properties } }));
    return () => large.formatInstruction();
  });
}

const [ratio, name, time] = worst;
console.log(
  `${definitions.length} classes, ${texts.length} texts each: at most ${ratio.toFixed(2)} times (${time.toFixed(0)} ms: ${name})`,
);
for (const failure of failures) console.log(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
