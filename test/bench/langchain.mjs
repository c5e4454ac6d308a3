// LangChain's classes in both runtimes, on what repeats a sign of their formats: what four times the text
// costs, for a reading, for what streaming yields before the end, and for an instruction of four times the fields. More than nine
// times as much is not linear (quadratic is sixteen; larger heaps cost more, on a busy machine much more).
import { createRequire } from 'node:module';
import { quick } from './quick.mjs';

const load = createRequire(import.meta.url);
const { createParser, parserTypes, readDefinitions } = load('../../dist/engine.js');
const { runtimesOf, streamedValue } = load('../../dist/inner.js');

const limit = 9;
/** In milliseconds: below it the machine decides, not the code. */
const measurable = 4;
const size = quick(10_000, 100);

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
  'x&lt;',
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
/** The texts for a class: each piece again and again, alone and inside of the format. */
const textsOf = type => {
  const start = type.startsWith('XML') ? '<a>' : '{"a": "';
  return pieces.flatMap(piece => [
    [` ${JSON.stringify(piece)}`, n => piece.repeat(Math.ceil(n / piece.length))],
    [` ${JSON.stringify(start)} and ${JSON.stringify(piece)}`, n => start + piece.repeat(Math.ceil(n / piece.length))],
  ]);
};

/** A message with one call whose arguments are a text. */
const called = text =>
  JSON.stringify({
    content: '',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'Joke', arguments: text } }],
  });

// With a part of a name only the classes that have it.
const [only = ''] = process.argv.slice(2);
const definitions = parserTypes
  .filter(({ system, type }) => system === 'LangChain' && type.includes(only))
  .flatMap(({ type, template }) =>
    // Where the runtimes differ in their keys, those of the template.
    runtimesOf(read(JSON.parse(template))).map(({ id: runtime }) => {
      const config = { ...JSON.parse(template), runtime };
      return { name: `${type} ${runtime}`, type, config, made: read(config) };
    }),
  );

function read(config) {
  return readDefinitions(JSON.stringify(config), 'bench.parser.json').definitions[0];
}

/** The shortest of some runs, in milliseconds; of a long one the first: of the processor's time, so that it does not matter what else the machine does. */
async function best(work) {
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0, spent = 0; i < 3 && spent < 300; i++) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    const time = (user + system) / 1000;
    spent += time;
    shortest = Math.min(shortest, time);
  }
  return shortest;
}

/** Whether the class has an instruction: some refuse to give one. */
const hasInstruction = async made => {
  try {
    await createParser(made).formatInstruction();
    return true;
  } catch (error) {
    if (error.class === 'NotImplementedError') return false;
    throw error;
  }
};

let failed = false;
let worst = [0, '', 0];
/** Compares one size with the next until that can be measured. */
async function grows(name, workOf) {
  let ratio = 0;
  let n = size;
  for (let tries = 0; tries < 2; tries++) {
    const one = await best(workOf(n));
    if (one < measurable && tries < 1) {
      // Linear in anything that matters.
      if (one < 1) return;
      n *= 4;
      continue;
    }
    const two = await best(workOf(4 * n));
    ratio = two / one;
    if (ratio > worst[0]) worst = [ratio, name, two];
    // A noise is not there twice.
    if (ratio <= limit || two < measurable) return;
  }
  failed = true;
  console.log(`${name}: ${ratio.toFixed(1)} times for four times ${n} characters`);
}

for (const { name, type, config, made } of definitions) {
  const parser = createParser(made);
  const isCall = /Tools|Functions/.test(type);
  for (const [title, textOf] of textsOf(type)) {
    const given = n => (isCall ? called(textOf(n)) : textOf(n));
    await grows(`${name}, reading${title}`, n => {
      const text = given(n);
      return () => parser.parse(text);
    });
    if (!made.parserType.streams?.partial) continue;
    await grows(`${name}, streaming${title}`, n => {
      const text = isCall ? given(n).slice(0, -6) : given(n);
      return () => streamedValue(made, text);
    });
  }
  if (!config.content_schema || !(await hasInstruction(made))) continue;
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
  `${definitions.length} classes, ${2 * pieces.length} texts each: at most ${ratio.toFixed(2)} times (${time.toFixed(0)} ms: ${name})`,
);
process.exitCode = failed ? 1 : 0;
