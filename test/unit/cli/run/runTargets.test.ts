import { deepEqual, throws } from 'node:assert/strict';
import { UsageError } from '../../../../src/cli/io.ts';
import { readPrices } from '../../../../src/cli/run/runTargets.ts';

suite('the prices of --price', () => {
  test('dollars for a million tokens in and out, by model; a name may hold an equals sign', () =>
    deepEqual(readPrices(['gpt-4o=2.5/10', 'a=b=12/130.25']), {
      'gpt-4o': { input: 2.5, output: 10 },
      'a=b': { input: 12, output: 130.25 },
    }));

  for (const written of ['gpt-4o', '=1/2', 'a=1', 'a=1/', 'a=/2', 'a=1./2', 'a=-1/2', 'a=1/2/', 'a=1/2 ', 'a=1/2x'])
    test(`${written} is not a price`, () => throws(() => readPrices([written]), UsageError));
});
