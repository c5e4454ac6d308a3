import { readUrl, splitUrl, type UrlParts } from './urlParts.ts';
import { badDomain, hasLongLabel, isRefusedDomain, refusal } from './urlRefusal.ts';

/** A URL in its normal form, or why the text is not a URL. */
export type ParsedUrl =
  | { readonly kind: 'url'; readonly scheme: string; readonly text: string }
  | { readonly kind: 'error'; readonly reason: string };

/**
 * Parses an absolute URL as Rust's url crate does, and writes it in its normal form. The crate follows the WHATWG standard,
 * as does the platform's `URL`, which therefore reads; here stand the few things in which the crate differs. Linear.
 */
export function parseUrl(input: string): ParsedUrl {
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
  const given = isSpecial ? host : host.replace(/^((?:\[[^\]]*\]|[^:[\\])*:\d*)(?=\\)/, '$1/');
  return `${scheme}:${opening}${user}${given}${rest}`;
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
  const shown = rest.includes('^') && !/%5e/i.test(rest) ? path.replaceAll('%5E', '^') : path;
  if (scheme !== 'file') return head + shown + behind;
  return (/^\/+[a-z]:(?:\/|$)/i.test(shown) ? 'file://' : head) + shown.replace(/^\/+/, '/') + behind;
}
