import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createReader, readDefinitions, recordStream } from '../../../../src/node/engine.ts';

const tagged = (name: string, more: object = {}) => ({
  name,
  tag_begin: `[${name}]`,
  content_hint: '…',
  tag_end: `[/${name}]`,
  ...more,
});

const types: Record<string, object> = {
  tags: { type: 'MultiTaggedContentParser', tagged_contents: [tagged('a'), tagged('b', { parse_json: true })] },
  dict: { type: 'MarkdownJsonDictParser' },
  regex: { type: 'RegexTaggedContentParser' },
};

function definitionOf(keys: object) {
  return readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions[0]!;
}

/** What a recording says of a moment, as a reader says it. */
function known(name: string, text: string, at: number) {
  const { fields, openings } = recordStream(definitionOf(types[name]!), text);
  const closed = fields
    .filter(({ closedAt, reopenedAt = Number.POSITIVE_INFINITY }) => closedAt <= at && at < reopenedAt)
    .map(({ key, span, inner, finalAt = Number.POSITIVE_INFINITY }) => ({ key, span, inner, final: finalAt <= at }));
  const open = openings.find(({ from, to }) => from <= at && at < to);
  return { closed, open: open && { start: open.start } };
}

/** What a reader says after so many units. */
function read(name: string, text: string, at: number) {
  const { closed, open } = createReader(definitionOf(types[name]!)).push(text.slice(0, at));
  return {
    closed: closed.map(({ key, span, inner, final }) => ({ key, span: { ...span }, inner: { ...inner }, final })),
    open: open && { start: open.start },
  };
}

suite('recordStream', () => {
  test('a key opens, closes and becomes final', () => {
    const text = '[a]one[/a] [b]2[/b]';
    const { fields, openings } = recordStream(definitionOf(types.tags!), text);
    assert.deepEqual(
      fields.map(({ key, span, inner, closedAt, value }) => [key, span.start, inner.end, closedAt, value()]),
      [
        ['a', 0, 6, 10, 'one'],
        ['b', 11, 15, 19, 2],
      ],
    );
    assert.deepEqual(
      openings.map(({ key, start, to }) => [key, start, to]),
      [
        ['a', 0, 10],
        ['b', 11, 19],
      ],
    );
  });

  test('a type that reads only the whole says so', () => {
    const { endOnly, fields } = recordStream(definitionOf({ type: 'custom', module: './x.js' }), 'text');
    assert.match(endOnly ?? '', /complete/);
    assert.deepEqual(fields, []);
  });

  test('at every moment it is what a reader says', () => {
    const piece = fc.constantFrom(
      '[a]',
      '[/a]',
      '[b]',
      '[/b]',
      '{',
      '}',
      '"a"',
      ':',
      '1',
      ',',
      '```json\n',
      '\n```',
      '<a>',
      '</a>',
      '<b>',
      '</b>',
      'é😀',
      '\\',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(types)),
        fc.array(piece, { maxLength: 14 }),
        fc.nat(),
        (name, pieces, cut) => {
          const text = pieces.join('');
          const at = cut % (text.length + 1);
          assert.deepEqual(known(name, text, at), read(name, text, at));
        },
      ),
      { numRuns: 300 },
    );
  });
});
