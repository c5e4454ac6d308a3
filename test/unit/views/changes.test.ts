import assert from 'node:assert/strict';
import { changesSince } from '../../../src/views/changes.ts';

suite('changes since the last save', () => {
  const shown = (saved: string, text: string) =>
    changesSince(saved, text)?.lines?.map(line => `${line.sign}${line.text}`);

  test('equal texts have none', () => {
    assert.equal(changesSince('a\n', 'a\n'), undefined);
  });

  for (const [name, saved, text, expected] of [
    ['a changed line', 'a\nb\nc', 'a\nB\nc', [' a', '-b', '+B', ' c']],
    ['an added line', 'a', 'a\nb', [' a', '+b']],
    ['a line end at the end', 'a', 'a\n', [' a', '+']],
    ['everything', '', 'a', ['-', '+a']],
    ['unchanged lines far away', '1\n2\n3\n4\n5\nx', '1\n2\n3\n4\n5\ny', ['…', ' 4', ' 5', '-x', '+y']],
    [
      'unchanged lines between',
      'a\n1\n2\n3\n4\n5\n6\nb',
      'A\n1\n2\n3\n4\n5\n6\nB',
      ['-a', '+A', ' 1', ' 2', '…', ' 5', ' 6', '-b', '+B'],
    ],
    [
      'a gap of one line is the line',
      'x\n1\n2\n3\n4\n5\ny',
      'X\n1\n2\n3\n4\n5\nY',
      ['-x', '+X', ' 1', ' 2', ' 3', ' 4', ' 5', '-y', '+Y'],
    ],
  ] as const) {
    test(name, () => assert.deepEqual(shown(saved, text), expected));
  }

  test('a long line is cut to what changed in it', () => {
    const line = (word: string) => `${'a'.repeat(5000)}${word}${'z'.repeat(5000)}`;
    const cut = (word: string) => `…${'a'.repeat(80)}${word}${'z'.repeat(80)}…`;
    assert.deepEqual(shown(line('old'), line('new and longer')), [`-${cut('old')}`, `+${cut('new and longer')}`]);
    assert.deepEqual(shown(`x\n${line('')}`, `y\n${line('')}`), ['-x', '+y', ` ${line('').slice(0, 400)}…`]);
    assert.deepEqual(shown('x', line('')), ['-x', `+${line('').slice(0, 400)}…`]);
  });

  test('counts lines', () => {
    const changes = changesSince('a\nb\nc', 'a\nc\nd\ne');
    assert.deepEqual([changes?.added, changes?.removed], [2, 1]);
  });

  test('texts that have nothing in common are not compared line by line', () => {
    const lines = (word: string) => Array.from({ length: 5000 }, (_, i) => `${word}${i}`).join('\n');
    assert.deepEqual(changesSince(lines('a'), lines('b')), { added: 0, removed: 0 });
  });
});
