import { equal } from 'node:assert/strict';
import { EngineError } from '../../../../src/engine/core/errors.ts';
import { type LogTools, sourceOf } from '../../../../src/portable/logs/logSource.ts';

const encoder = new TextEncoder();
async function* pieces(...all: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* all;
}
const tools: LogTools = {
  digest: () => ({ update() {}, hex: () => '' }),
  gunzip: () => pieces(encoder.encode('gzip')),
  unzstd: () => pieces(encoder.encode('zstd')),
};

/** What a log of these bytes is read as, in hexadecimal digits where it is no ASCII; or the class and first words of the error. */
async function readAs(bytes: Uint8Array, size = bytes.length): Promise<string> {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  try {
    const read: number[] = [];
    for await (const chunk of sourceOf(() => pieces(...chunks), tools).chunks()) read.push(...chunk);
    return read.some(byte => byte > 0x7e || byte < 0x20)
      ? Buffer.from(read).toString('hex')
      : String.fromCharCode(...read);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return `${error.class}: ${error.message.slice(0, 20)}`;
  }
}

const arrow = 'LogIsArrow: The log is Arrow, wh';
const cut = 'LogIsCompressed: The log cannot be un';

suite('what a log is by its first bytes', () => {
  for (const [hex, expected] of [
    ['1f8b0800', 'gzip'],
    ['1f8c0800', '1f8c0800'],
    ['28b52ffd', 'zstd'],
    ['28b52ffe', '28b52ffe'],
    ['504b0304', 'LogIsCompressed: The log is compresse'],
    ['504b0404', '504b0404'],
    ['504c0304', '504c0304'],
    ['514b0304', '514b0304'],
    ['4152524f', arrow],
    ['4052524f', '@RRO'],
    ['4153524f', 'ASRO'],
    ['4152534f', 'ARSO'],
    ['41525250', 'ARRP'],
    ['ffffffff', arrow],
    ['feffffff', 'efbfbf'],
    ['fdffffff', 'fdffffff'],
    ['fffdffff', 'fffdffff'],
    ['fffffdff', 'fffffdff'],
    ['fffffffd', 'fffffffd'],
    ['50415231', 'LogIsCompressed: Parquet is read from'],
    ['51415231', 'QAR1'],
    ['50425231', 'PBR1'],
    ['50415331', 'PAS1'],
    ['50415232', 'PAR2'],
    ['efbbbf61', 'a'],
    ['efbbbe61', 'efbbbe61'],
    ['fffe6100', 'a'],
    ['feff0061', 'a'],
    ['61006200', 'ab'],
    ['00610062', 'ab'],
    ['61000062', '61000062'],
    ['00616200', '00616200'],
    ['1f8b', cut],
    ['28b5', cut],
    ['28b6', '28b6'],
    ['27b5', '27b5'],
    ['6162', 'ab'],
    ['', ''],
  ] as const)
    test(`${hex || 'none'}: ${expected}`, async () => {
      equal(await readAs(Buffer.from(hex, 'hex')), expected);
      equal(await readAs(Buffer.from(hex, 'hex'), 1), expected);
    });
});
