import { emptyHost, parseHost, parseOpaqueHost, UrlError } from './parseHost.ts';
import { encodeSets, percentEncode } from './percentEncode.ts';

/** A URL in its normal form, or why the text is not a URL. */
export type ParsedUrl =
  | { readonly kind: 'url'; readonly scheme: string; readonly text: string }
  | { readonly kind: 'error'; readonly reason: string };

/** The schemes that need a host, with their default ports. */
const special: Readonly<Record<string, string>> = { http: '80', https: '443', ws: '80', wss: '443', ftp: '21' };

/** Parses an absolute URL as Rust's url crate does (the WHATWG standard), and writes it in its normal form. */
export function parseUrl(input: string): ParsedUrl {
  if (input === '') return { kind: 'error', reason: 'input is empty' };
  const text = trimControls(input).replace(/[\t\n\r]/g, '');
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(text)?.[0].toLowerCase();
  if (scheme === undefined) return { kind: 'error', reason: 'relative URL without a base' };
  const { main, query, fragment } = splitEnd(text.slice(scheme.length + 1));
  const isFile = scheme === 'file';
  const isSpecial = isFile || Object.hasOwn(special, scheme);
  const start = isFile ? parseFile(main) : isSpecial ? parseSpecial(scheme, main) : parseOther(main);
  if (start instanceof UrlError) return { kind: 'error', reason: start.reason };
  const querySet = isSpecial ? encodeSets.specialQuery : encodeSets.query;
  const shownQuery = query === undefined ? '' : `?${percentEncode(query, querySet)}`;
  const shownFragment = fragment === undefined ? '' : `#${percentEncode(fragment, encodeSets.fragment)}`;
  return { kind: 'url', scheme, text: `${scheme}:${start}${shownQuery}${shownFragment}` };
}

function trimControls(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text[start]! <= ' ') start++;
  while (end > start && text[end - 1]! <= ' ') end--;
  return text.slice(start, end);
}

function splitEnd(text: string): { main: string; query?: string; fragment?: string } {
  const hash = text.indexOf('#');
  const before = hash < 0 ? text : text.slice(0, hash);
  const mark = before.indexOf('?');
  return {
    main: mark < 0 ? before : before.slice(0, mark),
    ...(mark >= 0 && { query: before.slice(mark + 1) }),
    ...(hash >= 0 && { fragment: text.slice(hash + 1) }),
  };
}

function parseSpecial(scheme: string, main: string): string | UrlError {
  const rest = main.replaceAll('\\', '/').replace(/^\/+/, '');
  const slash = rest.indexOf('/');
  const authority = parseAuthority(slash < 0 ? rest : rest.slice(0, slash), special[scheme], parseHost);
  if (authority instanceof UrlError) return authority;
  return `//${authority}${normalPath(slash < 0 ? '' : rest.slice(slash + 1))}`;
}

function parseFile(main: string): string | UrlError {
  const rest = main.replaceAll('\\', '/');
  if (!rest.startsWith('//')) return `//${normalPath(rest.replace(/^\/+/, ''))}`;
  const [, host = '', path = ''] = /^\/\/([^/]*)(.*)$/s.exec(rest) ?? [];
  // What looks like the letter of a drive is part of the path.
  if (/^[a-z][:|]$/i.test(host)) return `///${host[0]}:${path}`;
  const parsed = host === '' ? '' : parseHost(host);
  if (parsed instanceof UrlError) return parsed;
  return `//${parsed === 'localhost' ? '' : parsed}${normalPath(path.replace(/^\/+/, ''))}`;
}

function parseOther(main: string): string | UrlError {
  if (!main.startsWith('//')) {
    if (!main.startsWith('/')) return percentEncode(main, encodeSets.opaque);
    const path = normalPath(main.slice(1));
    return path.startsWith('//') ? `/.${path}` : path;
  }
  const slash = main.indexOf('/', 2);
  const authority = parseAuthority(slash < 0 ? main.slice(2) : main.slice(2, slash), undefined, parseOpaqueHost);
  if (authority instanceof UrlError) return authority;
  return `//${authority}${slash < 0 ? '' : normalPath(main.slice(slash + 1))}`;
}

function parseAuthority(
  text: string,
  defaultPort: string | undefined,
  parse: (host: string) => string | UrlError,
): string | UrlError {
  const at = text.lastIndexOf('@');
  const userinfo = at < 0 ? '' : printUserinfo(text.slice(0, at));
  const [, hostText = '', portText] = /^((?:\[[^\]]*\]?|[^:[])*)(?::(.*))?$/s.exec(text.slice(at + 1)) ?? [];
  const isSpecial = defaultPort !== undefined;
  if (hostText === '' && (isSpecial || portText !== undefined || userinfo !== '')) return emptyHost;
  const host = parse(hostText);
  if (host instanceof UrlError) return host;
  if (portText === undefined || portText === '') return userinfo + host;
  if (!/^[0-9]+$/.test(portText) || Number(portText) > 65_535) return new UrlError('invalid port number');
  const port = String(Number(portText));
  return `${userinfo}${host}${port === defaultPort ? '' : `:${port}`}`;
}

function printUserinfo(text: string): string {
  const colon = text.indexOf(':');
  const user = percentEncode(colon < 0 ? text : text.slice(0, colon), encodeSets.userinfo);
  const password = colon < 0 ? '' : percentEncode(text.slice(colon + 1), encodeSets.userinfo);
  return user || password ? `${user}${password && `:${password}`}@` : '';
}

/** A path, given without its first slash, with `.` and `..` carried out. */
function normalPath(text: string): string {
  const segments: string[] = [];
  const parts = text.split('/');
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const plain = part.replace(/%2e/gi, '.');
    if (plain === '..') segments.pop();
    if (plain !== '..' && plain !== '.') segments.push(percentEncode(part, encodeSets.path));
    else if (isLast) segments.push('');
  }
  return `/${segments.join('/')}`;
}
