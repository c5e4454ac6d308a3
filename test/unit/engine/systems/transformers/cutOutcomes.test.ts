import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { robustnessOf } from '../../../../../src/engine/samples/index.ts';

/** The outcomes of cuts: whether they passed, what it was, what came out, and the response. */
async function cutsOf(fields: object, response: string) {
  const text = JSON.stringify({ type: 'response_template', response_template: { start_anchor: '<bot>', fields } });
  const report = await robustnessOf(readDefinitions(text, 'x.parser.json').definitions[0]!, response);
  assert(report.ok);
  return report.outcomes
    .filter(({ operator }) => ['stream-cut', 'early-end'].includes(operator))
    .map(each => [
      each.passed,
      each.summary,
      each.outcome === 'changed' ? each.difference : each.outcome,
      ...(each.response === response ? [] : [each.response, each.expect]),
    ]);
}

const content = { close: '<end>' };

suite('robustness of what is cut', () => {
  test('a template that reads streams as it reads texts', async () =>
    assert.deepEqual(
      await cutsOf({ content, a: { open: '<a>', close: '</a>', content: 'json' } }, '<a>{"b": 1}</a>c<end>'),
      [[true, 'a stream that is cut in two', 'same']],
    ));

  test('a message that depends on the cut', async () =>
    assert.deepEqual(await cutsOf({ content: { close_pattern: '<end>|$' } }, 'a\nb<end>'), [
      [false, 'a stream that is cut behind "a\\n"', 'content: "b"'],
    ]));

  test('a part that passes for the whole', async () => {
    const calls = { open: '<a>', close: '</a>', content: 'kv-lines', repeats: true };
    const [, early] = await cutsOf({ content, calls }, '<a>x: 1\ny: 2</a><end>');
    assert.deepEqual(early?.slice(0, 2), [false, 'an answer that ends behind "<a>" passes for a whole one']);
  });

  test('types that do not read streams have none', async () => {
    const { definitions } = readDefinitions('{"type": "action"}', 'x.parser.json');
    const report = await robustnessOf(definitions[0]!, 'ls');
    assert(!report.ok || report.outcomes.every(({ operator }) => operator !== 'stream-cut'));
  });
});
