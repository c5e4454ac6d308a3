import { equal, match, ok } from 'node:assert/strict';
import { importDefinitions } from '../../../../../src/engine/interchange/index.ts';

const source = "import { z } from 'zod';\nexport const answer = z.object({ a: z.string() });\n";
/** The processor's own time, which a busy machine does not stretch, in milliseconds. */
const cost = (work: () => void): number => {
  const before = process.cpuUsage().user;
  work();
  return (process.cpuUsage().user - before) / 1000;
};
const read = (text: string) => importDefinitions(text, 'typescript', 'x.ts');

suite('TypeScript that was slow to import', () => {
  for (const [title, text] of [
    ['in front', '\u2028'.repeat(16_000) + source],
    ['in the midst', source.replace('\n', '\u2029 \u2028'.repeat(5_000))],
    ['behind', source + '\u2028'.repeat(16_000)],
  ] as const)
    test(`Unicode’s own ends of lines ${title} are read at once, and the rest as ever`, () => {
      let names: readonly string[] = [];
      const ms = cost(() => {
        names = read(text).definitions.map(({ name }) => name);
      });
      equal(names.join(), 'answer');
      ok(ms < 2000, `${ms} ms`);
    });

  for (const text of [
    '<a>'.repeat(14_000) + '</a>'.repeat(14_000),
    `const a = ${'<a>'.repeat(14_000)}x`,
    '<a><a></a></a>'.repeat(7_000),
    `${source}\n${'<a>\n'.repeat(14_000)}…`,
  ])
    test(`tags in a row are told of: ${text.slice(0, 20)}`, () => {
      let message = '';
      const ms = cost(() => {
        message = read(text).problems[0]?.message ?? '';
      });
      match(message, /^More than 100 tags in a row are not TypeScript\.$/);
      ok(ms < 1000, `${ms} ms`);
    });

  test('fewer are read', () => {
    const text = `const a = ${'<a>'.repeat(40)}x;\n${source}`;
    equal(read(text).definitions.length, 1);
  });

  test('what is broken is read as far as it is cheap', () => {
    for (const junk of ['*', '* ', '-', '<', '=>\n']) {
      const costOf = (count: number) =>
        cost(() => equal(read(source + junk.repeat(count)).definitions.length, 1, junk));
      // Four times as much, of which no more is read. A limit in milliseconds would be that of a machine, and of what counts calls.
      const [some, more] = [costOf(12_500), costOf(50_000)];
      ok(more < 2 * some + 500, `${junk}: ${some} ms, then ${more} ms`);
    }
  });
});
