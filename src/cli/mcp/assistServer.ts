import { realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import PQueue from 'p-queue';
import { version } from '../../../package.json';
import { assistPrompts } from '../../assist/assistPrompts.ts';
import { assistResources } from '../../assist/assistResources.ts';
import type { AssistTool } from '../../assist/assistTool.ts';
import { assistAnnotations, assistTools } from '../../assist/assistTools.ts';
import { runTool } from '../../assist/runTool.ts';
import type { Host } from '../../engine/index.ts';
import { isInside } from '../../node/namedFile.ts';
import { nodeAssistContext } from './nodeAssistContext.ts';

/** What a server is started with. */
export interface AssistServerOptions {
  /** The folder that bounds what is read, absolute. */
  readonly root: string;
  readonly runModules: boolean;
  readonly host: Host;
}

/** Calls that run at once; a thousand others wait. */
const concurrency = 4;

const instructions =
  'ParserLens judges the output parsers of LLM agents (*.parser.json) exactly as their frameworks do. The loop: list_definitions, ' +
  'find_parser or a draft, check_definitions after each edit, parse_response, diagnose_response where one does not read, evaluate_log for many.';

/** A server of the Model Context Protocol with all tools, pages and prompts; whoever calls connects it. */
export function createAssistServer({ root, runModules, host }: AssistServerOptions): McpServer {
  const server = new McpServer({ name: 'parserlens', title: 'ParserLens', version }, { instructions });
  const queue = new PQueue({ concurrency });
  let roots: Promise<readonly string[]> | undefined;
  server.server.setNotificationHandler('notifications/roots/list_changed', () => {
    roots = undefined;
  });

  async function call(tool: AssistTool, input: unknown, { mcpReq }: ServerContext) {
    roots ??= clientRoots(server, root);
    const context = nodeAssistContext(
      { roots: await roots, runModules, host },
      { signal: mcpReq.signal, progress: progressOf(mcpReq) },
    );
    const outcome = await queue.add(() => runTool(tool, input, context), { signal: mcpReq.signal });
    // Nobody waits for what was ended.
    if (!outcome) throw mcpReq.signal.reason;
    if (!outcome.ok) return { isError: true, content: [text(outcome.message)] };
    return { structuredContent: outcome.answer, content: [text(JSON.stringify(outcome.answer))] };
  }

  for (const tool of assistTools) {
    const { name, title, description, input, output } = tool;
    const config = {
      title,
      description,
      inputSchema: input,
      outputSchema: output.loose(),
      annotations: { title, ...assistAnnotations },
    };
    server.registerTool(name, config, (question: unknown, context: ServerContext) => call(tool, question, context));
  }
  for (const { uri, name, text: page, ...about } of assistResources())
    server.registerResource(name, uri, { ...about, mimeType: 'text/markdown' }, () => ({
      contents: [{ uri, mimeType: 'text/markdown', text: page() }],
    }));
  for (const { name, title, description, input, text: words } of assistPrompts)
    server.registerPrompt(name, { title, description, argsSchema: input }, values => ({
      messages: [{ role: 'user' as const, content: text(words(values)) }],
    }));
  return server;
}

/** The client's own roots narrow the server's; one that does not answer has none. */
async function clientRoots(server: McpServer, root: string): Promise<readonly string[]> {
  if (!server.server.getClientCapabilities()?.roots) return [root];
  try {
    const { roots } = await server.server.listRoots(undefined, { timeout: 5000 });
    return narrowedRoots(
      root,
      roots.map(({ uri }) => uri),
    );
  } catch {
    // Revisions of the protocol from 2026 have no such question.
    return [root];
  }
}

/** Tells a client that asked for it how far a call is, ten times a second at most. */
function progressOf({ _meta, notify }: ServerContext['mcpReq']) {
  const token = _meta?.progressToken;
  let last = 0;
  return (done: number, total: number | undefined): void => {
    const now = Date.now();
    if (token === undefined || now - last < 100) return;
    last = now;
    const params = { progressToken: token, progress: done, ...(total !== undefined && { total }) };
    notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

function text(words: string) {
  return { type: 'text' as const, text: words };
}

/**
 * The folders that a client may reach: its own roots, as far as they lie in the server's folder; that folder where it has
 * none. None at all where all of its roots lie elsewhere.
 */
async function narrowedRoots(bound: string, uris: readonly string[] | undefined): Promise<readonly string[]> {
  // The protocol's inspector, among others, can have roots and has none.
  if (uris === undefined || uris.length === 0) return [bound];
  const realBound = await realpath(bound).catch(() => bound);
  const roots: string[] = [];
  for (const uri of uris) {
    const path = pathOf(uri);
    const real = path && (await realpath(path).catch(() => undefined));
    if (!real) continue;
    // A root around the server's folder narrows nothing.
    if (isInside(real, realBound)) roots.push(real);
    else if (isInside(realBound, real)) roots.push(realBound);
  }
  return [...new Set(roots)];
}

function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
