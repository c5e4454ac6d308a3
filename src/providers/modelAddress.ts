/** The kinds of API that ParserLens speaks. */
const apis = ['openai', 'anthropic', 'gemini', 'ollama'] as const;

/** One of {@link apis}. */
export type Api = (typeof apis)[number];

/** A model and where it is asked. */
export interface ModelAddress {
  readonly api: Api;
  /** Without a slash at its end, such as `http://127.0.0.1:11434/v1`. */
  readonly base: string;
  /** Host and port, as `URL.host` has them. */
  readonly host: string;
  /** The model's name, as the server knows it. */
  readonly model: string;
}

/** An address that cannot be used; the message says why. */
export class ModelAddressError extends Error {}

/** The hosts whose name says their API. */
const knownHosts: Readonly<Record<string, Api>> = {
  'api.anthropic.com': 'anthropic',
  'generativelanguage.googleapis.com': 'gemini',
};

/** Where an API lies on a host, for an address that has no path. */
const defaultPaths: Readonly<Record<Api, string>> = { openai: '/v1', anthropic: '/v1', gemini: '/v1beta', ollama: '' };

/**
 * Reads `URL#MODEL`. The API is what stands before a `+` (`anthropic+http://127.0.0.1:8080#claude`), else what the host or
 * the path shows: Anthropic's and Gemini's own hosts; Ollama's own API at its port without a path, or with the path
 * `/api`; everything else speaks OpenAI's. Throws {@link ModelAddressError}: for what is not an address of HTTP or names no
 * model, for plain HTTP to a provider of the list, and for a name and password in it.
 */
export function readModelAddress(written: string): ModelAddress {
  const hash = written.indexOf('#');
  const model = hash < 0 ? '' : written.slice(hash + 1);
  const [, prefix, address = ''] = /^(?:([a-z]+)\+(?=https?:))?(.*)$/is.exec(
    hash < 0 ? written : written.slice(0, hash),
  )!;
  if (prefix !== undefined && !apis.includes(prefix.toLowerCase() as Api))
    throw new ModelAddressError(`There is no API \`${prefix}\`. There are: ${apis.join(', ')}.`);
  const url = urlOf(address);
  if (model === '')
    throw new ModelAddressError(
      `Name the model after a \`#\`, such as ${url.origin}${url.pathname.replace(/\/$/, '')}#llama3.`,
    );
  const api = (prefix?.toLowerCase() as Api | undefined) ?? apiAt(url);
  const path = url.pathname.replace(/\/+$/, '');
  const isOllamaRoot = api === 'ollama' && path === '/api';
  return {
    api,
    base: `${url.origin}${isOllamaRoot ? '' : path || defaultPaths[api]}`,
    host: url.host,
    model,
  };
}

function urlOf(address: string): URL {
  if (!URL.canParse(address))
    throw new ModelAddressError('Write the address of a server and a model, such as http://127.0.0.1:11434/v1#llama3.');
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ModelAddressError('Models are asked over http: or https: only.');
  if (url.username || url.password || url.search)
    throw new ModelAddressError('An address must not hold a key: keys are sent in headers, never in addresses.');
  if (url.protocol === 'http:' && Object.hasOwn(knownHosts, url.hostname))
    throw new ModelAddressError(`${url.hostname} is asked over https: only.`);
  return url;
}

function apiAt({ hostname, port, pathname }: URL): Api {
  const api = Object.hasOwn(knownHosts, hostname) ? knownHosts[hostname] : undefined;
  if (api) return /\/openai\/?$/.test(pathname) ? 'openai' : api;
  if (/^\/api\/?$/.test(pathname) || (port === '11434' && pathname === '/')) return 'ollama';
  return 'openai';
}
