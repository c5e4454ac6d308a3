import { deepEqual } from 'node:assert/strict';
import { compareRanks, type FitParts, fitRank } from '../../../../../src/engine/samples/index.ts';

const none: FitParts = {
  ...{ read: 0, callsAsText: 0, mendable: 0, asksForForm: false, asksForWords: false, asksForNames: false },
  ...{ takesNamesAsText: false, takesAnything: false, names: 0.2, hasNames: false },
  ...{ words: 0, marks: 0, repairs: 0, warnings: 0 },
};

suite('where a candidate stands', () => {
  const rows: readonly (readonly [what: string, parts: Partial<FitParts>, rank: readonly number[]])[] = [
    ['it reads nothing', {}, [0, 0, 0.2, 0, 7]],
    ['it reads what it asks for', { read: 2, asksForForm: true, asksForWords: true }, [5, 2, 0, 0, 7]],
    ['it reads what it asks for and has the names', { read: 2, hasNames: true }, [5, 4, 0, 0, 7]],
    ['it is meant, and would be mended', { mendable: 3 }, [4, 1.5, 0.2, 3, 7]],
    ['it is meant by its names, and would be mended', { mendable: 3, hasNames: true }, [4, 3, 0.2, 3, 7]],
    ['it reads one and would be mended of another', { read: 1, mendable: 1 }, [5, 1.5, 0, 1, 7]],
    ['it reads any words in a form', { read: 1, takesAnything: true, asksForForm: true }, [3, 1, 0, 0, 7]],
    [
      'it takes the names for text',
      { read: 1, takesAnything: true, asksForForm: true, takesNamesAsText: true },
      [2, 1, 0, 0, 7],
    ],
    ['it reads any text', { read: 1, takesAnything: true, takesNamesAsText: true }, [1, 1, 0, 0, 7]],
    ['it takes anything and has the names', { read: 1, takesAnything: true, hasNames: true }, [4, 2, 0, 0, 7]],
  ];
  for (const [what, parts, rank] of rows)
    test(what, () => deepEqual(fitRank({ parts: { ...none, ...parts }, score: 7 }), rank));

  test('the first number that differs decides, the larger first', () => {
    const ranks = [
      [1, 5, 0],
      [2, 0, 1],
      [2, 0, 3],
      [1, 6, 0],
    ];
    deepEqual(ranks.toSorted(compareRanks), [ranks[2], ranks[1], ranks[3], ranks[0]]);
    deepEqual(compareRanks([1, 2], [1, 2]), 0);
  });
});
