import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { createAssistServer } from '../../../../src/cli/mcp/assistServer.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';

export const examples = join(import.meta.dirname, '../../../../examples');

/** What a tool gave. */
export interface Called {
  readonly isError: boolean;
  /** The structured answer. */
  readonly answer: Record<string, unknown>;
  /** The text beside it, or the error's. */
  readonly text: string;
}

/** The official client, connected to a server on a folder. */
export interface AssistClient {
  readonly client: Client;
  call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options?: Parameters<Client['callTool']>[1],
  ): Promise<Called>;
  close(): Promise<void>;
}

/** Connects the official client. `clientRoots`: URIs of the client's own roots, where it has any. */
export async function assistClient({
  root = examples,
  runModules = false,
  clientRoots,
}: {
  root?: string;
  runModules?: boolean;
  clientRoots?: readonly string[];
} = {}): Promise<AssistClient> {
  const server = createAssistServer({ root, runModules, host: nodeHost });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' }, { capabilities: clientRoots ? { roots: {} } : {} });
  if (clientRoots) client.setRequestHandler('roots/list', () => ({ roots: clientRoots.map(uri => ({ uri })) }));
  await Promise.all([server.connect(far), client.connect(near)]);
  return {
    client,
    async call(name, args, options) {
      const {
        isError = false,
        structuredContent,
        content,
      } = await client.callTool({ name, arguments: { ...args } }, options);
      const [first] = content;
      return {
        isError,
        answer: (structuredContent ?? {}) as Record<string, unknown>,
        text: first?.type === 'text' ? first.text : '',
      };
    },
    async close() {
      await client.close();
      await server.close();
    },
  };
}
