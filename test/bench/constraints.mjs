// Constraints: milliseconds of a processor for the definition of the examples whose grammar takes longest, proved; for a schema of 100 kB, judged and as a grammar; and for an answer of 2 kB that is read and accepted.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { quick } from './quick.mjs';

const { constrain, readDefinitions } = createRequire(import.meta.url)('../../dist/engine.js');

/** Milliseconds of a processor that some work takes: seconds tell how busy a machine is. */
async function time(work) {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const files = readdirSync('examples').filter(name => name.endsWith('.parser.json'));
const definitions = files.flatMap(file => readDefinitions(readFileSync(`examples/${file}`, 'utf8'), file).definitions);
const taken = [];
for (const definition of definitions.slice(0, quick(Number.POSITIVE_INFINITY, 3))) {
  try {
    const ms = await time(() => constrain(definition, { engine: 'vllm', form: 'ebnf' }));
    taken.push({ name: definition.name, ms });
  } catch {
    // It has no grammar, and says why.
  }
}
const [slowest] = taken.sort((one, other) => other.ms - one.ms);
if (slowest)
  console.log(
    `${taken.length} definitions proved, the slowest (${slowest.name}): ${slowest.ms.toFixed(0)} ms (at most 1,000)`,
  );

const member = i => ({
  type: 'string',
  description: 'words of some length',
  pattern: '^[a-z]+$',
  maxLength: (i % 9) + 3,
});
const properties = Object.fromEntries(Array.from({ length: quick(1000, 50) }, (_, i) => [`member${i}`, member(i)]));
const schema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
const size = (JSON.stringify(schema).length / 1000).toFixed(0);
const judged = await time(() => constrain(schema, { engine: 'vllm' }));
const grammar = await time(() => {
  try {
    constrain(schema, { engine: 'vllm', form: 'ebnf' });
  } catch (error) {
    console.log(`as a grammar: ${error.message}`);
  }
});
console.log(
  `schema of ${size} kB: judged in ${judged.toFixed(0)} ms, as a grammar in ${grammar.toFixed(0)} ms (at most 2,000)`,
);

const count = quick(50, 2);
const text = `\`\`\`json\n${JSON.stringify({ thought: 'a word and another '.repeat(100), vote: 'x' })}\n\`\`\``;
const fenced = samples =>
  readDefinitions(
    JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint: { thought: 'why', vote: 'whom' }, samples }),
    'x.parser.json',
  ).definitions[0];
const withSamples = fenced(Array.from({ length: count }, (_, i) => ({ name: `s${i}`, text })));
const options = { engine: 'vllm', form: 'ebnf' };
await constrain(fenced([]), options);
const without = await time(() => constrain(fenced([]), options));
const each = (await time(() => constrain(withSamples, options))) - without;
console.log(`an answer of ${text.length} characters, read and accepted: ${(each / count).toFixed(2)} ms (at most 5)`);
