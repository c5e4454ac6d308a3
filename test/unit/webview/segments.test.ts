import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  markBlanks,
  mergePieces,
  originAt,
  segmentLines,
  splitChanges,
  splitPieces,
  withHoles,
} from '../../../src/webview/instruction/segments.ts';

suite('segments of an instruction', () => {
  test('lines, pieces and tokens', () => {
    const origin = { start: 5, end: 8 };
    assert.deepEqual(segmentLines([{ text: 'ab\nc' }, { text: 'de\n\n', origin }], [2, 5, 7]), [
      [
        { text: 'ab', own: false, token: 0 },
        { text: '\n', own: false, token: 1 },
      ],
      [
        { text: 'c', own: false, token: 1 },
        { text: 'd', own: true, token: 1 },
        { text: 'e\n', own: true, token: 2 },
      ],
      [{ text: '\n', own: true }],
    ]);
  });

  test('what was added and removed', () => {
    assert.deepEqual(
      segmentLines(
        [{ text: 'ab\nc' }, { text: 'def', origin: { start: 5, end: 8 } }],
        [],
        [
          { start: 0, end: 0, removed: 'x' },
          { start: 1, end: 5, removed: 'y' },
          { start: 7, end: 7, removed: 'z' },
        ],
      ),
      [
        [
          { text: '', own: false, removed: 'x' },
          { text: 'a', own: false },
          { text: 'b\n', own: false, added: true, removed: 'y' },
        ],
        [
          { text: 'c', own: false, added: true, removed: 'y' },
          { text: 'd', own: true, added: true, removed: 'y' },
          { text: 'ef', own: true },
          { text: '', own: false, removed: 'z' },
        ],
      ],
    );
  });

  test('changes in two parts of a text are those of the whole', () => {
    const changes = fc.array(fc.tuple(fc.nat(5), fc.nat(3)), { maxLength: 8 }).map(gaps => {
      let at = 0;
      return gaps.map(([gap, length]) => {
        const start = at + gap;
        at = start + length + 1;
        return { start, end: start + length, ...(length === 0 && { removed: 'x' }) };
      });
    });
    const kinds = (pieces: readonly { readonly text: string }[], all: readonly { start: number; end: number }[]) =>
      segmentLines(pieces, [], all).flatMap(line =>
        line.flatMap(({ text, added }) => (text === '' ? ['removed'] : [...text].map(() => String(added === true)))),
      );
    const text = 'a'.repeat(40);
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: 39 }), (all, length) => {
        const inside = all.filter(({ end }) => end <= text.length);
        const [first, others] = splitChanges(inside, length);
        const parts = [
          ...kinds([{ text: text.slice(0, length) }], first),
          ...kinds([{ text: text.slice(length) }], others),
        ];
        assert.deepEqual(parts, kinds([{ text }], inside));
      }),
    );
  });

  test('nothing is lost', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '\u00a0', '😀') });
    fc.assert(
      fc.property(fc.array(text), fc.array(fc.nat(40)), (texts, ends) => {
        const sorted = [...new Set(ends)].sort((a, b) => a - b);
        const lines = segmentLines(
          texts.map(each => ({ text: each })),
          sorted,
        );
        assert.equal(lines.flatMap(line => line.map(segment => segment.text)).join(''), texts.join(''));
        for (const line of lines)
          assert.ok(
            line.every(
              (segment, i) =>
                !segment.text.slice(0, -1).includes('\n') && (i === line.length - 1 || !segment.text.endsWith('\n')),
            ),
          );
        const whole = texts.join('');
        assert.equal(
          markBlanks(whole)
            .map(part => part.text)
            .join(''),
          whole,
        );
      }),
    );
  });

  test('what stands for unknown arguments is a piece of its own, and keeps where it was written', () => {
    const origin = { start: 1, end: 9 };
    const unknown = [{ argument: 'a.b', reason: 'r', place: 'f:1' }];
    const holes = (text: string) =>
      withHoles([{ text, origin }], unknown).map(piece => {
        assert.equal(piece.origin, origin);
        return `${piece.text}${piece.hole ? '!' : ''}`;
      });
    assert.deepEqual(holes('say ⟨a.b⟩ or ⟨c⟩'), ['say ', '⟨a.b⟩!', ' or ', '⟨c⟩']);
    assert.deepEqual(holes('⟨a.b⟩⟨a.b⟩'), ['⟨a.b⟩!', '⟨a.b⟩!']);
    assert.deepEqual(holes('⟨a\n.b⟩ ⟨⟨a.b⟩⟩'), ['⟨a\n.b⟩ ⟨', '⟨a.b⟩!', '⟩']);
    const pieces = [{ text: '⟨a.b⟩' }];
    assert.equal(withHoles(pieces), pieces);
    assert.equal(withHoles(pieces, []), pieces);
  });

  test('pieces are split at a length', () => {
    const pieces = [{ text: 'ab' }, { text: 'cd', origin: { start: 1, end: 2 } }, { text: 'ef' }];
    const texts = (length: number) => splitPieces(pieces, length).map(half => half.map(piece => piece.text).join('|'));
    assert.deepEqual(texts(3), ['ab|c', 'd|ef']);
    assert.deepEqual(texts(2), ['ab', 'cd|ef']);
    assert.deepEqual(texts(9), ['ab|cd|ef', '']);
    assert.deepEqual(texts(0), ['', 'ab|cd|ef']);
  });

  test('the pieces of a long text are put together, by number', () => {
    const origin = { start: 1, end: 2 };
    const pieces = Array.from({ length: 70 }, (_, i) => ({ text: `${i} `, ...(i > 2 && { origin }) }));
    const merged = mergePieces(pieces);
    assert.deepEqual(
      merged.map(({ text, origin }) => [text.trim().split(' ').length, origin !== undefined]),
      [
        [3, false],
        [29, true],
        [32, true],
        [6, true],
      ],
    );
    assert.equal(merged.map(({ text }) => text).join(''), pieces.map(({ text }) => text).join(''));
  });

  test('every character leads to where its piece was written', () => {
    const pieces = [{ text: 'ab' }, { text: 'cd', origin: { start: 5, end: 9 } }];
    assert.deepEqual(
      [0, 1, 2, 3, 4].map(offset => originAt(pieces, offset)?.start),
      [undefined, undefined, 5, 5, undefined],
    );
  });

  test('what Python told says where it begins and where it ends', () => {
    const origin = { start: 5, end: 8 };
    const ofPython = (text: string) => ({ text, origin, fromPython: true as const });
    const edges = (pieces: Parameters<typeof segmentLines>[0]) =>
      segmentLines(pieces).map(line =>
        line.map(({ text, fromPython, pythonEdge }) => `${text} ${fromPython ?? false} ${pythonEdge}`),
      );
    assert.deepEqual(edges([{ text: 'a' }, ofPython('b\nc'), ofPython('d'), { text: 'e' }, ofPython('f')]), [
      ['a false undefined', 'b\n true start'],
      ['c true undefined', 'd true end', 'e false undefined', 'f true both'],
    ]);
    assert.deepEqual(
      mergePieces([{ text: 'a', origin }, ofPython('b'), ofPython('c')]).map(({ text, fromPython }) => [
        text,
        fromPython,
      ]),
      [
        ['a', undefined],
        ['bc', true],
      ],
    );
  });

  test('blanks are marked', () => {
    assert.deepEqual(markBlanks('a  b\t\r\n\u00a0'), [
      { text: 'a' },
      { text: '  ', mark: '··' },
      { text: 'b' },
      { text: '\t', mark: '→' },
      { text: '\r\n', mark: '␍¶' },
      { text: '\u00a0', mark: '⍽' },
    ]);
  });
});
