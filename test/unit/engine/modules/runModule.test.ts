import assert from 'node:assert/strict';
import { ResponseError } from '../../../../src/engine/core/errors.ts';
import type { Host, ModuleOutcome } from '../../../../src/engine/core/host.ts';
import { runModule, runModules, withoutModules } from '../../../../src/engine/modules/runModule.ts';

const call = { module: 'a.mjs', export: 'parse', args: [], kind: 'function' } as never;

function run(outcome: ModuleOutcome | undefined, given: object = {}) {
  const host = { runModule: () => Promise.resolve(outcome) } as unknown as Host;
  return runModule({ ...(call as object), ...given } as never, host);
}

async function failure(outcome: ModuleOutcome | undefined): Promise<ResponseError> {
  try {
    await run(outcome);
  } catch (error) {
    assert.ok(error instanceof ResponseError);
    return error;
  }
  return assert.fail('Nothing was raised');
}

suite('many calls of a module', () => {
  const calls = [call, call, call];
  const outcomes: readonly ModuleOutcome[] = [
    { ok: true, value: 1, called: true },
    { ok: false, error: { class: 'Odd', message: 'no' } },
    { ok: true, value: 3, called: true },
  ];
  const told = async (host: Host) =>
    (await runModules(calls, host)).map(each => (each instanceof Error ? each.name : each.value));
  const many: Host = {
    runModule: () => assert.fail('one by one'),
    async runModules(jobs) {
      assert.equal(jobs.length, 3);
      return outcomes;
    },
  };

  test('at once where the host can, and one by one where not', async () => {
    assert.deepEqual(await told(many), [1, 'Odd', 3]);
    let next = 0;
    assert.deepEqual(await told({ runModule: async () => outcomes[next++] }), [1, 'Odd', 3]);
  });

  test('a host that has lost the one does not run them by the other', async () => {
    const { runModule: _, ...rest } = many;
    assert.deepEqual(await told(rest), Array(3).fill('ModuleUnavailable'));
    assert.deepEqual(await told(withoutModules(many, 'unavailable')), Array(3).fill('ModuleUnavailable'));
    assert.deepEqual(await told(withoutModules(many, 'untrusted')), Array(3).fill('ModuleNotTrusted'));
    assert.deepEqual(await told(withoutModules({}, 'untrusted')), Array(3).fill('ModuleUnavailable'));
    assert.deepEqual(await told({ ...many, runModules: async () => undefined }), Array(3).fill('ModuleNotTrusted'));
  });
});

suite('what a module of the user gives', () => {
  test('a value, as Python would have it, with its marks', async () => {
    const marks = [{ key: 'a', start: 0, end: 1 }] as never;
    const { value, marks: found } = await run({ ok: true, value: { a: [1] }, called: true, marks });
    assert.deepEqual([value, found], [new Map([['a', [1]]]), marks]);
    assert.deepEqual(await run({ ok: true, value: 1, called: true }), { value: 1, marks: [] });
  });

  test('a value where a function must be', async () => {
    assert.equal((await failure({ ok: true, value: 1, called: false })).class, 'ModuleExportError');
    const kind = { kind: 'value' };
    assert.deepEqual(await run({ ok: true, value: 1, called: false }, kind), { value: 1, marks: [] });
  });

  test('an error, with where it was thrown, and no more than is known of it', async () => {
    const plain = await failure({ ok: false, error: { class: 'Error', message: 'no' } });
    assert.deepEqual([plain.class, plain.message, Object.keys(plain.details)], ['Error', 'no (a.mjs)', []]);
    const details = { stack: 's', code: 'c', feedback: 'f', span: { start: 0, end: 1 } };
    const place = { file: 'b.mjs', line: 3, column: 4 };
    const whole = await failure({ ok: false, error: { class: 'E', message: 'no', place, ...details } });
    assert.equal(whole.message, 'no (b.mjs:3:4)');
    assert.deepEqual(whole.details, { place, ...details });
  });

  test('modules that may not run, and those that cannot', async () => {
    assert.equal((await failure(undefined)).class, 'ModuleNotTrusted');
    await assert.rejects(runModule(call, {}), { class: 'ModuleUnavailable' });
  });
});
