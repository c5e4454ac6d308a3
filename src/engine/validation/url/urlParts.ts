/** Of every runtime that the engine is for; the engine's own types know no platform. */
declare const URL: new (url: string) => PlatformUrl;

/** What is used of the platform's `URL`. */
interface PlatformUrl {
  readonly hostname: string;
  readonly href: string;
}

/** The platform's reading of an absolute URL; `undefined`: it is not one. */
export function readUrl(text: string): PlatformUrl | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** What stands where in a URL that may not be one. */
export interface UrlParts {
  /** In lower case. */
  readonly scheme: string;
  /** Whether it is one of the standard's own schemes, which have hosts. */
  readonly isSpecial: boolean;
  /** The slashes between scheme and host; empty: there is no host. */
  readonly opening: string;
  /** User and password, with the `@`; a file has none. */
  readonly user: string;
  /** The host and what else stands before the path: the port. */
  readonly host: string;
  readonly rest: string;
}

/** Cuts a text as the standard does, without its tabs and line breaks; `undefined`: it has no scheme. */
export function splitUrl(input: string): UrlParts | undefined {
  const text = trimControls(input).replace(/[\t\n\r]/g, '');
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(text)?.[0].toLowerCase();
  if (scheme === undefined) return undefined;
  const behind = text.slice(scheme.length + 1);
  const isFile = scheme === 'file';
  const isSpecial = isFile || /^(?:https?|wss?|ftp)$/.test(scheme);
  const slashes = isFile ? /^[/\\]{2}/ : isSpecial ? /^[/\\]*/ : /^\/\//;
  const opening = slashes.exec(behind)?.[0];
  if (opening === undefined) return { scheme, isSpecial, opening: '', user: '', host: '', rest: behind };
  const [authority = ''] = (isSpecial ? /^[^/\\?#]*/ : /^[^/?#]*/).exec(behind.slice(opening.length)) ?? [];
  const at = isFile ? 0 : authority.lastIndexOf('@') + 1;
  const rest = behind.slice(opening.length + authority.length);
  return { scheme, isSpecial, opening, user: authority.slice(0, at), host: authority.slice(at), rest };
}

function trimControls(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text[start]! <= ' ') start++;
  while (end > start && text[end - 1]! <= ' ') end--;
  return text.slice(start, end);
}
