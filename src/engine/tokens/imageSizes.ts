import { EngineError } from '../core/errors.ts';
import type { Resources } from '../core/resources.ts';
import { decodeBase64 } from '../text/index.ts';
import { type ImageSize, imageSize } from './imageSize.ts';

/** The sizes of images by their addresses. They are remembered, because every round of a truncation asks for the same images again. */
export class ImageSizes {
  /** Of an image that could not be had: `undefined`. */
  readonly #sizes = new Map<string, ImageSize | undefined>();

  /**
   * The size of an image in a `data:image/` address, or of one that is known; `undefined` for one that could not be had.
   * Inside `learning` any other is looked at next.
   */
  of(url: string): ImageSize | undefined {
    if (this.#sizes.has(url)) return this.#sizes.get(url);
    if (!url.startsWith('data:image/')) throw new RemoteImage(url);
    const data = url.split('base64,')[1];
    if (data === undefined) throw new EngineError('IndexError', 'list index out of range');
    return this.#learn(url, decodeBase64(data));
  }

  /** What `count` gives, after fetching the images that it asks for, one after another as it comes to them. */
  async learning(resources: Resources | undefined, count: () => number): Promise<number> {
    for (;;) {
      try {
        return count();
      } catch (error) {
        if (!(error instanceof RemoteImage)) throw error;
        await this.#fetch(error.url, resources);
      }
    }
  }

  async #fetch(url: string, resources: Resources | undefined): Promise<void> {
    try {
      this.#learn(url, await fetchImage(url, resources));
    } catch (error) {
      if (!resources?.unreadImage || !(error instanceof EngineError)) throw error;
      resources.unreadImage(url, { class: error.class, message: error.message });
      this.#sizes.set(url, undefined);
    }
  }

  #learn(url: string, bytes: Uint8Array): ImageSize {
    const size = imageSize(bytes);
    this.#sizes.set(url, size);
    return size;
  }
}

/** An image that must be fetched before its size is known. */
class RemoteImage extends EngineError {
  readonly url: string;
  constructor(url: string) {
    super('NetworkNotAllowed', `${url} would have to be fetched.`);
    this.url = url;
  }
}

/** The bytes of an image, in at most three tries. */
async function fetchImage(url: string, resources: Resources | undefined): Promise<Uint8Array> {
  if (!resources?.fetch)
    throw new EngineError(
      'NetworkNotAllowed',
      `${url} would have to be fetched, and ParserLens may not use the network.`,
    );
  for (let tries = 1; ; tries++) {
    try {
      return await resources.fetch(url);
    } catch (error) {
      if (tries === 3) throw new EngineError('HTTPError', error instanceof Error ? error.message : String(error));
    }
  }
}
