import assert from 'node:assert/strict';
import { distinctNames } from '../../../src/views/distinctNames.ts';

suite('distinctNames', () => {
  const rows: readonly (readonly [what: string, shown: readonly string[], names: readonly string[]])[] = [
    ['other names stand alone', ['vote a.parser.json', 'judge a.parser.json'], ['vote', 'judge']],
    ['one definition in two tabs stands alone', ['vote a.parser.json', 'vote a.parser.json'], ['vote', 'vote']],
    [
      'two of one name say their files',
      ['vote x/a.parser.json', 'vote b.parser.json', 'judge b.parser.json'],
      ['vote (a.parser.json)', 'vote (b.parser.json)', 'judge'],
    ],
    [
      'files that are called alike say where they are',
      ['vote x/a.parser.json', 'vote y/a.parser.json', 'vote b.parser.json'],
      ['vote (x/a.parser.json)', 'vote (y/a.parser.json)', 'vote (b.parser.json)'],
    ],
  ];
  for (const [what, shown, names] of rows)
    test(what, () => {
      const read = shown.map(one => {
        const [name = '', path = ''] = one.split(' ');
        return { name, path };
      });
      assert.deepEqual(distinctNames(read), names);
    });
});
