import assert from 'node:assert/strict';
import fc from 'fast-check';
import { logStrings, responseString } from '../../../src/views/logStrings.ts';

const row =
  '{"id": "a1", "n": [1, "x"], "choices": [{"message": {"role": "assistant", "content": "Hi \\"you\\"\\n"}}]}';

function chosen(text: string, chosenBefore?: string): string | undefined {
  const offset = text.indexOf('|');
  const json = text.replace('|', '');
  const found = responseString(logStrings(json), offset, chosenBefore);
  return found && `${found.field}: ${json.slice(found.span.start, found.span.end)}`;
}

suite('strings of a log', () => {
  test('each with its field', () => {
    assert.deepEqual(
      logStrings(row).map(({ field }) => field),
      ['id', 'n[1]', 'choices[0].message.role', 'choices[0].message.content'],
    );
  });

  const cases: [string, string | undefined, string | undefined][] = [
    [`|${row}`, undefined, 'choices[0].message.content: Hi \\"you\\"\\n'],
    [row.replace('a1', 'a|1'), undefined, 'id: a1'],
    [`${row}|`, 'n[1]', 'n[1]: x'],
    ['|{"a": "short", "b": "much longer"}', undefined, 'b: much longer'],
    ['|{"a": 1}', undefined, undefined],
    ['|not json {"a": "b"}', undefined, undefined],
    ['|{"a": "b"', undefined, undefined],
  ];
  for (const [text, before, expected] of cases) test(text, () => assert.equal(chosen(text, before), expected));

  test('agrees with JSON.parse, and never throws', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string()))), value => {
        const json = JSON.stringify(value);
        const expected = Object.values(value).flat();
        assert.deepEqual(
          logStrings(json).map(({ span }) => JSON.parse(json.slice(span.start - 1, span.end + 1))),
          expected,
        );
      }),
    );
    fc.assert(fc.property(fc.string(), text => Array.isArray(logStrings(`{${text}`))));
  });
});
