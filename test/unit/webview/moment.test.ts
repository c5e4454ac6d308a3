import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import type { ReplayView } from '../../../src/protocol/replayProtocol.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { replayService } from '../../../src/service/replayService.ts';
import {
  keysOf,
  rowsAt,
  streamedRows,
  stretchesAt,
  turningPoints,
  windowAt,
} from '../../../src/webview/replay/moment.ts';

const tags = ['A', 'B'].map(name => ({ name, tag_begin: `[${name}]`, content_hint: 'x', tag_end: `[/${name}]` }));
const multi = { type: 'MultiTaggedContentParser', tagged_contents: tags };

const service = replayService(nodeHost, new DefinitionCache(nodeHost));
const refOf = (config: object) => ({ text: JSON.stringify(config), fileName: 'd.parser.json', name: 'd' });
const viewOf = async (text: string, config: object = multi): Promise<ReplayView> => ({
  ...(await service.replay(refOf(config), { text })),
  fileName: 'd',
});
const shown = (view: ReplayView, at: number) =>
  rowsAt(view, keysOf(view), at).map(({ key, state, value }) => [key, state, value].join(' ').trim());

suite('the moments of a stream', () => {
  const text = '[A]one[/A]\n[B]two[/B]';

  test('a key opens, fills in, closes, and is final at the end', async () => {
    const view = await viewOf(text);
    assert.deepEqual(shown(view, 0), ['A notYet', 'B notYet']);
    assert.deepEqual(shown(view, 5), ['A open on', 'B notYet']);
    assert.match(shown(view, 12).join(), /^A (closed|final) "one",B notYet/);
    assert.deepEqual(shown(view, text.length), ['A final "one"', 'B final "two"']);
    assert.deepEqual(view.end, { ok: true, message: '' });
  });

  test('what never closes is open in the end, and the end says why', async () => {
    const view = await viewOf('[A]one[/A]\n[B]tw');
    assert.deepEqual(shown(view, view.text.length).at(-1), 'B open [B]tw');
    assert.match(view.end.message, /^TagNotFoundError: Missing tag/);
    assert.notEqual(shown(view, view.text.length)[0]?.split(' ')[1], 'notYet');
  });

  test('a key that comes again is open again', async () => {
    const view = await viewOf('```json\n{"a": 1, "a": 22}\n```', { type: 'MarkdownJsonDictParser' });
    const again = turningPoints(view).map(at => shown(view, at).join());
    assert.ok(again.some(row => /^a (open|reopened)/.test(row)));
    assert.equal(again.at(-1), 'a final 22');
  });

  test('a type that reads only the whole says so, and has all at the end', async () => {
    const view = await viewOf('x', { type: 'identity' });
    assert.match(view.endOnly ?? '', /./);
    assert.deepEqual(view.openings, []);
    for (const row of shown(view, 0)) assert.match(row, /notYet$/);
    for (const row of shown(view, 1)) assert.match(row, / final /);
  });

  test('what has come is told in stretches, the keys’ with their states', async () => {
    const view = await viewOf(text);
    const told = (at: number) =>
      stretchesAt(view, at, { start: 0, end: text.length }).map(({ text: part, came, state }) => [part, came, state]);
    assert.deepEqual(told(text.length), [
      ['[A]one[/A]', true, 'final'],
      ['\n', true, undefined],
      ['[B]two[/B]', true, 'final'],
    ]);
    assert.deepEqual(told(0), [[text, false, undefined]]);
    assert.deepEqual(told(5).slice(0, 1), [['[A]on', true, 'open']]);
  });

  test('what the framework would say if it ended there', async () => {
    assert.deepEqual(await service.outcomeOf(refOf(multi), text), { ok: true, message: '' });
    const { ok, message } = await service.outcomeOf(refOf(multi), text.slice(0, 12));
    assert.equal(ok, false);
    assert.match(message, /^TagNotFoundError: /);
  });

  test('turning points begin and end with the text, each once', async () => {
    const points = turningPoints(await viewOf(text));
    assert.deepEqual([points[0], points.at(-1)], [0, text.length]);
    assert.deepEqual(
      points,
      [...new Set(points)].sort((a, b) => a - b),
    );
    assert.ok(points.includes(10), 'the end of A');
  });

  test('at every moment the stretches are the text, and what came is what came', async () => {
    const piece = fc.constantFrom('[A]', '[/A]', '[B]', '[/B]', 'x', '\n', '😀');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.nat(), async (pieces, cut) => {
        const view = await viewOf(`${pieces.join('')}.`);
        const at = cut % (view.text.length + 1);
        const stretches = stretchesAt(view, at, windowAt(view.text, at));
        assert.equal(stretches.map(stretch => stretch.text).join(''), view.text);
        const came = stretches.filter(stretch => stretch.came).map(stretch => stretch.text);
        assert.ok(at - came.join('').length <= 1);
        assert.doesNotMatch(came.join(''), /[\uD800-\uDBFF]$/);
      }),
      { numRuns: 100 },
    );
  });

  test('of a long text a window around the moment is shown, which moves in steps', () => {
    const long = 'x'.repeat(1_000_000);
    for (const at of [0, 1, 499_999, 500_001, 1_000_000]) {
      const { start, end } = windowAt(long, at);
      assert.ok(start <= at && at <= end && end - start <= 30_000, `${at}: ${start}–${end}`);
    }
    assert.deepEqual(windowAt(long, 500_001), windowAt(long, 500_100));
    assert.deepEqual(windowAt(long, 500_000), { start: 488_000, end: 512_000 });
    assert.deepEqual(windowAt(long, 3999), { start: 0, end: 12_000 });
    assert.deepEqual(windowAt(long.slice(0, 20_000), 0), { start: 0, end: 20_000 });
    assert.deepEqual(windowAt(long.slice(0, 20_001), 0), { start: 0, end: 12_000 });
  });

  test('models are bounded, however many keys there are', async () => {
    const many = Array.from({ length: 5000 }, (_, i) => `"k${i}": "${'v'.repeat(200)}"`).join(', ');
    const view = await viewOf(`\`\`\`json\n{${many}}\n\`\`\``, { type: 'MarkdownJsonDictParser' });
    assert.equal(view.fields.length + view.more, 5000);
    assert.ok(view.fields.length <= 1000);
    assert.ok(view.openings.length <= 2000);
  });

  test('what the framework streams stands beside what is known, and says where it is a guess, another value, or left out', async () => {
    const json = '{"a": 1, "b": "xyz", "a": 2}';
    const config = { type: 'JsonOutputParser', runtime: 'python' };
    const view = await viewOf(json, config);
    assert.equal(view.streams, 'LangChain');
    const at = async (end: number) => {
      const { streamed } = await service.outcomeOf(refOf(config), json.slice(0, end));
      assert(streamed);
      return streamedRows(rowsAt(view, keysOf(view), end), streamed).map(({ row, streamed: { value, differs } }) =>
        [row.key, row.state, row.value, '|', differs, value].filter(Boolean).join(' '),
      );
    };
    assert.deepEqual(await at(0), ['a notYet |', 'b notYet |']);
    assert.deepEqual(await at(7), ['a open 1 | guess 1', 'b notYet |']);
    assert.deepEqual(await at(8), ['a closed 1 | 1', 'b notYet |']);
    assert.deepEqual(await at(17), ['a closed 1 | 1', 'b open xy | guess "xy"']);
    assert.deepEqual(await at(json.length), ['a final 2 | 2', 'b final "xyz" | "xyz"']);
    const known = { key: 'a', state: 'closed', value: '1' } as const;
    const beside = (values: readonly { key: string; value: string }[]) =>
      streamedRows([known], { values }).map(({ streamed: { differs } }) => differs);
    assert.deepEqual(beside([]), ['missing']);
    assert.deepEqual(beside([{ key: 'a', value: '2' }]), ['other']);
    assert.deepEqual(beside([{ key: '', value: 'null' }]), ['missing', 'guess']);
  });

  test('a framework without a streaming of its own has no such values', async () => {
    const view = await viewOf(text);
    assert.deepEqual([view.streams, view.end.streamed], [undefined, undefined]);
  });
});
