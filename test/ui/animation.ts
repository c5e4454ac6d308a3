import { writeFile } from 'node:fs/promises';
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

/** Colors of a GIF beside the one that stands for "as before". */
const maxColors = 255;

/** What a page shows, picture by picture, as an animated GIF. */
export class Animation {
  readonly #page: Page;
  readonly #frames: { readonly image: PNG; delay: number }[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** How long it plays, in milliseconds. */
  get duration(): number {
    return this.#frames.reduce((sum, { delay }) => sum + delay, 0);
  }

  /** Adds what the page shows now, for so many milliseconds. */
  async show(delay: number): Promise<void> {
    const image = PNG.sync.read(await this.#page.screenshot({ caret: 'initial' }));
    const last = this.#frames.at(-1);
    if (last?.image.data.equals(image.data)) last.delay += delay;
    else this.#frames.push({ image, delay });
  }

  /** Writes the file; of each picture only what is other than in the one before. */
  async save(path: string): Promise<void> {
    const encoder = GIFEncoder();
    const palette = quantize(this.#samples(), maxColors);
    let before: Uint32Array | undefined;
    for (const [i, { image, delay }] of this.#frames.entries()) {
      const { width, height } = image;
      const data = new Uint8Array(image.data);
      const pixels = new Uint32Array(data.buffer);
      const indexes = applyPalette(data, palette);
      for (let at = 0; before && at < pixels.length; at++) if (pixels[at] === before[at]) indexes[at] = palette.length;
      before = pixels;
      encoder.writeFrame(indexes, width, height, {
        ...(i === 0 && { palette: [...palette, [0, 0, 0]] }),
        transparent: i > 0,
        transparentIndex: palette.length,
        delay,
        dispose: 1,
      });
    }
    encoder.finish();
    await writeFile(path, encoder.bytes());
  }

  /** Every seventh pixel of some pictures: enough to find the colors. */
  #samples(): Uint8Array {
    const some = this.#frames.filter((_, i) => i % 6 === 0 || i === this.#frames.length - 1);
    const pixels = some.map(({ image }) =>
      new Uint32Array(new Uint8Array(image.data).buffer).filter((_, i) => i % 7 === 0),
    );
    const all = new Uint32Array(pixels.reduce((sum, each) => sum + each.length, 0));
    let at = 0;
    for (const each of pixels) {
      all.set(each, at);
      at += each.length;
    }
    return new Uint8Array(all.buffer);
  }
}
