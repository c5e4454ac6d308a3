import { createParser } from 'eventsource-parser';
import { toJsonText } from '../engine/index.ts';
import { keyHeaders, withoutKey } from './keyFor.ts';
import type { ModelAddress } from './modelAddress.ts';
import type { ModelApi, ModelRequest } from './modelApi.ts';
import { member } from './modelApi.ts';
import { ModelFailure, retryAfter } from './modelFailure.ts';
import { GrowingReply, type ModelReply } from './modelReply.ts';
import { errorOf } from './openAiApi.ts';
import { unreached } from './unreached.ts';

/** The longest answer that is read, in characters; a model that never ends would fill the memory. */
const maxLength = 16 * 1024 * 1024;

/** How a question is asked. */
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
  const idle = new AbortController();
  let timer = setTimeout(() => idle.abort(), timeout);
  const waitOn = () => {
    clearTimeout(timer);
    timer = setTimeout(() => idle.abort(), timeout);
  };
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
      signal: AbortSignal.any(signal ? [signal, idle.signal] : [idle.signal]),
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
    return await readReply(api, response, waitOn, onText);
  } catch (error) {
    if (signal?.aborted) throw new ModelFailure('cancelled', 'The run was cancelled.');
    if (idle.signal.aborted)
      throw new ModelFailure('timeout', `${address.host} sent nothing for ${Math.round(timeout / 1000)} seconds.`);
    if (error instanceof ModelFailure)
      throw new ModelFailure(error.kind, withoutKey(error.message, key), error.status, error.retryAfter);
    throw new ModelFailure('connection', withoutKey(`${address.host}: ${reasonOf(error)}`, key));
  } finally {
    clearTimeout(timer);
    // Whatever is still under way at the server ends with the connection.
    idle.abort();
  }
}

async function readReply(
  api: ModelApi,
  response: Response,
  waitOn: () => void,
  onText: StreamOptions['onText'],
): Promise<ModelReply> {
  const growing = new GrowingReply();
  let isOver = false;
  const read = (data: string) => {
    for (const event of api.read(parsed(data, isOver))) {
      if (event.error)
        throw new ModelFailure(event.error.status ? 'refused' : 'stream', event.error.message, event.error.status);
      growing.add(event);
      if (event.text) onText?.(event.text);
    }
    if (growing.length > maxLength)
      throw new ModelFailure('stream', 'The answer is longer than 16 million characters.');
  };
  const cut = cutterFor(api, response, read, () => growing.add({ isEnd: true }));
  const decoder = new TextDecoder();
  if (response.body)
    for await (const chunk of response.body) {
      waitOn();
      cut.push(decoder.decode(chunk, { stream: true }));
    }
  isOver = true;
  cut.push(decoder.decode());
  cut.end();
  if (!growing.isWhole) throw new ModelFailure('connection', 'The stream ended before the answer did.');
  return growing.reply();
}

/** Cuts a stream into what `read` takes. */
interface Cutter {
  push(text: string): void;
  end(): void;
}

function cutterFor(api: ModelApi, response: Response, read: (data: string) => void, done: () => void): Cutter {
  if (api.stream === 'lines') return lineReader(read);
  // A server that does not stream answers with the whole at once.
  return /\bjson\b/i.test(response.headers.get('content-type') ?? '') ? wholeReader(read) : eventReader(read, done);
}

function eventReader(read: (data: string) => void, done: () => void): Cutter {
  const parser = createParser({
    onEvent({ data }) {
      // OpenAI's mark of the end is not JSON.
      if (data.trim() === '[DONE]') done();
      else if (data.trim() !== '') read(data);
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded')
        throw new ModelFailure('stream', 'An event of the stream is longer than 16 million characters.');
    },
    maxBufferSize: maxLength,
  });
  // Not every server ends its last event with a blank line.
  return { push: text => parser.feed(text), end: () => parser.feed('\n\n') };
}

function lineReader(read: (data: string) => void): Cutter {
  let rest: string[] = [];
  let length = 0;
  const flush = () => {
    const line = rest.join('');
    rest = [];
    length = 0;
    if (line.trim() !== '') read(line);
  };
  return {
    push(text) {
      for (const [i, line] of text.split('\n').entries()) {
        if (i > 0) flush();
        rest.push(line);
        length += line.length;
        if (length > maxLength)
          throw new ModelFailure('stream', 'A line of the stream is longer than 16 million characters.');
      }
    },
    end: flush,
  };
}

function wholeReader(read: (data: string) => void): Cutter {
  const parts: string[] = [];
  let length = 0;
  return {
    push(text) {
      parts.push(text);
      length += text.length;
      if (length > maxLength) throw new ModelFailure('stream', 'The answer is longer than 16 million characters.');
    },
    end: () => read(parts.join('')),
  };
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
  const told = withoutKey(words, key).slice(0, 500);
  return new ModelFailure('refused', told ? `${what}: ${told}` : what, status, retryAfter(headers.get('retry-after')));
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
