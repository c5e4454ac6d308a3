import { equal, rejects } from 'node:assert/strict';
import { whenAsked } from '../../../src/extension/runtime/whenAsked.ts';

interface Api {
  twice(number: number): Promise<number>;
  other(): Promise<void>;
}

suite('an API that is loaded when it is asked', () => {
  const served: Api = { twice: async number => 2 * number, async other() {} };

  test('is loaded by the first call, and once', async () => {
    let loads = 0;
    const api = whenAsked<Api>({ twice: true, other: true }, async () => {
      loads++;
      return served;
    });
    equal(loads, 0);
    equal(await api.twice(3), 6);
    await api.other();
    equal(loads, 1);
  });

  test('is loaded again where that failed', async () => {
    let loads = 0;
    const api = whenAsked<Api>({ twice: true, other: true }, async () => {
      if (loads++ === 0) throw new Error('no network');
      return served;
    });
    await rejects(api.twice(3), /no network/);
    equal(await api.twice(3), 6);
  });
});
