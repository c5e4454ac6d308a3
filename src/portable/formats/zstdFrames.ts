import { Decompress } from 'fzstd';
import type { XXHashAPI } from 'xxhash-wasm';
import { isSkippable, isZstd } from './isZstd.ts';

/** What `zstd` itself unpacks where nothing else is said, in bytes. */
const maxWindow = 128 * 1024 * 1024;
/** The most that a block holds, packed or not. */
const maxBlock = 128 * 1024;
/** So much of a frame waits, in bytes, until it is known how large its window has to be: a short one cannot claim a large one. */
const waitingBytes = 1024 * 1024;

/** The start of a frame. Absent: it does not say. */
export interface FrameHeader {
  /** Its own length, in bytes. */
  readonly length: number;
  readonly window: number;
  readonly contentSize?: bigint;
  readonly hasChecksum: boolean;
}

/** Reads the start of a frame; `undefined`: it is not all there. `mostWindow`: in bytes. Throws in words where it is none that can be read. */
export function frameHeader(bytes: Uint8Array, mostWindow = maxWindow): FrameHeader | undefined {
  if (bytes.length < 5) return undefined;
  if (!isZstd(bytes)) throw new Error('it is broken: no frame begins where one ends');
  const flags = bytes[4]!;
  if ((flags & 0x08) !== 0) throw new Error('it is broken: a frame has a flag that there is not');
  const isSingle = (flags & 0x20) !== 0;
  const idSize = [0, 1, 2, 4][flags & 3]!;
  const sizeFlag = flags >> 6;
  const sizeSize = sizeFlag > 0 ? 1 << sizeFlag : isSingle ? 1 : 0;
  const length = 5 + (isSingle ? 0 : 1) + idSize + sizeSize;
  if (bytes.length < length) return undefined;
  const idAt = 5 + (isSingle ? 0 : 1);
  if (bytes.subarray(idAt, idAt + idSize).some(byte => byte !== 0))
    throw new Error('it needs a dictionary, which is not in it');
  let contentSize: bigint | undefined;
  if (sizeSize > 0) {
    contentSize = 0n;
    for (let i = sizeSize - 1; i >= 0; i--) contentSize = (contentSize << 8n) | BigInt(bytes[idAt + idSize + i]!);
    if (sizeSize === 2) contentSize += 256n;
  }
  const window = isSingle ? Number(contentSize) : windowOf(bytes[5]!);
  if (window > mostWindow)
    throw new Error(
      `it needs ${Math.round(window / 2 ** 20)} MB of memory (zstd --long), and ${mostWindow / 2 ** 20} MB is the limit`,
    );
  const hasChecksum = (flags & 4) !== 0;
  return { length, window, ...(contentSize !== undefined && { contentSize }), hasChecksum };
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

/** The descriptor of the smallest window that holds so many bytes. */
function descriptorOf(window: number): number {
  let descriptor = 0;
  while (windowOf(descriptor) < window) descriptor++;
  return descriptor;
}

/** A frame that is being unpacked. */
interface Frame extends FrameHeader {
  /** Blocks that wait until it is known how large the window has to be. */
  waiting: Uint8Array[];
  waitingSize: number;
  /** The most that the blocks so far can hold. */
  most: number;
  stream: Decompress | undefined;
  size: bigint;
  readonly hash: ReturnType<XXHashAPI['create64']> | undefined;
  isEnded: boolean;
}

/**
 * Unpacks frames of zstd as they come. Every one is checked: its window before memory is taken for it, its blocks, the size
 * of what it holds, and its checksum, where it has them. Memory is that of the window, and never more than what has come can fill.
 */
export class ZstdFrames {
  readonly #create64: XXHashAPI['create64'];
  #rest = new Uint8Array();
  #toSkip = 0;
  #frame: Frame | undefined;
  #pieces: Uint8Array[] = [];
  #hasFrame = false;

  constructor({ create64 }: Pick<XXHashAPI, 'create64'>) {
    this.#create64 = create64;
  }

  /** What can be unpacked of all that has come. Throws an `Error` in words. */
  push(chunk: Uint8Array): readonly Uint8Array[] {
    let bytes = chunk;
    if (this.#rest.length > 0) {
      bytes = new Uint8Array(this.#rest.length + chunk.length);
      bytes.set(this.#rest);
      bytes.set(chunk, this.#rest.length);
    }
    let at = 0;
    for (;;) {
      const skipped = Math.min(this.#toSkip, bytes.length - at);
      this.#toSkip -= skipped;
      at += skipped;
      const count = this.#toSkip > 0 ? 0 : this.#take(bytes.subarray(at));
      if (count === 0) break;
      at += count;
    }
    this.#rest = bytes.slice(at);
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  /** Says that nothing follows. Throws where that is too early. */
  end(): void {
    if (this.#frame || this.#rest.length > 0 || this.#toSkip > 0 || !this.#hasFrame) throw new Error('it is cut off');
  }

  /** Takes the next part; 0: it is not all there. */
  #take(bytes: Uint8Array): number {
    if (!this.#frame) return this.#begin(bytes);
    return this.#frame.isEnded ? this.#check(this.#frame, bytes) : this.#block(this.#frame, bytes);
  }

  #begin(bytes: Uint8Array): number {
    if (isSkippable(bytes)) {
      if (bytes.length < 8) return 0;
      this.#toSkip = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
      return 8;
    }
    const header = frameHeader(bytes);
    if (!header) return 0;
    this.#hasFrame = true;
    this.#frame = {
      ...header,
      waiting: [],
      waitingSize: 0,
      most: 0,
      stream: undefined,
      size: 0n,
      isEnded: false,
      hash: header.hasChecksum ? this.#create64() : undefined,
    };
    return header.length;
  }

  #block(frame: Frame, bytes: Uint8Array): number {
    if (bytes.length < 3) return 0;
    const head = bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16);
    const [isLast, type, size] = [(head & 1) !== 0, (head >> 1) & 3, head >> 3];
    if (type === 3 || size > maxBlock) throw new Error('it is broken: there is no such block');
    const length = 3 + (type === 1 ? 1 : size);
    if (bytes.length < length) return 0;
    frame.waiting.push(bytes.slice(0, length));
    frame.waitingSize += length;
    frame.most += type === 2 ? maxBlock : size;
    if (frame.stream || isLast || frame.waitingSize >= waitingBytes) this.#unpack(frame, isLast);
    frame.isEnded = isLast;
    if (isLast && !frame.hash) this.#end(frame);
    return length;
  }

  /** Unpacks the blocks that wait. */
  #unpack(frame: Frame, isLast: boolean): void {
    const blocks = frame.waiting;
    frame.waiting = [];
    frame.waitingSize = 0;
    if (!frame.stream) {
      frame.stream = new Decompress(piece => this.#give(frame, piece));
      // A frame that goes on may refer back as far as it says.
      const window = isLast ? Math.min(frame.window, frame.most) : frame.window;
      blocks[0] = withHead(blocks[0]!, descriptorOf(window));
    }
    for (const [i, block] of blocks.entries()) {
      try {
        frame.stream.push(block, isLast && i === blocks.length - 1);
      } catch (error) {
        throw new Error(`it is broken: ${(error as Error).message}`);
      }
    }
  }

  #give(frame: Frame, piece: Uint8Array): void {
    if (piece.length === 0) return;
    if (piece.length > maxBlock) throw new Error('a block holds too much');
    frame.size += BigInt(piece.length);
    if (frame.contentSize !== undefined && frame.size > frame.contentSize)
      throw new Error('a frame holds more than it says');
    frame.hash?.update(piece);
    this.#pieces.push(piece);
  }

  /** Compares the checksum behind a frame. */
  #check(frame: Frame, bytes: Uint8Array): number {
    if (bytes.length < 4) return 0;
    const checksum = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    if (Number(BigInt.asUintN(32, frame.hash!.digest())) !== checksum)
      throw new Error('it is broken: its checksum is another one');
    this.#end(frame);
    return 4;
  }

  #end({ contentSize, size }: Frame): void {
    if (contentSize !== undefined && contentSize !== size)
      throw new Error(`it is broken: a frame says that it holds ${contentSize} bytes, and holds ${size}`);
    this.#frame = undefined;
  }
}

/** The first block behind a start of a frame that says nothing but its window. */
function withHead(block: Uint8Array, descriptor: number): Uint8Array {
  const bytes = new Uint8Array(6 + block.length);
  bytes.set([0x28, 0xb5, 0x2f, 0xfd, 0, descriptor]);
  bytes.set(block, 6);
  return bytes;
}
