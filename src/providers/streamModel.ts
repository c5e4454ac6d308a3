import { toJsonText } from '../engine/index.ts';
import { unreached } from './allowedHosts.ts';
import { KeyFilter, keyHeaders, withoutKey, withoutKeyIn } from './keyFor.ts';
import type { ModelAddress } from './modelAddress.ts';
import { type ModelApi, type ModelRequest, member } from './modelApi.ts';
import { ModelFailure, retryAfter } from './modelFailure.ts';
import { GrowingReply, type ModelReply } from './modelReply.ts';
import { errorOf } from './openAiApi.ts';
import { StreamClock, streamCutter } from './streamCutter.ts';

/** The longest answer that is read, in characters; a model that never ends would fill the memory. */
const maxLength = 16 * 1024 * 1024;
/** The longest stream, in bytes: each piece of an answer comes with many bytes of its own. */
const maxBytes = 256 * 1024 * 1024;
/** The options of a question. */
export interface StreamOptions {
  readonly key?: string;
  /** The longest wait for the next byte, in milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  /** More of the answer's text, as it arrives. */
  onText?(text: string): void;
}

/**
 * Sends a request once and reads the answer's stream. Rejects with {@link ModelFailure}. A redirect is refused, because it
 * could take the key to a host that nobody named.
 */
export async function streamModel(
  api: ModelApi,
  address: ModelAddress,
  request: ModelRequest,
  { key, timeout, signal, onText }: StreamOptions,
): Promise<ModelReply> {
  const clock = new StreamClock(timeout);
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      headers: {
        ...request.headers,
        ...keyHeaders(address.api, key),
        'content-type': 'application/json',
        accept: api.stream === 'events' ? 'text/event-stream' : 'application/x-ndjson',
      },
      body: toJsonText(request.body, 0),
      redirect: 'manual',
      signal: AbortSignal.any(signal ? [signal, clock.signal] : [clock.signal]),
    });
    if (response.status >= 300 && response.status < 400)
      throw new ModelFailure(
        'refused',
        `${address.host} sends elsewhere (${response.status}), which is refused.`,
        response.status,
      );
    if (!response.ok) throw await refusal(response, address, key);
    if (isPage(response))
      throw new ModelFailure(
        'stream',
        `${address.host} answered with a web page${await titleOf(response)}. Is the address right?`,
      );
    return await readReply(api, response, { key, clock, onText });
  } catch (error) {
    if (signal?.aborted) throw new ModelFailure('cancelled', 'The run was cancelled.');
    if (clock.words !== undefined) throw new ModelFailure('timeout', `${address.host} ${clock.words}.`);
    if (error instanceof ModelFailure)
      throw new ModelFailure(error.kind, withoutKey(error.message, key), error.status, error.retryAfter);
    throw new ModelFailure('connection', withoutKey(`${address.host}: ${reasonOf(error)}`, key));
  } finally {
    clock.end();
  }
}

/** What a stream is read for. */
interface Reading {
  readonly key: string | undefined;
  readonly clock: StreamClock;
  readonly onText: StreamOptions['onText'];
}

async function readReply(api: ModelApi, response: Response, { key, clock, onText }: Reading): Promise<ModelReply> {
  const growing = new GrowingReply();
  const clean = new KeyFilter(key, text => onText?.(text));
  let [isOver, isDone] = [false, false];
  const cut = streamCutter({
    onData(data) {
      const piece = parsed(data, isOver);
      for (const each of Array.isArray(piece) ? piece : [piece])
        for (const event of api.read(each)) {
          clock.onPiece();
          if (event.error)
            throw new ModelFailure(event.error.status ? 'refused' : 'stream', event.error.message, event.error.status);
          growing.add(event);
          if (event.text) clean.push(event.text);
          isDone ||= event.isEnd === true;
        }
      if (growing.length > maxLength)
        throw new ModelFailure('stream', 'The answer is longer than 16 million characters.');
    },
    onError(words) {
      const { message, status } = errorOf(errorWords(words));
      throw new ModelFailure(status ? 'refused' : 'stream', message, status);
    },
    onDone() {
      growing.add({ isEnd: true });
      isDone = true;
    },
  });
  const decoder = new TextDecoder();
  let size = 0;
  try {
    if (response.body)
      for await (const chunk of response.body) {
        clock.onBytes();
        size += chunk.length;
        if (size > maxBytes) throw new ModelFailure('stream', 'The stream is longer than 256 MB.');
        cut.push(decoder.decode(chunk, { stream: true }));
        // A server may leave the connection open.
        if (isDone) break;
      }
    isOver = true;
    cut.push(decoder.decode());
    cut.end();
  } catch (error) {
    // What came is an answer, although the server leaves the connection open.
    if (!growing.isWhole || clock.words === undefined || error instanceof ModelFailure) throw error;
  }
  if (!growing.isWhole) throw new ModelFailure('connection', 'The stream ended before the answer did.');
  const reply = growing.reply();
  clean.end(reply.text);
  return withoutKeyIn(reply, key);
}

/** What stands in an event of an error: an object, or words. */
function errorWords(data: string): unknown {
  try {
    const said: unknown = JSON.parse(data);
    return member(said, 'error') ?? said;
  } catch {
    return data;
  }
}

/** The JSON of a piece. What is cut off where the stream is over was dropped, not malformed. */
function parsed(data: string, isOver: boolean): unknown {
  try {
    return JSON.parse(data);
  } catch {
    if (isOver) throw new ModelFailure('connection', 'The stream ended before the answer did.');
    throw new ModelFailure('stream', `The stream is malformed: ${JSON.stringify(data.slice(0, 80))} is not JSON.`);
  }
}

async function refusal(response: Response, { host }: ModelAddress, key: string | undefined): Promise<ModelFailure> {
  const { status, statusText, headers } = response;
  const body = await firstOf(response);
  let words = body.trim();
  try {
    const data: unknown = JSON.parse(body);
    words = errorOf(member(Array.isArray(data) ? data[0] : data, 'error') ?? data).message;
  } catch {
    // Not JSON: a proxy's words, or its page.
    if (isPage(response)) words = pageTitle(body);
  }
  const what = `${host} answered ${status}${statusText ? ` ${statusText}` : ''}`;
  const excerpt = withoutKey(words, key).slice(0, 500);
  return new ModelFailure(
    'refused',
    excerpt ? `${what}: ${excerpt}` : what,
    status,
    retryAfter(headers.get('retry-after')),
  );
}

/** Whether a body is meant to be read in a browser, such as a proxy's page of errors. */
function isPage({ headers }: Response): boolean {
  return /\bhtml\b/i.test(headers.get('content-type') ?? '');
}

/** The title of a page, which says best what it is about; nothing where it has none. */
function pageTitle(page: string): string {
  return /<title[^>]*>([^<]{0,300})/i.exec(page)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
}

async function titleOf(response: Response): Promise<string> {
  const title = pageTitle(await firstOf(response));
  return title === '' ? '' : ` (${title})`;
}

/** The beginning of a body, at most 64 kB. */
async function firstOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    if (response.body)
      for await (const chunk of response.body) {
        text += decoder.decode(chunk, { stream: true });
        if (text.length > 65_536) break;
      }
  } catch {
    // What came is what there is to tell.
  }
  return text;
}

/** Why a host was not reached, in its words; some errors have only a code. */
function reasonOf(error: unknown): string {
  const reason = unreached(error);
  const { code } = reason as { code?: unknown };
  return reason.message || String(code ?? reason.name);
}
