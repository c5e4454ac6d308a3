import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changesSince } from '../../../src/views/changes.ts';

suite('changes since the last save', () => {
  /** The text with its changes in brackets: `[removed|added]`. */
  const marked = (saved: string, text: string) => {
    let end = 0;
    const parts = (changesSince(saved, text) ?? []).map(change => {
      const before = text.slice(end, change.start);
      end = change.end;
      return `${before}[${change.removed ?? ''}|${text.slice(change.start, end)}]`;
    });
    return parts.join('') + text.slice(end);
  };

  test('equal texts have none', () => {
    assert.equal(changesSince('a\n', 'a\n'), undefined);
  });

  for (const [name, saved, text, expected] of [
    ['a word', '{"speak": "what you speak"}', '{"speak": "what you say"}', '{"speak": "what you [speak|say]"}'],
    [
      'words side by side are one',
      'say what you think now',
      'say why he thinks now',
      'say [what you think|why he thinks] now',
    ],
    ['words of two lines are two', 'a b\nc d', 'a x\ny d', 'a [b|x]\n[c|y] d'],
    ['an added line', 'a\nb', 'a\nnew\nb', 'a\n[|new\n]b'],
    ['a removed line', 'a\nold\nb', 'a\nb', 'a\n[old\n|]b'],
    ['a line end at the end', 'a', 'a\n', 'a[|\n]'],
    ['blanks', 'a b', 'a  b', 'a [| ]b'],
    ['everything', '', 'a', '[|a]'],
    ['nothing left', 'a', '', '[a|]'],
    ['two places', 'one two three four', 'one 2 three 4', 'one [two|2] three [four|4]'],
    ['words in any alphabet', 'что думаешь', 'что говоришь', 'что [думаешь|говоришь]'],
    ['scripts without blanks', '你在想什么', '你在说什么', '你在[想|说]什么'],
    ['no pair of surrogates is split', '😀', '😁', '[😀|😁]'],
  ] as const) {
    test(name, () => assert.equal(marked(saved, text), expected));
  }

  test('what was removed is cut where it is long, between whole characters', () => {
    assert.equal(changesSince('😀'.repeat(500), 'x')![0]!.removed, `${'😀'.repeat(150)}…`);
    assert.equal(changesSince(`a${'😀'.repeat(500)}`, 'x')![0]!.removed, `a${'😀'.repeat(149)}…`);
  });

  test('texts that have nothing in common are one change', () => {
    const lines = (word: string) => Array.from({ length: 5000 }, (_, i) => `${word}${i}`).join('\n');
    const [saved, text] = [`same ${lines('a')} end`, `same ${lines('b')} end`];
    const changes = changesSince(saved, text)!;
    assert.deepEqual(
      changes.map(({ start, end }) => [start, end]),
      [[5, text.length - 4]],
    );
  });

  test('what is between the changes stood in the saved text, in that order', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '"', '😀', '中'), maxLength: 40 });
    fc.assert(
      fc.property(texts, texts, (saved, text) => {
        const changes = changesSince(saved, text) ?? [];
        let at = 0;
        let rebuilt = '';
        for (const { start, end, removed = '' } of changes) {
          assert.ok(at <= start && start <= end && (end > start || removed !== ''));
          rebuilt += text.slice(at, start) + removed;
          at = end;
        }
        assert.equal(rebuilt + text.slice(at), saved);
      }),
    );
  });
});
