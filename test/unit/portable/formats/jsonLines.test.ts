import { deepEqual, equal } from 'node:assert/strict';
import { JsonLines, TextBytes } from '../../../../src/portable/formats/jsonLines.ts';

/** The lines of rows whose texts are bytes. */
function linesOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const lines = new JsonLines();
  for (const row of rows) lines.add(row);
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(lines.take());
}

const bytesOf = (text: string) => new TextBytes(new TextEncoder().encode(text));

suite('lines of JSON from bytes', () => {
  const everyAscii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)).join('');
  const texts = ['', 'a', everyAscii, 'a "b"\\\n', 'ü', 'plain, then — 😀 "quoted"\n', '\u2028\u007f\u0080\uffff'];
  for (const text of texts)
    test(`a text is what JSON writes for it: ${JSON.stringify(text.slice(0, 30))}`, () => {
      equal(linesOf([{ text: bytesOf(text) }]), `${JSON.stringify({ text })}\n`);
    });

  test('bytes that are no UTF-8 are replaced, and a mark of the byte order is left out, as everywhere', () => {
    equal(linesOf([{ c: new TextBytes(Uint8Array.of(0x61, 0xff, 0x62, 0xc3)) }]), '{"c":"a\ufffdb\ufffd"}\n');
    equal(linesOf([{ c: bytesOf('\ufeffa') }]), '{"c":"a"}\n');
  });

  test('names are escaped, what is no text is as JSON has it, and an empty row is an object', () => {
    const row = { 'a "name"': bytesOf('x'), ü: undefined, big: 2n ** 60n, list: [1, undefined, 'é'], day: new Date(0) };
    equal(
      linesOf([row, {}, { n: 1.5 }]),
      '{"a \\"name\\"":"x","ü":null,"big":"1152921504606846976","list":[1,null,"é"],"day":"1970-01-01T00:00:00.000Z"}\n{}\n{"n":1.5}\n',
    );
  });

  test('pieces end with a line, have buffers of their own, and hold a line of any length', () => {
    const lines = new JsonLines();
    const pieces: Uint8Array[] = [];
    const given = [10, 100_000, 100_000, 100_000, 2_000_000, 5].map((length, i) => `${i}${'"'.repeat(length)}`);
    for (const text of given) {
      lines.add({ text: bytesOf(text) });
      if (lines.isFull) pieces.push(lines.take()!);
    }
    pieces.push(lines.take()!);
    equal(lines.take(), undefined);
    const read = pieces.map(piece => new TextDecoder().decode(piece));
    deepEqual(
      read.map(text => text.endsWith('}\n')),
      read.map(() => true),
    );
    deepEqual(
      read
        .join('')
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line).text),
      given,
    );
    equal(new Set(pieces.map(({ buffer }) => buffer)).size, pieces.length);
    equal(pieces.length, 3);
  });
});
