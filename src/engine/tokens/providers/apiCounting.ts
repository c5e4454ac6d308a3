import { EngineError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { jsonDumps, jsonLoads } from '../../python/index.ts';
import type { TokenCounterSpec } from '../counter.ts';

/** `model_name` of a counter. Raises `TypeError` where Python's constructor does, or where it is not text. */
export function requiredModelName({ type, model_name: name }: TokenCounterSpec): string {
  if (name === undefined)
    throw new EngineError('TypeError', `${type}.__init__() missing 1 required positional argument: 'model_name'`);
  if (typeof name !== 'string' || name === '')
    throw new EngineError('TypeError', `${type}: model_name must be the name of a model.`);
  return name;
}

/** The address of an API without a slash at its end. Raises `TokenCounterError` for what is not a web address. */
export function baseUrl(address: unknown, standard: string): string {
  const url = address ?? standard;
  if (typeof url !== 'string' || !/^https?:\/\/[^/\s?#]/.test(url))
    throw new EngineError('TokenCounterError', `${String(url)} is not an address of an API.`);
  return url.endsWith('/') ? url.slice(0, -1) : url;
}

/** The function of a tool in OpenAI's form `{type: "function", function: {…}}`; `undefined` for a tool in any other form. */
export function functionOf(tool: PyValue): ReadonlyMap<string, PyValue> | undefined {
  const fn = isPyDict(tool) ? (tool.get('function') ?? null) : null;
  return isPyDict(fn) ? fn : undefined;
}

/** The items of a list; nothing for any other value. */
export function listOf(value: PyValue | undefined): readonly PyValue[] {
  return value !== undefined && isPyList(value) ? value : [];
}

/** The classes that the providers' Python libraries raise, by HTTP status. */
const errorClasses: Readonly<Record<number, string>> = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  413: 'RequestTooLargeError',
  422: 'UnprocessableEntityError',
  429: 'RateLimitError',
};

/** A question to a provider's API. */
export interface ApiQuestion {
  /** The provider, for messages. */
  readonly provider: string;
  readonly url: string;
  /** May hold the key, which no error tells. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: PyValue;
  /** The number in the answer that was asked for. */
  readonly field: string;
}

/** Asks for a number of tokens. Rejects with `EngineError` when there is no network, no connection, or no number in the answer. */
export async function askApi(host: Host, { provider, url, headers, body, field }: ApiQuestion): Promise<number> {
  if (!host.postJson)
    throw new EngineError(
      'NetworkNotAllowed',
      `${provider} would have to be asked, and ParserLens may not use the network.`,
    );
  const answer = await host.postJson(url, headers, jsonDumps(body, { ensureAscii: false })).catch(error => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineError(
      'APIConnectionError',
      hidden(`${provider} could not be reached at ${url}: ${reason}.`, headers),
    );
  });
  const parsed = jsonLoads(answer.body);
  const value = parsed.ok && isPyDict(parsed.value) ? parsed.value : undefined;
  if (answer.status < 200 || answer.status > 299)
    throw new EngineError(classOf(answer.status), hidden(refusal(provider, answer.status, value), headers));
  const tokens = value?.get(field);
  if (typeof tokens === 'number' && Number.isInteger(tokens)) return tokens;
  throw new EngineError('APIResponseValidationError', `${provider} answered without a number in ${field}.`);
}

function classOf(status: number): string {
  return errorClasses[status] ?? (status >= 500 ? 'InternalServerError' : 'APIStatusError');
}

function refusal(provider: string, status: number, answer: PyDict | undefined): string {
  const error = answer?.get('error');
  const message = isPyDict(error) ? error.get('message') : undefined;
  const kind = isPyDict(error) ? (error.get('type') ?? error.get('status')) : undefined;
  const what = typeof kind === 'string' ? `${status} ${kind}` : `${status}`;
  return `${provider} refused to count (${what}): ${typeof message === 'string' ? message : 'it gives no reason'}`;
}

/** A text without the values of headers, one of which is the key. */
function hidden(text: string, headers: ApiQuestion['headers']): string {
  return Object.values(headers).reduce((rest, value) => (value === '' ? rest : rest.replaceAll(value, '…')), text);
}
