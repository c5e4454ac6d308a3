import { percentDecoded } from '../text.ts';
import { readUrl, type UrlParts } from './urlParts.ts';

/** Why a domain is refused, in the words of Rust's url crate, as all reasons are. */
export const badDomain = 'invalid international domain name';

/** Rust's idna does not encode longer labels; in the DNS they have 63 letters at most. */
const maxLabel = 1000;

/** Whether a label beyond ASCII is too long for Rust's idna. The platform takes such labels, in time that grows with their square. */
export function hasLongLabel({ host, isSpecial }: UrlParts): boolean {
  if (!isSpecial || host.length <= maxLabel) return false;
  return percentDecoded(host)
    .split(/[.\u3002\uff0e\uff61]/)
    .some(label => label.length > maxLabel && /[^\0-\x7f]/.test(label));
}

/** Whether Rust's idna refuses a domain, in ASCII, that the platform takes: a label in Punycode that stands for ASCII alone. */
export function isRefusedDomain(domain: string): boolean {
  return /(?:^|\.)xn--(?:[a-z0-9-]*-)?(?:\.|$)/.test(domain);
}

/** Why a text is not a URL: the host, or the port behind it. */
export function refusal({ scheme, isSpecial, host }: UrlParts): string {
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
