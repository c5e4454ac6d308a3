import { deepEqual, throws } from 'node:assert/strict';
import { streamCutter } from '../../../src/providers/streamCutter.ts';

/** What a listener hears of a stream that comes in pieces. */
function heard(...pieces: readonly string[]): readonly string[] {
  const all: string[] = [];
  const cutter = streamCutter({
    onData: data => all.push(data),
    onError: words => all.push(`error ${words}`),
    onDone: () => all.push('done'),
  });
  for (const piece of pieces) cutter.push(piece);
  cutter.end();
  return all;
}

suite('a stream is cut by what it begins with', () => {
  for (const [title, stream, wanted] of [
    ['events', 'data: a\n\ndata: {"b": 1}\n\ndata: [DONE]\n\n', ['a', '{"b": 1}', 'done']],
    ['events with names, blank ones left out', 'event: x\ndata: a\n\ndata: \n\ndata:   \n\n', ['a']],
    ['an event of an error', 'event: error\ndata: no\n\nevent: error\ndata: \n\n', ['error no']],
    ['an end that is not JSON, whatever it is called', 'event: error\ndata:  [DONE] \n\n', ['done']],
    ['a last event without its end', 'data: a', ['a']],
    ['a mark and blanks before it', '\ufeff \n\ndata: a\n\n', ['a']],
    ['lines of JSON', '{"a": 1}\n\n{"b": 2}\n', ['{"a": 1}', '{"b": 2}']],
    ['a last line without its end', ' {"a": 1}\n{"b"', ['{"a": 1}', '{"b"']],
    ['JSON over several lines', '{\n"a": 1\n}\n', ['{\n"a": 1\n}\n']],
    ['a list', '[{"a": 1},\n{"a": 2}]', ['[{"a": 1},\n{"a": 2}]']],
    ['nothing', ' \n', []],
  ] as const)
    test(title, () => {
      deepEqual(heard(stream), wanted);
      deepEqual(heard(...stream), wanted);
    });

  test('no piece is longer than 16 million characters', () => {
    const most = 16 * 1024 * 1024;
    const long = `{"a": "${'x'.repeat(most - 9)}"}`;
    deepEqual(heard(`${long}\n${long}`).length, 2);
    const refused = { message: 'A piece of the stream is longer than 16 million characters.' };
    throws(() => heard(`${long} `), refused);
    throws(() => heard(long, ' '), refused);
    throws(() => heard('data: ', 'x'.repeat(most), 'x'), refused);
  });
});
