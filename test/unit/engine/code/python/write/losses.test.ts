import { deepEqual, equal } from 'node:assert/strict';
import { classNameOf, commentOf, renaming } from '../../../../../../src/engine/code/python/write/losses.ts';
import type { Loss } from '../../../../../../src/engine/parsers/interchange.ts';

const word = (length: number) => 'x'.repeat(length);

suite('a text as a comment', () => {
  const rows: readonly (readonly [what: string, text: string | undefined, ...lines: string[]])[] = [
    ['none', undefined],
    ['nothing', ''],
    ['blanks', ' \t\n  '],
    ['one line', 'a b', 'a b'],
    ['blanks around', '  a b  ', 'a b'],
    ['lines, with an empty one between', 'a\n\nb\r\nc', 'a', 'b', 'c'],
    ['all that ends a line in Python', 'a\x0cb\x0bc\u2028d\u2029e\x85f\x1cg\0h', ...'abcdefgh'],
    ['half a character', '\ud83d!', '\ufffd!'],
    ['a line of the full width', word(86), word(86)],
    ['words of the full width', `${word(40)} ${word(45)}`, `${word(40)} ${word(45)}`],
    ['one more', `${word(40)} ${word(46)}`, word(40), word(46)],
    ['a blank behind the full width', `${word(86)} ${word(3)}`, word(86), word(3)],
    ['a word that is longer', `${word(100)} ab`, word(100), 'ab'],
    ['a word that is longer, behind another', `ab ${word(100)} cd`, 'ab', word(100), 'cd'],
    ['one long word', word(200), word(200)],
    ['several lines', `${word(50)} ${word(50)} ${word(50)}`, word(50), word(50), word(50)],
    ['as much as fits', Array.from({ length: 60 }, () => 'abc').join(' '), ...[21, 21, 18].map(fits)],
  ];
  function fits(count: number): string {
    return Array.from({ length: count }, () => 'abc').join(' ');
  }
  for (const [what, text, ...lines] of rows)
    test(what, () => equal(commentOf(text), lines.map(line => `# ${line}\n`).join('')));
});

suite('names in Python', () => {
  test('a class has its schema’s title, or a name', () => {
    deepEqual(
      [new Map([['title', 'my vote']]), new Map(), new Map([['title', 5]])].map(schema => classNameOf(schema, 'plan')),
      ['MyVote', 'Plan', 'Plan'],
    );
    equal(classNameOf(new Map(), '!'), 'Model');
  });

  test('a key that is no name is told', () => {
    const losses: Loss[] = [];
    renaming('vote', losses)('a b', 'a_b');
    renaming('vote', losses, 'tools')('class', 'class_');
    deepEqual(losses, [
      {
        definition: 'vote',
        key: 'content_schema',
        message: 'The key `a b` cannot be the name of a Python field: the value has it as `a_b`.',
      },
      {
        definition: 'vote',
        key: 'tools',
        message: 'The key `class` cannot be the name of a Python field: the value has it as `class_`.',
      },
    ]);
  });
});
