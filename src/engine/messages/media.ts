import { EngineError } from '../core/errors.ts';
import { type PyValue, pyTypeName } from '../core/pyValue.ts';
import type { Resources } from '../core/resources.ts';
import { urlParse } from '../python/index.ts';
import { decodeBase64, decodeUtf8, encodeBase64 } from '../text/index.ts';

/**
 * What formatters need of files and the network. Every file and address is read at most once, although the system reads
 * them again in every round of its truncation; what comes out is the same.
 */
export class Media {
  readonly #resources: Resources | undefined;
  readonly #files = new Map<string, Promise<Uint8Array | undefined>>();
  readonly #fetched = new Map<string, Promise<Uint8Array>>();
  readonly #saved = new Map<string, Promise<string>>();

  constructor(resources: Resources | undefined) {
    this.#resources = resources;
  }

  /** The bytes of a local file, `undefined` if there is none (`os.path.exists` is false). */
  file(path: string): Promise<Uint8Array | undefined> {
    // The network's addresses are not files, nor what ends like a folder, and without resources nothing is.
    if (!this.#resources || /^(https?|data):|\/$/i.test(path)) return Promise.resolve(undefined);
    return remember(this.#files, path, () => this.#resources!.readFile(this.#fromFolder(path)));
  }

  /** The base64 text of a local file, `undefined` if there is none. */
  async fileAsBase64(path: string): Promise<string | undefined> {
    const bytes = await this.file(path);
    return bytes && encodeBase64(bytes);
  }

  /** A path inside the conversation's folder as seen from there, any other as it is. */
  #fromFolder(path: string): string {
    const folder = this.absolute('');
    const absolute = this.absolute(path);
    return absolute.startsWith(`${folder}/`) ? absolute.slice(folder.length + 1) : path;
  }

  /** `os.path.abspath(path)`: from the conversation's folder, `.` and `..` resolved. */
  absolute(path: string): string {
    const parts: string[] = [];
    const whole = path.startsWith('/') ? path : `${this.#resources?.cwd ?? ''}/${path}`;
    for (const part of whole.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '' && part !== '.') parts.push(part);
    }
    return `${/^[A-Za-z]:$/.test(parts[0] ?? '') ? '' : '/'}${parts.join('/')}`;
  }

  /** `requests.get` with `raise_for_status`, once. Rejects with whatever the fetch rejects with. */
  get(url: string): Promise<Uint8Array> {
    return remember(this.#fetched, url, () => this.#fetch(url));
  }

  /** `_get_bytes_from_web_url`: three tries; the decoded text if the bytes are UTF-8, else base64. Raises its `RuntimeError`. */
  async getText(url: string): Promise<string> {
    for (let tries = 0; tries < 3; tries++) {
      try {
        const bytes = await this.get(url);
        return decodeUtf8(bytes) ?? encodeBase64(bytes);
      } catch (error) {
        if (error instanceof EngineError && error.class === 'NetworkNotAllowed') throw error;
        this.#fetched.delete(url);
      }
    }
    throw new EngineError('RuntimeError', `Failed to fetch bytes from URL \`${url}\` after 3 retries.`);
  }

  /** `_save_base64_data`: the path of a new temporary file whose name ends in `ending`. What was saved is read back from here. */
  async save(data: string, ending: string): Promise<string> {
    const bytes = decodeBase64(data);
    const writeTemp = this.#resources?.writeTemp;
    if (!writeTemp)
      throw new EngineError('TemporaryFilesNotAllowed', 'This tool output would be saved to a temporary file first.');
    return remember(this.#saved, `${ending}\n${data}`, async () => {
      const path = await writeTemp(bytes, ending);
      this.#files.set(path, Promise.resolve(bytes));
      return path;
    });
  }

  async #fetch(url: string): Promise<Uint8Array> {
    if (this.#resources?.fetch) return this.#resources.fetch(url);
    throw new EngineError(
      'NetworkNotAllowed',
      `${url} would have to be fetched, and ParserLens may not use the network.`,
    );
  }
}

/** `urlparse(url).scheme != ""`. Raises `ValueError` where `urlparse` does. */
export function hasScheme(url: string): boolean {
  return urlParse(url).scheme !== '';
}

/** `urlparse(url).scheme not in ["", "file"]`: an address on the web. Raises `ValueError` where `urlparse` does. */
export function isWebAddress(url: string): boolean {
  return !['', 'file'].includes(urlParse(url).scheme);
}

/** `url.removeprefix("file://")`. Raises `AttributeError` for a url that is not text. */
export function withoutFilePrefix(url: PyValue): string {
  if (typeof url === 'string') return url.replace(/^file:\/\//, '');
  throw new EngineError('AttributeError', `'${pyTypeName(url)}' object has no attribute 'removeprefix'`);
}

/** True where cutting `file://` or taking the scheme `file` for none can make a difference. */
export function isFileUrl(url: PyValue): boolean {
  return typeof url !== 'string' || /^[\0- ]*f[\t\r\n]*i[\t\r\n]*l[\t\r\n]*e[\t\r\n]*:/i.test(url);
}

function remember<T>(cache: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let found = cache.get(key);
  if (!found) {
    found = make();
    // A rejection belongs to whoever awaits it; without a handler here it would count as unhandled as well.
    found.catch(() => cache.delete(key));
    cache.set(key, found);
  }
  return found;
}
