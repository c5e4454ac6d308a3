import { PyOpaque } from '../../core/pyValue.ts';
import { counted, percentDecoded, utf8Length } from '../text.ts';
import { fail, failUnicode, floorExactness, isBroken, lax, type Validator } from '../validator.ts';

/** `HttpUrl` or `AnyUrl`. The length is that of the input, in bytes of UTF-8. */
export function urlField(className: 'HttpUrl' | 'AnyUrl', maxLength: number | undefined): Validator {
  return {
    name: 'function-wrap[wrap_val()]',
    validate(input, place, run) {
      if (typeof input !== 'string') return fail(run, place, input, 'url_type', 'URL input should be a string or URL');
      if (isBroken(input)) return failUnicode(input, place, run);
      if (maxLength !== undefined && utf8Length(input) > maxLength) {
        const msg = `URL should have at most ${counted(maxLength, 'character')}`;
        return fail(run, place, input, 'url_too_long', msg);
      }
      const url = parseUrl(input);
      if (url.kind === 'error')
        return fail(run, place, input, 'url_parsing', `Input should be a valid URL, ${url.reason}`);
      if (className === 'HttpUrl' && url.scheme !== 'http' && url.scheme !== 'https')
        return fail(run, place, input, 'url_scheme', "URL scheme should be 'http' or 'https'");
      floorExactness(run, lax);
      return new PyOpaque(className, `${className}('${url.text}')`, url.text);
    },
  };
}

/** A URL in its normal form, or why the text is not a URL. */
type ParsedUrl =
  | { readonly kind: 'url'; readonly scheme: string; readonly text: string }
  | { readonly kind: 'error'; readonly reason: string };

/** Why a domain is refused, in the words of Rust's url crate, as all reasons are. */
const badDomain = 'invalid international domain name';

/** Rust's idna does not encode longer labels; in the DNS they have 63 letters at most. */
const maxLabel = 1000;

/** Of every runtime that the engine is for; the engine's own types know no platform. */
declare const URL: new (url: string) => PlatformUrl;

/** What is used of the platform's `URL`. */
interface PlatformUrl {
  readonly hostname: string;
  readonly href: string;
}

/** The platform's reading of an absolute URL; `undefined`: it is not one. */
function readUrl(text: string): PlatformUrl | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** What stands where in a URL that may not be one. */
interface UrlParts {
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
function splitUrl(input: string): UrlParts | undefined {
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

/** Whether a label beyond ASCII is too long for Rust's idna. The platform takes such labels, in time that grows with their square. */
function hasLongLabel({ host, isSpecial }: UrlParts): boolean {
  if (!isSpecial || host.length <= maxLabel) return false;
  return percentDecoded(host)
    .split(/[.\u3002\uff0e\uff61]/)
    .some(label => label.length > maxLabel && /[^\0-\x7f]/.test(label));
}

/** Whether Rust's idna refuses a domain, in ASCII, that the platform takes: a label in Punycode that stands for ASCII alone. */
function isRefusedDomain(domain: string): boolean {
  return /(?:^|\.)xn--(?:[a-z0-9-]*-)?(?:\.|$)/.test(domain);
}

/** Why a text is not a URL: the host, or the port behind it. */
function refusal({ scheme, isSpecial, host }: UrlParts): string {
  const [domain, port] = scheme === 'file' ? [host] : cutPort(host);
  if (domain.startsWith('[')) {
    const isAddress = domain.endsWith(']') && readUrl(`http://${domain}`) !== undefined;
    return isAddress && port !== undefined ? 'invalid port number' : 'invalid IPv6 address';
  }
  if (domain === '' || (isSpecial && isIgnored(percentDecoded(domain)))) return 'empty host';
  if (!isSpecial) return readUrl(`${scheme}://${domain}/`) ? 'invalid port number' : 'invalid domain character';
  // What ends in a number is an address, and a domain with another label behind it.
  const named = /[:@]/.test(domain) ? undefined : readUrl(`http://${domain.replace(/[.\u3002\uff0e\uff61]$/, '')}.a`);
  if (!named || isRefusedDomain(named.hostname)) return badDomain;
  return readUrl(`http://${domain}`) ? 'invalid port number' : 'invalid IPv4 address';
}

/** Host and port; without a colon there is no port. Linear. */
function cutPort(text: string): readonly [domain: string, port?: string] {
  const colon = text.indexOf(':', text.startsWith('[') ? text.indexOf(']') : 0);
  return colon < 0 ? [text] : [text.slice(0, colon), text.slice(colon + 1)];
}

/** Whether a domain leaves all of a host out. */
function isIgnored(host: string): boolean {
  return /^(?:\u00ad|\u034f|\u200b|\u2060|\ufeff|\p{Variation_Selector})*$/u.test(host);
}

/**
 * Parses an absolute URL as Rust's url crate does, and writes it in its normal form. The crate follows the WHATWG standard,
 * as does the platform's `URL`, which therefore reads; here stand the few things in which the crate differs. Linear.
 */
function parseUrl(input: string): ParsedUrl {
  if (input === '') return { kind: 'error', reason: 'input is empty' };
  const parts = splitUrl(input);
  if (!parts) return { kind: 'error', reason: 'relative URL without a base' };
  if (hasLongLabel(parts)) return { kind: 'error', reason: badDomain };
  const url = readUrl(textOf(parts));
  if (!url) return { kind: 'error', reason: refusal(parts) };
  if (parts.isSpecial && isRefusedDomain(url.hostname)) return { kind: 'error', reason: badDomain };
  return { kind: 'url', scheme: parts.scheme, text: normalText(url.href, parts) };
}

/** The URL as the platform is to read it: its `URL` takes no backslash behind the port of a scheme that the standard does not name. */
function textOf({ scheme, isSpecial, opening, user, host, rest }: UrlParts): string {
  const authority = isSpecial ? host : host.replace(/^((?:\[[^\]]*\]|[^:[\\])*:\d*)(?=\\)/, '$1/');
  return `${scheme}:${opening}${user}${authority}${rest}`;
}

/**
 * As the crate writes it: the standard has since come to escape `^` in paths; a path of a file begins with one slash, and
 * has no host in front of a drive.
 */
function normalText(href: string, { scheme, isSpecial, opening, rest }: UrlParts): string {
  const [head = ''] = (opening === '' && !isSpecial ? /^[^:]*:/ : /^[^:]*:\/\/[^/?#]*/).exec(href) ?? [];
  const [read = ''] = /^[^?#]*/.exec(href.slice(head.length)) ?? [];
  // Node's own forgets the slash of a path that leads nowhere.
  const path = read === '' && opening !== '' && rest.startsWith('/') ? '/' : read;
  const behind = href.slice(head.length + read.length);
  const pathname = rest.includes('^') && !/%5e/i.test(rest) ? path.replaceAll('%5E', '^') : path;
  if (scheme !== 'file') return head + pathname + behind;
  return (/^\/+[a-z]:(?:\/|$)/i.test(pathname) ? 'file://' : head) + pathname.replace(/^\/+/, '/') + behind;
}
