import { open } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Host } from '../../../engine/index.ts';
import { runModule, runModules } from '../../../node/modules/moduleRunner.ts';
import { nodeHost } from '../../../node/nodeHost.ts';
import { nodeResources } from '../../../node/nodeResources.ts';
import { appendResponsesLog } from '../../../node/responsesLog.ts';
import { TempFiles } from '../../../node/tempFiles.ts';
import { hostLog } from '../hostLog.ts';
import { serveEngine } from '../serveEngine.ts';
import { evaluationRunner } from './evaluationRunner.ts';
import type { EngineWorkerData } from './nodeRuntime.ts';

// The extension host removes them: this thread may be ended at any time.
const { tempFolder, codeCache } = workerData as EngineWorkerData;
const tempFiles = new TempFiles(tempFolder);
const port = {
  post: (message: unknown) => parentPort?.postMessage(message),
  onMessage: (listener: (message: unknown) => void) => void parentPort?.on('message', listener),
};

serveEngine(port, files => {
  const host: Host = {
    ...nodeHost,
    // Asked every time: trust may be granted while the thread runs.
    runModule: async (job, limitMs) =>
      (await files.mayRunModules()) ? runModule(job, limitMs, files.askModule) : undefined,
    runModules: async (jobs, limitMs, most) =>
      (await files.mayRunModules()) ? runModules(jobs, limitMs, files.askModuleEach, most) : undefined,
  };
  return {
    host,
    workingFolder: pathToFileURL(`${process.cwd()}/`).href,
    logs: evaluationRunner(host, codeCache),
    readLargeFile: async address =>
      isOnDisk(address)
        ? readLargeFile(fileURLToPath(address))
        : new TextDecoder().decode(await files.readWhole(address)),
    loadInterchange: async () => (await import('../interchangeServices.ts')).interchangeServices,
    openResponsesLog: async address =>
      isOnDisk(address) ? appendResponsesLog(fileURLToPath(address)) : hostLog(files, address),
    resources: (cwd, allowedHosts) => ({
      ...nodeResources(cwd, allowedHosts),
      writeTemp: (bytes, suffix) => tempFiles.write(bytes, suffix),
    }),
  };
});

function isOnDisk(address: string): boolean {
  return address.startsWith('file:');
}

/** The longest text that one JavaScript string holds, nearly; a byte is at most one UTF-16 unit. */
const maxBytes = 500 * 1024 * 1024;

/** Reads a file that VS Code opens no document for. Rejects for a binary file and for one that does not fit in memory as one text. */
async function readLargeFile(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > maxBytes)
      throw new Error('ParserLens parses files of up to 500 MB. Use the command line for longer logs.');
    const buffer = await file.readFile();
    if (buffer.subarray(0, 8192).includes(0)) throw new Error('This file is binary. There is no text to parse.');
    return new TextDecoder().decode(buffer);
  } finally {
    await file.close();
  }
}
