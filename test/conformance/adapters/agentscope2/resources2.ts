import { EngineError } from '../../../../src/engine/core/errors.ts';
import { stableShortId, stableUuid } from '../../../../src/engine/messages/stableId.ts';
import type { MediaAccess } from '../../../../src/engine/systems/agentscope2/formatters/mediaBytes.ts';
import type { Drawn } from '../../../../src/engine/systems/agentscope2/messages/readMsg.ts';

/** The answer of a server that is not a page. */
export interface HttpFailure {
  readonly status: number;
  readonly reason?: string;
}

/** What the operations may do beside computing. Absent: no files, no network, and ids and times that are the same each time. */
export interface AgentScope2Resources {
  readonly cwd?: string;
  /** The bytes of a file; `undefined`: there is none. */
  readFile?(path: string): Promise<Uint8Array | undefined> | Uint8Array | undefined;
  /** One GET: bytes, or what the server answered instead, given or thrown. */
  fetch?(url: string): Promise<Uint8Array | HttpFailure> | Uint8Array | HttpFailure;
  /** Writes a new temporary file and gives its path. */
  writeTemp?(bytes: Uint8Array, suffix: string): Promise<string> | string;
  /** A new identifier of a medium, of 22 characters. */
  identifier?(): string;
  /** A new id of a message or a block. */
  newId?(): string;
  /** The time, in ISO's form. */
  now?(): string;
}

/** Ids and times. */
export function drawnFrom(resources: AgentScope2Resources = {}): Drawn {
  let count = 0;
  return {
    newId: () => resources.newId?.() ?? stableUuid(`agentscope2 ${count++}`).replaceAll('-', ''),
    now: () => resources.now?.() ?? new Date().toISOString().replace('Z', '000'),
  };
}

/** Identifiers of media. */
export function identifiersFrom(resources: AgentScope2Resources = {}): () => string {
  let count = 0;
  return () => resources.identifier?.() ?? stableShortId(`medium ${count++}`);
}

/** Files and the network as the formatters ask for them. Raises what `requests` raises. */
export function accessFrom(resources: AgentScope2Resources = {}): MediaAccess {
  return {
    readFile: async path => resources.readFile?.(path),
    async fetch(url) {
      if (!resources.fetch)
        throw new EngineError(
          'NetworkNotAllowed',
          `${url} would have to be fetched, and ParserLens may not use the network.`,
        );
      const answer = await Promise.resolve(resources.fetch(url)).catch((error: unknown) => {
        if (isFailure(error)) return error;
        throw error;
      });
      if (isFailure(answer)) throw httpError(answer, url);
      return answer;
    },
    async writeTemp(bytes, suffix) {
      if (resources.writeTemp) return resources.writeTemp(bytes, suffix);
      throw new EngineError('TemporaryFilesNotAllowed', 'This tool output would be saved to a temporary file first.');
    },
  };
}

function isFailure(answer: unknown): answer is HttpFailure {
  return typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'number';
}

/** `response.raise_for_status()`. */
function httpError({ status, reason = '' }: HttpFailure, url: string): EngineError {
  const side = status < 500 ? 'Client' : 'Server';
  return new EngineError('HTTPError', `${status} ${side} Error: ${reason} for url: ${url}`);
}
