// Parsing: microseconds for a response of 1 KB with each of AgentScope's parsers, and what twice the response costs.
import { createRequire } from 'node:module';
import { quick } from './quick.mjs';

const { createParser, readDefinitions } = createRequire(import.meta.url)('../../dist/engine.js');

/** A JSON object of about `size` characters. */
function json(size) {
  const lines = [];
  for (let i = 0, length = 0; length < size; i++) {
    lines.push(
      `"key ${i}": {"text": "It's a \\"line\\" of an answer.", "number": ${i * 1.5}, "list": [true, null, ${i}]}`,
    );
    length += lines.at(-1).length + 2;
  }
  return `{${lines.join(', ')}}`;
}

const fenced = size => `Here it is:\n\n\`\`\`json\n${json(size)}\n\`\`\`\n`;
const code = size => `\`\`\`python\n${'print("a line of code")\n'.repeat(size / 23)}\`\`\`\n`;
const tags = size => {
  const each = 'Some words of the answer. '.repeat(10);
  return Array.from({ length: Math.ceil(size / 270) }, (_, i) => `<tag${i}>${each}</tag${i}>`).join('\n');
};
const tagged = size => `[THOUGHT]${'words '.repeat(size / 12)}[/THOUGHT]\n[SPEAK]${'words '.repeat(size / 12)}[/SPEAK]`;

const schema = { title: 'Answer', type: 'object', properties: {}, additionalProperties: true };
const cases = [
  ['MarkdownCodeBlockParser', { language_name: 'python' }, code],
  ['MarkdownJsonObjectParser', {}, fenced],
  ['MarkdownJsonDictParser', {}, fenced],
  ['MarkdownJsonDictParser', { content_schema: schema }, fenced, ' with a schema'],
  [
    'MultiTaggedContentParser',
    {
      tagged_contents: ['THOUGHT', 'SPEAK'].map(name => ({
        name,
        tag_begin: `[${name}]`,
        content_hint: '…',
        tag_end: `[/${name}]`,
      })),
    },
    tagged,
  ],
  ['RegexTaggedContentParser', {}, tags],
];

/** The shortest of several runs, in milliseconds, with the fields located: the least disturbed one. */
async function best(parser, text, runs) {
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    const result = await parser.parse(text);
    if (!result.ok || result.fields.length === 0) throw new Error(`does not parse: ${result.error?.message}`);
    shortest = Math.min(shortest, performance.now() - start);
  }
  return shortest;
}

/** The growth from one text to one of twice the length: means, garbage collection included, taken in turns so that what else the machine does falls on both. */
async function growth(parser, single, double) {
  const mean = async (text, runs) => {
    const start = performance.now();
    for (let i = 0; i < runs; i++) (await parser.parse(text)).fields.length;
    return (performance.now() - start) / runs;
  };
  await mean(double, 3);
  const rounds = [];
  for (let round = 0; round < quick(9, 1); round++) rounds.push([await mean(single, 4), await mean(double, 4)]);
  const [ones, twos] = [0, 1].map(k => rounds.map(round => round[k]).sort((a, b) => a - b));
  const middle = rounds.length >> 1;
  return { one: ones[middle], ratio: twos[middle] / ones[middle] };
}

const MB = 1024 * 1024;
for (const [type, keys, response, note = ''] of cases) {
  const { definitions } = readDefinitions(JSON.stringify({ type, ...keys }), 'bench.parser.json');
  const parser = createParser(definitions[0]);
  const small = await best(parser, response(1024), quick(2000, 20));
  const { one, ratio } = await growth(parser, response(MB), response(2 * MB));
  const ten = await best(parser, response(quick(10, 1) * MB), quick(3, 1));
  console.log(
    `${(type + note).padEnd(40)} 1 KB ${(small * 1000).toFixed(1).padStart(6)} µs   1 MB ${one.toFixed(1).padStart(6)} ms   ` +
      `2 MB / 1 MB ${ratio.toFixed(2)}   10 MB ${ten.toFixed(0).padStart(4)} ms`,
  );
  if (ratio > 2.3) console.log('  TOO STEEP: twice the response should take at most 2.3 times as long');
}
