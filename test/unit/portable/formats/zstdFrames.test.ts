import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import xxhash from 'xxhash-wasm';
import { streamSource } from '../../../../src/node/evaluation/fileSource.ts';
import { ZstdFrames } from '../../../../src/portable/formats/zstdFrames.ts';

const loading = xxhash();
const hashes = () => loading;

interface FrameOptions {
  /** Absent: the frame does not say. */
  readonly size?: number;
  readonly isSingle?: boolean;
  readonly window?: number;
  readonly checksum?: number;
}

/** A frame whose blocks are as they are. */
function frameOf(bytes: Uint8Array, { size, isSingle = false, window = 0x48, checksum }: FrameOptions = {}): Buffer {
  const flags = (size === undefined ? 0 : 0xc0) | (isSingle ? 0x20 : 0) | (checksum === undefined ? 0 : 4);
  const parts: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, flags, ...(isSingle ? [] : [window])])];
  if (size !== undefined) {
    const told = Buffer.alloc(8);
    told.writeBigUInt64LE(BigInt(size));
    parts.push(told);
  }
  for (let from = 0; from === 0 || from < bytes.length; from += 65_536) {
    const part = bytes.subarray(from, from + 65_536);
    const head = (part.length << 3) | (from + 65_536 >= bytes.length ? 1 : 0);
    parts.push(Buffer.from([head & 255, (head >> 8) & 255, head >> 16]), Buffer.from(part));
  }
  if (checksum !== undefined) {
    const told = Buffer.alloc(4);
    told.writeUInt32LE(checksum);
    parts.push(told);
  }
  return Buffer.concat(parts);
}

const skippable = (size: number) =>
  Buffer.concat([Buffer.from([0x53, 0x2a, 0x4d, 0x18, size, 0, 0, 0]), Buffer.alloc(size, 7)]);

suite('frames of zstd', () => {
  const text = Buffer.from('{"response": "a line"}\n'.repeat(3000));
  const unpacked = async (packed: Uint8Array, step = packed.length) => {
    const frames = new ZstdFrames(await hashes());
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < packed.length; at += step) pieces.push(...frames.push(packed.subarray(at, at + step)));
    frames.end();
    return Buffer.concat(pieces);
  };
  const checksum = async () => Number(BigInt.asUintN(32, (await hashes()).h64Raw(text)));

  test('are unpacked, however the bytes come, with all that they say of themselves, and skipped ones between them', async () => {
    const options: readonly FrameOptions[] = [
      {},
      { size: text.length },
      { size: text.length, isSingle: true },
      { checksum: await checksum() },
      { size: text.length, checksum: await checksum() },
    ];
    for (const each of options)
      for (const step of [1_000_000, 4093, 7]) equal((await unpacked(frameOf(text, each), step)).equals(text), true);
    const several = Buffer.concat([skippable(5), frameOf(text), skippable(0), frameOf(text), skippable(9)]);
    for (const step of [1_000_000, 5, 3]) equal((await unpacked(several, step)).length, 2 * text.length);
    equal((await unpacked(frameOf(new Uint8Array()))).length, 0);
  });

  const rejected = async (packed: Uint8Array, words: RegExp) => {
    const frames = new ZstdFrames(await hashes());
    throws(() => {
      frames.push(packed);
      frames.end();
    }, words);
  };

  test('that lie are refused, each in words', async () => {
    const right = await checksum();
    await rejected(frameOf(text, { checksum: (right ^ 1) >>> 0 }), /its checksum is another one/);
    await rejected(frameOf(text, { size: text.length + 1 }), /holds \d+ bytes, and holds \d+/);
    await rejected(frameOf(text, { size: text.length - 1 }), /a frame holds more than it says/);
    await rejected(frameOf(text, { window: 0xa0 }), /needs 1024 MB of memory \(zstd --long\), and 128 MB is the limit/);
    await rejected(frameOf(text, { size: 2 ** 31, isSingle: true }), /needs 2048 MB of memory/);
    await rejected(Buffer.concat([frameOf(text), frameOf(text, { window: 0xa0 })]), /needs 1024 MB/);
    await rejected(frameOf(text).subarray(0, 500), /cut off/);
    await rejected(Buffer.concat([frameOf(text), Buffer.from('more')]), /cut off|no frame begins/);
    await rejected(Buffer.concat([frameOf(text), Buffer.from('more of it')]), /no frame begins where one ends/);
    await rejected(skippable(9), /cut off/);
    const withDictionary = frameOf(text);
    withDictionary[4] = 1;
    await rejected(withDictionary, /needs a dictionary|broken/);
    const reserved = frameOf(text);
    reserved[4] = 8;
    await rejected(reserved, /a flag that there is not/);
    const block = frameOf(text);
    block[6]! |= 6;
    await rejected(block, /no such block/);
  });

  test('of which any bit is flipped are never other text, where they have a checksum', async () => {
    const few = text.subarray(0, 400);
    const packed = frameOf(few, {
      size: few.length,
      checksum: Number(BigInt.asUintN(32, (await hashes()).h64Raw(few))),
    });
    let refused = 0;
    for (let bit = 0; bit < packed.length * 8; bit++) {
      const copy = Buffer.from(packed);
      copy[bit >> 3]! ^= 1 << (bit & 7);
      const result = await unpacked(copy).catch(() => undefined);
      if (!result) refused++;
      else equal(result.equals(few), true, `bit ${bit}`);
    }
    ok(refused > packed.length * 8 - 20, String(refused));
  });

  test('take the memory of what is there, not of what they claim', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const kept: Uint8Array[] = [];
    const frames = new ZstdFrames(await hashes());
    for (let i = 0; i < 20; i++) kept.push(...frames.push(frameOf(Buffer.from('few'), { window: 0x88 })));
    frames.end();
    deepEqual(Buffer.concat(kept).toString(), 'few'.repeat(20));
    ok(process.memoryUsage().arrayBuffers - before < 32 * 1024 * 1024);
  });

  test('a log of gzip or of zstd that is cut at any byte is an error, and not a text', async () => {
    const lines = Buffer.from('{"response": "a line"}\n'.repeat(3));
    const read = async (packed: Uint8Array) => {
      let all = '';
      const source = streamSource(async function* () {
        yield packed;
      });
      for await (const chunk of source.chunks()) all += Buffer.from(chunk).toString();
      return all;
    };
    for (const packed of [gzipSync(lines), frameOf(lines, { size: lines.length })]) {
      equal(await read(packed), String(lines));
      for (let length = 2; length < packed.length; length++)
        await rejects(read(packed.subarray(0, length)), { class: 'LogIsCompressed' }, String(length));
    }
  });
});
