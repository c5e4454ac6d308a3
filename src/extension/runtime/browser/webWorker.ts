import type { Host, Resources } from '../../../engine/index.ts';
import { PatternAnalyses } from '../../../portable/patterns/patternAnalyses.ts';
import { PatternQueue } from '../../../portable/patterns/patternQueue.ts';
import { fetchFrom } from '../../../providers/allowedHosts.ts';
import type { Port } from '../../rpc.ts';
import { bytesLogs } from '../bytesLogs.ts';
import { hostLog } from '../hostLog.ts';
import type { interchangeServices } from '../interchangeServices.ts';
import { serveEngine } from '../serveEngine.ts';
import { loadParquet } from './loadParquet.ts';
import { unpackedTable } from './unpackedTable.ts';
import { analysisWorkers, startPatternWorker } from './webPatterns.ts';
import { runScript, scriptText } from './webWorkers.ts';

/** `dist/web/worker.js`: the engine in a web worker. */
const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: unknown }) => void;
  postMessage(message: unknown): void;
};

const listeners: ((message: unknown) => void)[] = [];
const port: Port = {
  post: message => scope.postMessage(message),
  onMessage: listener => void listeners.push(listener),
};
const dist = new Promise<string>(resolve => {
  port.onMessage(parcel => {
    const { channel, message } = parcel as { readonly channel: string; readonly message: unknown };
    if (channel === 'start') resolve(message as string);
  });
});
scope.onmessage = ({ data }) => {
  for (const listener of listeners) listener(data);
};

serveEngine(port, files => {
  const host = webHost(() => dist);
  return {
    host,
    // Every path that is named is resolved by the extension host, which knows the workspace.
    workingFolder: 'file:///',
    logs: bytesLogs(
      host,
      loadParquet(() => dist),
    ),
    async readLargeFile(address) {
      const bytes = await files.readWhole(address);
      if (bytes.subarray(0, 8192).includes(0)) throw new Error('This file is binary. There is no text to parse.');
      return new TextDecoder().decode(bytes);
    },
    loadInterchange: async () => loadInterchange(await dist),
    openResponsesLog: address => hostLog(files, address),
    resources: webResources,
  };
});

/** Loads `dist/web/interchange.js` into this worker. */
async function loadInterchange(dist: string): Promise<typeof interchangeServices> {
  runScript(await scriptText(`${dist}/web/interchange.js`, 'What reads and writes other forms'));
  const scope = globalThis as unknown as { readonly parserlensInterchange: typeof interchangeServices };
  return scope.parserlensInterchange;
}

/** The network for a conversation in `cwd`, as far as the user allowed hosts and they allow pages; there are no temporary files, but names for them. */
function webResources(cwd: string, allowedHosts: readonly string[]): Omit<Resources, 'readFile'> {
  return {
    cwd,
    // What a tool's output was saved as is only named in the payload, and read back from memory.
    writeTemp: async (bytes, suffix) => `/tmp/parserlens/tmp${await sha256(bytes)}${suffix.replace(/[^\w.+-]/g, '_')}`,
    ...(allowedHosts.length > 0 && { fetch: (url: string) => fetchFrom(url, allowedHosts) }),
  };
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(hash.subarray(0, 16), byte => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What a browser gives the engine: tables fetched from the extension's own folder when something is first counted with
 * them, patterns in a web worker. No modules, no tokenizers with rules: these need processes. `dist`: where `dist/` is.
 */
function webHost(dist: () => Promise<string>): Host {
  const patterns = new PatternQueue(startPatternWorker);
  const analyses = new PatternAnalyses(analysisWorkers(dist));
  return {
    async loadTable(name) {
      if (!/^[\w.-]+$/.test(name)) throw new Error(`No table is named ${JSON.stringify(name)}.`);
      const answer = await fetch(`${await dist()}/tables/${name}.gz`);
      if (!answer.ok) throw new Error(`The table ${name} could not be loaded: status ${answer.status}.`);
      return unpackedTable(new Uint8Array(await answer.arrayBuffer()));
    },
    now: () => performance.now(),
    runPattern: (job, limitMs) => patterns.run(job, limitMs),
    analyzePattern: (pattern, limitMs) => analyses.analyze(pattern, limitMs),
  };
}
