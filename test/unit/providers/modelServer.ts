import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a server of models got it. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** What a server does with its n-th request, from 0: writes an answer, or breaks off. */
export type Behaviour = (response: ServerResponse, request: SeenRequest, n: number) => void | Promise<void>;

/** A server on this machine that speaks as told. */
export interface ModelServer {
  /** Without a path, such as `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Requests whose client went away before their answer was whole. */
  readonly abandoned: SeenRequest[];
  behave: Behaviour;
  close(): Promise<void>;
}

/** What lets a page of another address ask, as local servers allow it. */
const crossOrigin = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/** Starts a server, which pages may ask where `cors` is set. */
export async function startModelServer(behave: Behaviour, cors = false): Promise<ModelServer> {
  const seen: SeenRequest[] = [];
  const abandoned: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    if (cors) for (const [name, value] of Object.entries(crossOrigin)) response.setHeader(name, value);
    if (cors && request.method === 'OPTIONS') {
      response.end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const one: SeenRequest = {
      path: request.url ?? '',
      headers: request.headers,
      text,
      body: JSON.parse(text) as Record<string, unknown>,
    };
    seen.push(one);
    response.on('close', () => {
      if (!response.writableEnded) abandoned.push(one);
    });
    await self.behave(response, one, seen.length - 1);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const self: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    abandoned,
    behave,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return self;
}

/** The events of an OpenAI-compatible stream that says a text, in pieces of so many characters. */
export function openAiEvents(text: string, size = 5): string[] {
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
  const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
  return [
    event({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }),
    ...pieces.map(content => event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
    event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    event({
      choices: [],
      usage: { prompt_tokens: 12, completion_tokens: pieces.length, total_tokens: 12 + pieces.length },
    }),
    'data: [DONE]\n\n',
  ];
}

/** Writes a whole stream of events. */
export function sendEvents(response: ServerResponse, events: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.join(''));
}
