// Diagnosis of broken JSON: texts of half a megabyte and of a megabyte, the adversarial ones among them.
import { createRequire } from 'node:module';
import { quick } from './quick.mjs';

const { diagnose } = createRequire(import.meta.url)('../../dist/engine.js');

const limit = 300;
const mostGrowth = 2.3;
const member = '{"name": "get_weather", "arguments": {"city": "New York", "days": [1, 2, 3], "detailed": true}}';
const call = member.replaceAll('"', "'");
/** Each gives a text of about so many characters. */
const texts = {
  'strict JSON': n => `[${repeat(`${member}, `, n)}${member}]`,
  'a trailing comma': n => `[${repeat(`${member}, `, n)}]`,
  'single quotes': n => `[${repeat(`${call}, `, n)}]`,
  'no commas': n => `[${repeat(`${member}\n`, n)}]`,
  'cut off': n => `[${repeat(`${member}, `, n)}{"name": "get_we`,
  'unescaped quotes': n => `[${repeat('{"say": "the "seer" is "dead" now", "day": 1}, ', n)}]`,
  'a closing quote is missing': n => `{"say": "${repeat('all is well. ', n)}, "day": 1}`,
  'raw line breaks': n => `{"say": "${repeat('all is\nwell. ', n)}"}`,
  'one line each': n => repeat(`${member}\n`, n),
  prose: n => repeat('I {will} call "it" now, [see] below: (1). ', n),
  quotes: n => repeat('"', n),
  'single quotes only': n => repeat("'", n),
  'quotes and commas': n => `[${repeat('",', n)}`,
  'opening braces': n => repeat('{', n),
  'opening brackets': n => repeat('[', n),
  'closing braces': n => repeat('}', n),
  'open objects': n => repeat('{"a":', n),
  'open lists and objects': n => repeat('[{"a":', n),
  'open and closed': n => repeat('[', n / 2) + repeat(']', n / 2 - 1),
  backslashes: n => `{"a": "${repeat('\\', n)}`,
  'backslashes and quotes': n => `{"a": "${repeat('\\"', n)}`,
  'empty objects': n => repeat('{}', n),
  'many keys': n => `{${repeat('a: 1, ', n)}`,
  blanks: n => `[1${repeat(' ', n)}`,
  'open comments': n => `[${repeat('/*', n)}`,
  'calls in calls': n => `[${repeat('f(', n)}`,
  'brackets too many': n => `[{"a":${repeat(']', n)}`,
  'parentheses too many': n => `{${repeat(')', n)}`,
  'draft after draft': n => `{${repeat('{)`{"a":1}a', n / 2)}${repeat(')', n / 2)}`,
  'backticks in keys': n => `\`\`\`json\n{${repeat('`\'a\'"{"a":1}', n)}`,
  'escaped line breaks': n => `Here: {"x": ${repeat('\\n', n)}`,
  'control characters': n => `{"a": "${repeat('\0', n)}`,
  tabs: n => `{"a": "${repeat('\t', n)}"}`,
  apostrophes: n => `{'a': '${repeat("it's ", n)}'}`,
  'strings of one character': n => `['${repeat("','", n)}`,
  'strings that are not opened': n => `{${repeat('"a": b",\n', n)}}`,
  'quotes that open and never close': n => `...${repeat('f(', n / 2)}${repeat('{"a": "«\ufeff', n / 2)}`,
  'no-break spaces': n => `{${repeat('\xa0', n)}"a":1}`,
  'no-break spaces between': n => `[${repeat('1,\xa0', n)}]`,
  'backslashes in place of a value': n => `{"a": ${repeat('\\', n)}`,
  'comments that hide objects': n => repeat(':\n\n\n\n//":"{"a": "', n),
  'comments that never end, between starts': n => repeat('/*“{"', n),
  'comments on every line': n => `{${repeat('"a": 1, // one\n', n)}}`,
  'dictionaries of Python': n => `[${repeat("{'a': True, 'b': None}, ", n)}]`,
  'code blocks': n => repeat('```json\n{"a": 1,\n', n),
  'backticks after a value': n => `{"a": 1}${repeat('```', n)}`,
  'open and closed, and a letter': n => `${repeat('[', n / 2)}${repeat(']', n / 2)}x`,
  'lists in lists': n => `${'['.repeat(900)}${repeat('1,', n)}${']'.repeat(900)}`,
  'many values, many scripts': n => `[${repeat("'שלום', “é́”, '😀', ", n)}]`,
  'escaped parentheses': n => `{"a":"a" "b"${repeat('\\(', n)}`,
  'full-width signs': n => `[${repeat('{"a"："b"，"c"：1}，', n)}]`,
  'doubled quotes': n => `{${repeat('""a"": ""b"", ', n)}`,
  'quotes of two kinds': n => `[${repeat(`"a', 'b", `, n)}]`,
  'quotes of HTML': n => `[${repeat('&quot;a &amp; b&quot;, ', n)}]`,
  'JSON in strings': n => `[${repeat('"{"a": [1]}", ', n)}]`,
  'JSON that opens in strings': n => `[${repeat('"{"', n)}`,
  'no opening brace': n => repeat('"a": {"b": 1}, ', n),
  'braces doubled': n => `{{${repeat('"a": {{"b": 1}}, ', n)}`,
  'ends of tags': n => `{"a": ${repeat('"b"</a> ', n)}`,
  'a quote of another kind, never its own': n => `["${repeat("x', 1, ", n)}`,
  'lists, and a quote of another kind': n => `[["${repeat("a'], ", n)}`,
  'drafts before a long end': n => `"a":😀${repeat('[«“        `', n / 2)}${repeat('\0', n / 2)}`,
};

for (const [name, make] of Object.entries(texts)) {
  const [half, whole] = times([make(quick(500_000, 2000)), make(quick(1_000_000, 4000))]);
  const growth = whole / half;
  const isSlow = whole >= limit || (growth > mostGrowth && whole > limit / 10);
  console.log(
    `${name.padEnd(34)} 1 MB in ${whole.toFixed(0).padStart(4)} ms (limit ${limit}), ${growth.toFixed(1)} times half a megabyte's ` +
      `(limit ${mostGrowth})${isSlow ? '  TOO SLOW' : ''}`,
  );
  if (isSlow) process.exitCode = 1;
}

// Good JSON that breaks its schema in one place: to find that costs little more than reading, to mend it reads the text again.
const schema = {
  items: {
    properties: {
      name: { type: 'string' },
      arguments: { properties: { days: { items: { type: 'integer' }, type: 'array' } } },
    },
    required: ['name'],
  },
};
for (const [name, bad, most] of [
  ['a member is missing', '{"arguments": {}}', 10],
  ['a list as text, mended', '{"name": "x", "arguments": {"days": "[1]"}}', 20],
]) {
  const text = `[${repeat(`${member}, `, quick(100_000, 4000))}${bad}]`;
  const [spent] = times([text], { schema });
  const isSlow = spent > most;
  console.log(`${name.padEnd(34)} 100 kB in ${spent.toFixed(1)} ms (limit ${most})${isSlow ? '  TOO SLOW' : ''}`);
  if (isSlow) process.exitCode = 1;
}

/** For each text the best of seven, in milliseconds: by the clock, or by the processor's time where others keep the machine busy. They take turns, as memory that one leaves is cleared in the time of the next. */
function times(texts, options) {
  const best = texts.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 7; round++)
    for (const [i, text] of texts.entries()) {
      const start = performance.now();
      const used = process.cpuUsage();
      diagnose(text, options);
      best[i] = Math.min(best[i], performance.now() - start, process.cpuUsage(used).user / 1000);
    }
  return best;
}

function repeat(piece, length) {
  return piece.repeat(Math.floor(length / piece.length));
}
