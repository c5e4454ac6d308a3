import assert from 'node:assert/strict';
import { createParser, type LogRow, readDefinitions, verdicts } from '../../../src/engine/index.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import type { EvaluationRequest } from '../../../src/service/evaluationApi.ts';
import { type CompleteReading, KeptVerdicts } from '../../../src/service/keptReadings.ts';

const fileName = '/w.parser.json';
const hinted = (content_hint: string, ...others: readonly string[]) =>
  JSON.stringify({
    parsers: Object.fromEntries(
      ['vote', ...others].map(name => [name, { type: 'MarkdownJsonObjectParser', content_hint }]),
    ),
  });
const instructionOf = (text: string) =>
  createParser(readDefinitions(text, fileName).definitions[0]!).formatInstruction();

type Row = readonly [log: number, verdict: 'ok' | 'error', response: LogRow['response'] | 'gone'];

/** A reading of these rows, with what a diagnosis asks of a definition. */
function readingOf(rows: readonly Row[], { takes = rows.length }: { takes?: number } = {}): CompleteReading {
  const table = {
    size: rows.length,
    verdictAt: (i: number) => verdicts.indexOf(rows[i]![1]),
    row: (i: number) => ({ place: { log: rows[i]![0], line: i } }),
    turnAt: () => undefined,
  };
  const log = {
    rows: async (places: readonly { readonly line: number }[]) => {
      if (places.length > 500) throw new Error('too many at once');
      return places.slice(0, takes).map(({ line }) => {
        const response = rows[line]![2];
        return response === 'gone' ? undefined : { response };
      });
    },
  };
  const reading = { table, logs: [log, log], uses: new Set(['["instruction"]']), states: ['1', '2'] };
  return reading as unknown as CompleteReading;
}

const [before, now] = [hinted('a vote'), hinted('your vote')];
const request = (text: string, more: object = {}, name = 'vote') =>
  ({
    definition: { text, fileName, name },
    file: 'w.parser.json',
    logs: [{ path: 'a.jsonl' }, { path: 'b.jsonl' }],
    off: [],
    ...more,
  }) as unknown as EvaluationRequest;

/** Whether a reading is kept for a request, where a reading of `before` was. */
async function isKept(
  asked: EvaluationRequest,
  reading = readingOf([]),
  states: readonly (string | undefined)[] = ['1', '2'],
  first = request(before),
): Promise<boolean> {
  const kept = new KeptVerdicts(new DefinitionCache(nodeHost), nodeHost);
  kept.keep(first, reading);
  const found = await kept.readingFor(asked, async ({ path }) => states[path === 'a.jsonl' ? 0 : 1]);
  assert.ok(found === undefined || found === reading);
  return found !== undefined;
}

suite('a reading that is kept', () => {
  test('there is none at first', async () => {
    const kept = new KeptVerdicts(new DefinitionCache(nodeHost), nodeHost);
    assert.equal(await kept.readingFor(request(before), async () => '1'), undefined);
  });

  for (const [what, asked, expected] of [
    ['the same', request(before), true],
    ['another hint', request(now), true],
    ['another type', request(before.replace('MarkdownJsonObjectParser', 'RegexTaggedContentParser')), false],
    ['a definition that is not there', request(before, {}, 'gone'), false],
    ['a text that is none', request('{'), false],
    ['another log', request(before, { logs: [{ path: 'a.jsonl' }, { path: 'c.jsonl' }] }), false],
    ['a log less', request(before, { logs: [{ path: 'a.jsonl' }] }), false],
    [
      'a log from another place on',
      request(before, { logs: [{ path: 'a.jsonl', from: 5 }, { path: 'b.jsonl' }] }),
      false,
    ],
    ['another field', request(before, { logs: [{ path: 'a.jsonl', field: 'x' }, { path: 'b.jsonl' }] }), false],
    ['a suspicion less', request(before, { off: ['odd-type'] }), false],
    ['a suspicion more', request(before, { on: ['coerced'] }), false],
    ['another definition beside it', request(hinted('a vote', 'plan')), false],
  ] as const)
    test(`${what}: ${expected}`, async () => assert.equal(await isKept(asked), expected));

  test('of the definition with that name', async () => {
    const both = hinted('a vote', 'plan');
    assert.equal(await isKept(request(both, {}, 'plan'), readingOf([]), ['1', '2'], request(both)), false);
    assert.equal(await isKept(request(both, {}, 'plan'), readingOf([]), ['1', '2'], request(both, {}, 'plan')), true);
  });

  for (const states of [
    ['1', '3'],
    ['3', '2'],
    ['1', undefined],
    [undefined, undefined],
  ])
    test(`not of logs that are ${states.join(', ')} now`, async () =>
      assert.equal(await isKept(request(before), readingOf([]), states), false));

  test('another one takes its place', async () => {
    const kept = new KeptVerdicts(new DefinitionCache(nodeHost), nodeHost);
    const states = async ({ path }: { path: string }) => (path === 'a.jsonl' ? '1' : '2');
    const [first, second] = [readingOf([]), readingOf([])];
    kept.keep(request(before), first);
    kept.keep(request(now), second);
    assert.equal(await kept.readingFor(request(now), states), second);
    kept.keep(request('{'), first);
    assert.equal(await kept.readingFor(request(now), states), undefined);
  });

  const [was, is] = [instructionOf(before), instructionOf(now)];
  const many = Array.from({ length: 501 }, (_, i): Row => [0, 'error', i === 500 ? was : 'x']);
  const rows: readonly (readonly [what: string, rows: readonly Row[], expected: boolean])[] = [
    ['no row', [], true],
    ['an error without one', [[0, 'error', 'x']], true],
    ['an error with the one before', [[0, 'error', `You said: ${was}`]], false],
    ['an error with the one now', [[0, 'error', `${is} I see.`]], false],
    ['one that is read', [[0, 'ok', was]], true],
    [
      'the second',
      [
        [0, 'error', 'x'],
        [0, 'error', was],
      ],
      false,
    ],
    [
      'in the second log',
      [
        [0, 'error', 'x'],
        [1, 'error', was],
      ],
      false,
    ],
    ['behind 500 errors', many, false],
    ['501 without one', many.map(([log, verdict]) => [log, verdict, 'x']), true],
    ['an error with a part of one', [[0, 'error', was.slice(1)]], true],
    ['other line feeds', [[0, 'error', was.replaceAll('\n', '\r\n')]], false],
    ['a mark of order in it', [[0, 'error', was.replace(' ', '\ufeff ')]], false],
    ['no response', [[0, 'error', undefined]], true],
    ['a row that is gone', [[0, 'error', 'gone']], false],
    ['deep in a message', [[0, 'error', { content: [{ type: 'text', thinking: { said: was } }] }]], false],
    ['a message without one', [[0, 'error', { content: [{ type: 'text', text: 'x' }, null, 5] }]], true],
  ];
  for (const [what, each, expected] of rows)
    test(`where an instruction was edited that an answer may echo, ${what}: ${expected}`, async () =>
      assert.equal(await isKept(request(now), readingOf(each)), expected));

  test('not where a log has fewer rows now', async () => {
    const two: readonly Row[] = [
      [0, 'error', 'x'],
      [0, 'error', 'x'],
    ];
    assert.equal(await isKept(request(now), readingOf(two, { takes: 1 })), false);
  });
});
