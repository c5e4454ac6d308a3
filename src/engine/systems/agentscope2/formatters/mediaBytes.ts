import { EngineError } from '../../../core/errors.ts';
import { pyRepr } from '../../../python/index.ts';
import { decodeBase64, encodeBase64 } from '../../../text/index.ts';
import type { DataSource } from '../messages/block.ts';

/** Files and the network, as far as formatters need them. */
export interface MediaAccess {
  /** `open(path, "rb")`; `undefined`: there is no such file. */
  readFile(path: string): Promise<Uint8Array | undefined>;
  /** `requests.get(url)`. Rejects where the host cannot be reached or answers with an error. */
  fetch(url: string): Promise<Uint8Array>;
  /** Writes a new temporary file whose name ends in `suffix` and gives its path. */
  writeTemp(bytes: Uint8Array, suffix: string): Promise<string>;
}

const filePrefix = 'file://';

/** The path of a `file://` address, as it is opened: still percent-encoded. `undefined` for every other address. */
export function localPath(url: string): string | undefined {
  return url.startsWith(filePrefix) ? url.slice(filePrefix.length) : undefined;
}

/** The bytes of media. Every file and address is read at most once. */
export class MediaBytes {
  readonly #access: MediaAccess;
  readonly #read = new Map<string, Promise<string>>();

  constructor(access: MediaAccess) {
    this.#access = access;
  }

  /** The data in base64: as they are written, or of the file or the answer behind the address. Raises `FileNotFoundError`, and what fetching raises. */
  base64(source: DataSource): Promise<string> {
    if (source.type === 'base64') return Promise.resolve(source.data);
    let reading = this.#read.get(source.url);
    if (!reading) {
      reading = this.#base64Of(source.url);
      // A rejection belongs to whoever awaits it.
      reading.catch(() => {});
      this.#read.set(source.url, reading);
    }
    return reading;
  }

  /** `data:TYPE;base64,DATA`. */
  async dataUrl(source: DataSource): Promise<string> {
    return `data:${source.mediaType};base64,${await this.base64(source)}`;
  }

  /** The address itself where it is on the web, else a data URL. */
  async passed(source: DataSource): Promise<string> {
    return source.type === 'url' && localPath(source.url) === undefined ? source.url : this.dataUrl(source);
  }

  /** The path of a new temporary file with the data. Raises `binascii.Error` for what is not base64. */
  async save(data: string, suffix: string): Promise<string> {
    return this.#access.writeTemp(decodeBase64(data), suffix);
  }

  async #base64Of(url: string): Promise<string> {
    const path = localPath(url);
    if (path === undefined) return encodeBase64(await this.#access.fetch(url));
    const bytes = await this.#access.readFile(path);
    if (bytes) return encodeBase64(bytes);
    throw new EngineError('FileNotFoundError', `[Errno 2] No such file or directory: ${pyRepr(path)}`);
  }
}
