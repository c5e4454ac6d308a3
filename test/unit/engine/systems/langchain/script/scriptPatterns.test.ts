import { equal, match } from 'node:assert/strict';
import type { Host } from '../../../../../../src/engine/core/host.ts';
import { createParser, readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import { nodeHost } from '../../../../../../src/node/nodeHost.ts';

const parserOf = (pattern: string, more: object = {}, host: Host = nodeHost) => {
  const content_schema = {
    type: 'object',
    properties: { a: { type: 'string', pattern }, b: { type: 'array', items: { type: 'string', pattern } } },
    required: ['a'],
  };
  const text = JSON.stringify({ type: 'StructuredOutputParser', runtime: 'js', content_schema, ...more });
  return createParser(readDefinitions(text, 'x.parser.json').definitions[0]!, host);
};
const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;

suite('the patterns of a zod schema are JavaScript’s', () => {
  const rows: readonly (readonly [pattern: string, fits: string, refused: string])[] = [
    // Look-around and back-references.
    ['^(?=x)x+$', 'xx', 'nope'],
    [String.raw`^(?!no)\w+$`, 'yes', 'nope'],
    [String.raw`^(\w)\1$`, 'aa', 'ab'],
    ['(?<=@)home$', '@home', 'at home'],
    // Digits and words are ASCII's.
    [String.raw`^\d$`, '7', '٣'],
    [String.raw`^\w$`, 'e', 'é'],
    // Without the flag u a surrogate pair is two.
    ['^..$', '😀', 'a'],
  ];
  for (const [pattern, fits, refused] of rows)
    for (const more of [{}, { zod: 3 }, { package: 'classic' }, { type: 'JsonMarkdownStructuredOutputParser' }])
      test(`${pattern} ${JSON.stringify(more)}`, async () => {
        const parser = parserOf(pattern, more);
        equal((await parser.parse(fenced({ a: fits, b: [fits, fits] }))).ok, true);
        for (const value of [{ a: refused }, { a: fits, b: [fits, refused] }]) {
          const result = await parser.parse(fenced(value));
          equal(result.ok ? 'read' : result.error.class, 'OutputParserException');
        }
      });

  test('also of a tool’s arguments', async () => {
    const parser = parserOf('^(?=x)x+$', { type: 'JsonOutputKeyToolsParser', keyName: 'f' });
    const calls = (a: string) => ({
      content: '',
      tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: JSON.stringify({ a }) } }],
    });
    equal((await parser.parse(calls('xx'))).ok, true);
    equal((await parser.parse(calls('nope'))).ok, false);
  });

  test('one that never ends is an error of its own, and not of the answer', async () => {
    const result = await parserOf('^(a|a)*(?=b)b$').parse(fenced({ a: 'a'.repeat(40) }));
    equal(result.ok ? '' : result.error.class, 'PatternTimeoutError');
    match(result.ok ? '' : result.error.message, /did not finish within 2 s/);
  });

  test('without a host that runs patterns it is read as far as linear time goes', async () => {
    equal((await parserOf('^a+$', {}, {}).parse(fenced({ a: 'b' }))).ok, false);
    equal((await parserOf('^(?=x)x+$', {}, {}).parse(fenced({ a: 'nope' }))).ok, true);
  });
});
