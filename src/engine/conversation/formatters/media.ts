import { EngineError } from '../../core/errors.ts';
import type { Resources } from '../../core/resources.ts';
import { decodeBase64, encodeBase64 } from '../../text/base64.ts';
import { decodeUtf8 } from '../../text/utf8.ts';

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
    // The network's addresses are no files, nor what ends like a folder, and without resources nothing is.
    if (!this.#resources || /^(https?|data):|\/$/i.test(path)) return Promise.resolve(undefined);
    return remember(this.#files, path, () => this.#resources!.readFile(path));
  }

  /** The base64 text of a local file, `undefined` if there is none. */
  async fileAsBase64(path: string): Promise<string | undefined> {
    const bytes = await this.file(path);
    return bytes && encodeBase64(bytes);
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

  /** `_save_base64_data`: the path of a new temporary file; its name ends in two dots and the subtype, as the system's does. */
  async save(mediaType: string, data: string): Promise<string> {
    const bytes = decodeBase64(data);
    const writeTemp = this.#resources?.writeTemp;
    if (!writeTemp)
      throw new EngineError('TemporaryFilesNotAllowed', 'This tool output would be saved to a temporary file first.');
    return remember(this.#saved, `${mediaType}\n${data}`, () => writeTemp(bytes, `..${mediaType.split('/').at(-1)}`));
  }

  async #fetch(url: string): Promise<Uint8Array> {
    if (this.#resources?.fetch) return this.#resources.fetch(url);
    throw new EngineError(
      'NetworkNotAllowed',
      `${url} would have to be fetched, and ParserLens may not use the network.`,
    );
  }
}

/**
 * `urlparse(url).scheme != ""`: a letter, then letters, digits, `+`, `-` and `.` up to the first colon. Leading blanks
 * and control characters do not count, tabs and line feeds nowhere. Raises `ValueError` for a host with half a bracket.
 */
export function hasScheme(url: string): boolean {
  const cleaned = url.replace(/^[\0- ]+/, '').replace(/[\t\r\n]/g, '');
  const [scheme = ''] = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(cleaned) ?? [];
  const [host = ''] = /^\/\/[^/?#]*/.exec(cleaned.slice(scheme.length)) ?? [];
  if (host.includes('[') !== host.includes(']')) throw new EngineError('ValueError', 'Invalid IPv6 URL');
  return scheme !== '';
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
