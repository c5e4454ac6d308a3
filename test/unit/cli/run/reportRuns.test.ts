import { deepEqual, equal } from 'node:assert/strict';
import { Writable } from 'node:stream';
import type { Args } from '../../../../src/cli/command.ts';
import type { Io } from '../../../../src/cli/io.ts';
import { RunProgress, reportRuns } from '../../../../src/cli/run/reportRuns.ts';
import { RunTally } from '../../../../src/engine/index.ts';
import { type ModelUsage, UsageTally } from '../../../../src/providers/usageTally.ts';

/** What is printed of three runs, and the exit code: the first is read at once, the second at its retry, the third never. */
async function reported(options: { minRate?: number; retries: number; usage?: readonly ModelUsage[] }) {
  const tally = new RunTally();
  tally.add({ id: 'a', retry: 0, isRead: true });
  tally.add({ id: 'b', retry: 0, isRead: false });
  if (options.retries > 0) tally.add({ id: 'b', retry: 1, isRead: true });
  tally.add({ id: 'c', retry: 0, isRead: false });
  let out = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      out += chunk;
      done();
    },
  });
  const args = { flag: () => false, value: () => undefined } as unknown as Args;
  const code = await reportRuns(tally.summary(), { minRate: undefined, ...options }, args, {
    stdout,
  } as unknown as Io);
  return [code, ...out.trimEnd().split('\n')];
}

suite('how runs went', () => {
  const once = '1 of 3 answers were read: 33.3 % (95 % interval 6.1 % to 79.2 %).';
  const retried = 'With retries 2 of 3 answers were read: 66.7 % (95 % interval 20.8 % to 93.9 %).';

  test('the share that was read, with its interval', async () => deepEqual(await reported({ retries: 0 }), [0, once]));

  test('what asking again took is a part of the sums: texts of feedback, requests, the cost', async () => {
    const own = { input: 90, output: 5, counter: 'cl100k_base' };
    const usage = new UsageTally({ m: { input: 10, output: 20 } });
    usage.add('m', { input: 100, output: 5, own });
    usage.add('m', { input: 200, output: 5, own: { ...own, input: 201, feedback: 40 } }, 1);
    usage.add('m', { input: 300, output: 5, own: { ...own, input: 300, feedback: 80 } }, 2);
    // A provider that reports nothing: our counter alone knows.
    usage.add('silent', { own });
    usage.add('silent', { own: { ...own, feedback: 7 } }, 1);
    const lines = (await reported({ retries: 2, usage: usage.models() })).slice(3);
    deepEqual(
      lines.filter(line => /asking again|reported/.test(String(line))),
      [
        'm: 600 tokens in, 15 tokens out, as reported by the provider.',
        'm: Of this, asking again took 2 requests, 120 tokens of feedback by cl100k_base, 500 tokens in and 10 out as reported, a cost of 0.0052.',
        'silent: Of this, asking again took 1 request, 7 tokens of feedback by cl100k_base.',
      ],
    );
  });

  test('an answer of which nothing is reported makes no model, unless it was asked again', () => {
    const own = { input: 90, output: 5, counter: 'cl100k_base' };
    const usage = new UsageTally();
    usage.add('silent', {});
    usage.add('silent', { own });
    deepEqual(usage.models(), []);
    usage.add('again', { own }, 1);
    usage.add('half', { input: 3 });
    usage.add('other half', { output: 0 });
    // Only what both have counted is compared: the 9 and the 7 are not.
    usage.add('compared', { input: 90, own: { ...own, output: 9 } });
    usage.add('compared', { output: 5, own: { ...own, input: 7 } });
    deepEqual(
      usage.models().flatMap(({ miscounts }) => miscounts),
      [],
    );
    deepEqual(
      usage.models().map(({ model, input, output, retries }) => [model, input, output, retries?.requests]),
      [
        ['again', undefined, undefined, 1],
        ['half', 3, undefined, undefined],
        ['other half', undefined, 0, undefined],
        ['compared', 90, 5, undefined],
      ],
    );
  });

  test('with retries what was read in the end counts for the least share', async () => {
    deepEqual(await reported({ retries: 1, minRate: 0.6 }), [0, once, retried]);
    deepEqual(await reported({ retries: 1, minRate: 0.7 }), [1, once, retried]);
    deepEqual(await reported({ retries: 0, minRate: 0.6 }), [1, once]);
  });
});

suite('the progress of runs', () => {
  const written = (isTTY: boolean) => {
    const lines: string[] = [];
    const progress = new RunProgress(3, {
      stderr: { isTTY, write: (text: string) => lines.push(text) },
    } as unknown as Io);
    const tally = new RunTally();
    for (const [i, isRead] of [true, false, undefined].entries()) {
      tally.add({ id: String(i), retry: 0, ...(isRead !== undefined && { isRead }) });
      progress.add(tally.summary());
    }
    progress.end();
    return lines;
  };

  test('one line on a terminal, which is gone in the end', () => {
    const clear = '\r\u001b[K';
    deepEqual(written(true), [
      `${clear}1 of 3 runs: 1 read`,
      `${clear}2 of 3 runs: 1 read`,
      `${clear}3 of 3 runs: 1 read, 1 without an answer`,
      clear,
    ]);
  });

  test('nothing in a file or a pipe', () => equal(written(false).length, 0));
});
