import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Host } from '../../../../src/engine/core/host.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { createJudge } from '../../../../src/engine/evaluation/index.ts';

/** A judge by a pattern, and how often the pattern was tried. */
function countingJudge() {
  let tried = 0;
  const host: Host = {
    async runPattern({ source, flags, text, groups }) {
      tried++;
      const found = [...text.matchAll(new RegExp(source, [...new Set(`${flags}gd`)].join('')))];
      const spans = found.flatMap(match => [
        match.indices![0]!,
        ...groups.map(group => match.indices![group] ?? [-1, -1]),
      ]);
      return { ok: true, spans: Int32Array.from(spans.flat()) };
    },
  };
  const keys = { type: 'RegexParser', regex: 'Rating: (\\d+)/10\\nReason: (.*)', outputKeys: ['rating', 'reason'] };
  const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
  const judge = createJudge(definition!, {}, host);
  let line = 0;
  return async (response: string, finish?: string) => {
    const before = tried;
    const { place, ...verdict } = await judge({
      place: { log: 0, line: ++line },
      response,
      ...(finish !== undefined && { finish }),
      columns: {},
    });
    equal(place.line, line, 'a verdict is its own row’s');
    return { verdict, tries: tried - before };
  };
}

suite('answers that a log has again', () => {
  const broken = '**rating** : 7/10\nReason: it is well made';

  test('are read again, and not diagnosed again', async () => {
    const judge = countingJudge();
    const first = await judge(broken);
    const other = await judge(`${broken}!`);
    const second = await judge(broken);
    equal(first.verdict.verdict, 'error');
    deepEqual(second.verdict, first.verdict);
    ok(other.tries > 1, 'another answer is diagnosed');
    equal(second.tries, 1);
  });

  test('one of which the provider cut is another one', async () => {
    const text = 'Nothing of the kind';
    const judge = countingJudge();
    const [cut, whole, again] = [await judge(text, 'length'), await judge(text, 'stop'), await judge(text, 'length')];
    const alone = await countingJudge()(text, 'stop');
    equal(cut.verdict.code, 'cut-off');
    deepEqual(whole.verdict, alone.verdict);
    deepEqual(again.verdict, cut.verdict);
  });

  test('long ones are not kept', async () => {
    const judge = countingJudge();
    const long = `${broken}${' and so on'.repeat(500)}`;
    // Until now nothing was known of the format.
    await judge(broken);
    const { tries } = await judge(long);
    ok(tries > 1);
    equal((await judge(long)).tries, tries);
  });
});
