import { delimiter, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CachedThreadData } from '../../../node/cachedThread.ts';
import { leadsOutside } from '../../../node/namedFile.ts';
import { importRoot } from '../../../node/python/importRoot.ts';
import { newTempFolder, removeTempFolder } from '../../../node/tempFiles.ts';
import type { Runtime } from '../runtime.ts';
import type { EditorPython } from './editorPython.ts';
import { laterModules } from './laterModules.ts';

/** What a thread is started with. */
export interface EngineWorkerData extends CachedThreadData {
  /** Where its temporary files go; made when there are any. */
  readonly tempFolder: string;
}

/** One for the session. */
const tempFolder = newTempFolder();

/** Node's worker threads and processes; their bundles lie beside the extension's. `codeCache`: the folder for what V8 makes of them. */
export const nodeRuntime = (codeCache: string, python: EditorPython): Runtime => ({
  leadsOutside,
  nodePath: process.execPath,
  ...(process.env.PARSERLENS_FIRST_FILE && { firstFile: process.env.PARSERLENS_FIRST_FILE }),
  dispose: () => removeTempFolder(tempFolder),
  modules: laterModules(python.options),
  onDidChangePython: python.onDidChange,
  pythonPaths(file, workspaceFolder) {
    const { root, folders } = importRoot(file, workspaceFolder);
    return { root, path: [...folders, process.env.PYTHONPATH].filter(Boolean).join(delimiter) };
  },
  startEngineThread() {
    // A large response is many small objects that all live: in a small nursery they would be copied again and again.
    const worker = new Worker(join(__dirname, 'thread.js'), {
      workerData: { bundle: 'worker.js', codeCache, tempFolder } satisfies EngineWorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: 96 },
    });
    let asked = false;
    return {
      post: message => worker.postMessage(message),
      onMessage: listener => void worker.on('message', listener),
      onExit(listener) {
        worker.on('error', error => !asked && listener(error instanceof Error ? error : new Error(String(error))));
        worker.on('exit', code => !asked && listener(new Error(`The engine's thread ended with code ${code}.`)));
      },
      terminate() {
        asked = true;
        void worker.terminate();
      },
    };
  },
});
