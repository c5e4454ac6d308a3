import { EngineError } from '../core/errors.ts';

/** The parts of an address that matter to formatters. */
export interface ParsedUrl {
  /** In lower case; empty where there is none. */
  readonly scheme: string;
  /** The host, with user and port. */
  readonly netloc: string;
  /** Without parameters, query and fragment. */
  readonly path: string;
}

/** Schemes whose last path segment may have parameters behind a semicolon. */
const withParameters = [
  '',
  'ftp',
  'hdl',
  'prospero',
  'http',
  'https',
  'shttp',
  'rtsp',
  'rtspu',
  'sip',
  'sips',
  'mms',
  'sftp',
  'tel',
];

/**
 * Python's `urlparse(url)`: the scheme is a letter, then letters, digits, `+`, `-` and `.` up to the first colon. Leading
 * blanks and control characters do not count, tabs and line feeds nowhere. Raises `ValueError` for a host with half a
 * bracket.
 */
export function urlParse(url: string): ParsedUrl {
  let rest = url.replace(/^[\0- ]+/, '').replace(/[\t\r\n]/g, '');
  const [prefix = ''] = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(rest) ?? [];
  rest = rest.slice(prefix.length);
  const [host = ''] = /^\/\/[^/?#]*/.exec(rest) ?? [];
  if (host.includes('[') !== host.includes(']')) throw new EngineError('ValueError', 'Invalid IPv6 URL');
  const scheme = prefix.slice(0, -1).toLowerCase();
  const whole = rest.slice(host.length).split('#', 1)[0]!.split('?', 1)[0]!;
  const parameters = withParameters.includes(scheme) ? whole.indexOf(';', Math.max(0, whole.lastIndexOf('/'))) : -1;
  return { scheme, netloc: host.slice(2), path: parameters < 0 ? whole : whole.slice(0, parameters) };
}
