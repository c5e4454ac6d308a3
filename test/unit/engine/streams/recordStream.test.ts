import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { StreamEvents } from '../../../../src/engine/parsers/shared/streamReader.ts';
import { readsOnlyWhole } from '../../../../src/engine/streams/createReader.ts';
import { recordStream } from '../../../../src/engine/streams/index.ts';
import { createReader, type Definition, readDefinitions } from '../../../../src/node/engine.ts';

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

/** The recording of a text of whose units a reader tells something, each by its place. */
function told(text: string, tell: (events: StreamEvents, at: number) => void) {
  const reader = (_: unknown, __: unknown, events: StreamEvents) => (_unit: number, at: number) => tell(events, at);
  return recordStream({ parserType: { streams: { reader } }, source: {} } as unknown as Definition, text);
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

  test('the value of a key is what the whole response gives', () => {
    const { fields } = recordStream(definitionOf(types.dict!), '```json\n{"a": "\\u00e9", "b": [1]}\n```');
    assert.deepEqual(
      fields.map(({ key, value }) => [key, value()]),
      [
        ['a', 'é'],
        ['b', [1]],
      ],
    );
  });

  test('what opens and is left with one unit was never open', () => {
    const { openings } = told('xy', (events, at) => {
      events.open('a', at);
      if (at === 0) events.leave();
    });
    assert.deepEqual(openings, [{ key: 'a', start: 1, from: 2, to: 3 }]);
  });

  test('a key that becomes known bit by bit is one that is open', () => {
    const { openings } = told('ab', (events, at) => events.open('ab'.slice(0, at + 1), 0));
    assert.deepEqual(openings, [{ key: 'ab', start: 0, from: 1, to: 3 }]);
  });

  test('keys are reopened one by one, or all at once', () => {
    const field = (key: string, value: string) => {
      const span = { start: 0, end: 1 };
      return { key, value, span, inner: span, final: false };
    };
    const { fields } = told('12345', (events, at) => {
      if (at < 3) events.close(field('abc'.charAt(at), String(at)));
      else events.reopen(at === 3 ? 'b' : undefined);
    });
    assert.deepEqual(
      fields.map(({ key, closedAt, reopenedAt, value }) => [key, closedAt, reopenedAt, value()]),
      [
        ['a', 1, 5, '0'],
        ['b', 2, 4, '1'],
        ['c', 3, 5, '2'],
      ],
    );
  });

  test('a type that reads only the whole says so, and for one without a reader it is said', () => {
    const definition = definitionOf(types.dict!);
    const { streams, ...parserType } = definition.parserType;
    assert.ok(streams?.reader);
    const recording = recordStream({ ...definition, parserType }, 'text');
    assert.deepEqual(recording, { endOnly: readsOnlyWhole, fields: [], openings: [] });
    const { endOnly: said, push } = createReader({ ...definition, parserType });
    assert.deepEqual([said, push('```json\n{"a": 1}\n```').closed], [readsOnlyWhole, []]);
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
      '"action": "x"',
      '"action_input": ',
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
          for (const { from, to } of recordStream(definitionOf(types[name]!), text).openings) assert.ok(from < to);
        },
      ),
      { numRuns: 300 },
    );
  });
});
