import assert from 'node:assert/strict';
import { createTokenCounter } from '../../../../src/engine/tokens/index.ts';
import { testHost } from './testHost.ts';

suite('createTokenCounter', () => {
  test('takes a name or an object and counts texts and payloads', async () => {
    for (const spec of ['cl100k_base', { type: 'cl100k_base' }]) {
      const counter = createTokenCounter(spec, testHost());
      assert.deepEqual([counter.exact, counter.basis], [true, 'cl100k_base']);
      assert.equal(await counter.countText('<|endoftext|>'), 7);
      assert.equal(await counter.count('Привет, мир'), 6);
      const payload = [{ role: 'user', content: 'Привет' }];
      const text = '[{"role": "user", "content": "Привет"}]';
      assert.equal(await counter.count(payload), await counter.countText(text));
      assert.equal(await counter.count(payload, [{ n: 1 }]), await counter.countText(`${text}[{"n": 1}]`));
      assert.deepEqual(await counter.tokenSpans?.('hello world'), [
        { start: 0, end: 5, ids: [15339] },
        { start: 5, end: 11, ids: [1917] },
      ]);
    }
  });

  test('an unknown counter is an error that names the known ones', () => {
    const specs = [
      'gpt2',
      '',
      'o200k',
      'o200k_base:gpt-4o',
      'O200K_BASE',
      { type: 'nope' },
      { type: 3 },
      {},
      null,
      undefined,
    ];
    for (const spec of specs)
      assert.throws(() => createTokenCounter(spec as string), {
        class: 'TokenCounterError',
        message: /There are: o200k_base, cl100k_base, OpenAITokenCounter|takes no model/,
      });
  });

  test('loads its table at the first count, once for all that ask, and then answers at once', async () => {
    const host = testHost();
    const [one, two] = [createTokenCounter('o200k_base', host), createTokenCounter('o200k_base', host)];
    assert.deepEqual(host.asked, []);
    assert.deepEqual(await Promise.all([one.countText('a'), two.countText('a b')]), [1, 2]);
    assert.equal(one.countText('hello world'), 2);
    assert.deepEqual(host.asked, ['o200k_base']);
  });

  test('a table that cannot be loaded is a clear error, and the next count tries again', async () => {
    const { loadTable } = testHost();
    const answers = [
      () => Promise.reject(new Error('disk on fire')),
      async () => new Uint8Array(3),
      () => loadTable!('o200k_base'),
    ];
    const counter = createTokenCounter('o200k_base', { loadTable: () => answers.shift()!() });
    const failure = (reason: string) => ({
      class: 'TokenTableError',
      message: `The token table o200k_base cannot be loaded: ${reason}.`,
    });
    await assert.rejects(async () => counter.countText('a'), failure('disk on fire'));
    await assert.rejects(async () => counter.countText('a'), failure('it is damaged, install ParserLens again'));
    assert.equal(await counter.countText('a'), 1);
    await assert.rejects(
      async () => createTokenCounter('o200k_base').countText('a'),
      failure('there is nowhere to load it from'),
    );
  });
});
