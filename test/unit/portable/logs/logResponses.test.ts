import assert from 'node:assert/strict';
import type { LogPlan } from '../../../../src/portable/logs/batchJudge.ts';
import { searchResponses } from '../../../../src/portable/logs/logResponses.ts';
import type { LogSource } from '../../../../src/portable/logs/logSource.ts';

const lines: LogPlan = { log: 0, framing: { kind: 'lines' }, reading: { reader: 'json' } };

/** Which rows of a log have a text. */
async function found(
  text: string,
  log: string,
  plan: LogPlan = lines,
  size = Number.POSITIVE_INFINITY,
  offset = 0,
): Promise<string> {
  const source = {
    total: undefined,
    offset,
    facts: () => ({ size: 0, sha256: '' }),
    async *chunks() {
      const bytes = new TextEncoder().encode(log);
      for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
    },
  } satisfies LogSource;
  let rows = '';
  await searchResponses(source, plan, text, has => {
    rows += has ? '+' : '-';
    return true;
  });
  return rows;
}

const jsonl = (...rows: readonly unknown[]) =>
  rows.map(row => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');

suite('search in responses', () => {
  test('a text is found in responses, and not in what stands beside them', async () => {
    const log = jsonl({ response: 'The Parcel' }, { response: 'x', note: 'parcel' }, '{broken parcel', {
      response: null,
    });
    assert.equal(await found('parcel', log), '+---');
  });

  test('a text is found wherever the chunks of a log end, in a part of a file as well', async () => {
    const log = jsonl(
      { response: 'none' },
      { response: 'a parcel' },
      { response: 'p\u00e4rcel' },
      { response: 'none' },
      {
        response: 'parcel',
      },
    );
    for (let size = 1; size < log.length; size++)
      for (const offset of [0, 1000]) {
        assert.equal(await found('parcel', log, lines, size, offset), '-+--+', `${size}`);
        assert.equal(await found('pärcel', log, lines, size, offset), '--+--', `${size}`);
      }
  });

  test('a text is found however JSON writes it', async () => {
    const rows = ['say "parcel"', 'a\\b/c', 'one\ntwo', 'Größe', 'ΟΔΟΣ', 'K', 'İ', '<tag>'];
    for (const [i, response] of rows.entries()) {
      const escaped = (what: RegExp) =>
        JSON.stringify({ response }).replace(what, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
      const log = jsonl({ response }, escaped(/[^\x00-\x7f]/g), escaped(/(?<=response":.*)(?<!\\)[a-z<>ß-ö]/gi), {
        response: '',
      });
      assert.equal(await found(response.toLowerCase(), log), '+++-', rows[i]);
    }
  });

  test('a text is found across what a response is put together of', async () => {
    const blocks = [
      { type: 'text', text: 'one par' },
      { type: 'text', text: 'cel' },
    ];
    const call = { name: 'send', arguments: { to: 'parcel' } };
    const log = jsonl(
      { response: { content: blocks } },
      { content: null, tool_calls: [{ function: call }], weight: 1e3 },
      { output: [{ type: 'message', content: blocks }], object: 'response' },
    );
    assert.equal(await found('parcel', log), '++-');
    const weighed = jsonl(
      '{"response": {"content": null, "weight": 1e3}}',
      '{"response": {"content": "", "weight": 1e3}}',
    );
    assert.equal(await found('"weight":1000', weighed), '+-');
  });

  test('rows of other definitions do not count', async () => {
    const plan = { ...lines, reading: { reader: 'responses', others: ['b'] } };
    const row = (parser: string, response: string) => ({ id: '1', model: 'm', parser, response, request: {}, ms: 1 });
    assert.equal(await found('x', jsonl(row('a', 'x'), row('b', 'x'), row('a', 'y')), plan), '+-');
  });

  test('columns of CSV are searched in their own cell', async () => {
    const csv = {
      log: 0,
      framing: { kind: 'csv', delimiter: ',' },
      names: ['id', 'response'],
      reading: { reader: 'json' },
    } as const;
    assert.equal(await found('say "x"', 'id,response\nx,"say ""x"""\n"say ""x""",y\n', csv), '+-');
  });
});
