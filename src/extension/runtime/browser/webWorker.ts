import type { Port } from '../../rpc.ts';
import { bytesLogs } from '../bytesLogs.ts';
import { hostLog } from '../hostLog.ts';
import { serveEngine } from '../serveEngine.ts';
import { loadInterchange } from './loadInterchange.ts';
import { loadParquet } from './loadParquet.ts';
import { webHost } from './webHost.ts';
import { webResources } from './webResources.ts';

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
