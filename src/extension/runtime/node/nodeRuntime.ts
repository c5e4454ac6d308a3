import { delimiter, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CachedThreadData } from '../../../node/cachedThread.ts';
import type { UserModules } from '../../../node/modules/userModules.ts';
import { leadsOutside } from '../../../node/namedFile.ts';
import { importRoot } from '../../../node/python/importRoot.ts';
import type { PythonOptions } from '../../../node/python/pythonPool.ts';
import { newTempFolder, removeTempFolder } from '../../../node/tempFiles.ts';
import { firstLine } from '../../errorTexts.ts';
import type { ModuleProcesses, Runtime } from '../runtime.ts';
import type { EditorPython } from './editorPython.ts';

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
    let isEnding = false;
    return {
      post: message => worker.postMessage(message),
      onMessage: listener => void worker.on('message', listener),
      onExit(listener) {
        worker.on('error', error => !isEnding && listener(error instanceof Error ? error : new Error(String(error))));
        worker.on('exit', code => !isEnding && listener(new Error(`The engine's thread ended with code ${code}.`)));
      },
      terminate() {
        isEnding = true;
        void worker.terminate();
      },
    };
  },
});

/** The processes of users' modules. Their code, `dist/modules.js`, is loaded with the first question to a module. */
function laterModules(options: PythonOptions): ModuleProcesses {
  let loading: Promise<UserModules> | undefined;
  let isDisposed = false;
  const load = () => {
    loading ??= import('../../../node/modules/userModules.ts').then(
      ({ UserModules }) => new UserModules(true, options),
    );
    return loading;
  };
  /** The answer where no process takes questions any more. */
  const failed = (error?: unknown) => {
    loading = undefined;
    const message =
      error === undefined
        ? 'The module cannot be run: the window closes.'
        : `A part of ParserLens could not be loaded. Reload the window, or install the extension again. ${firstLine(error)}`;
    return { failed: { class: 'ModuleInterrupted', message } };
  };
  return {
    async ask(...args) {
      const modules = await load().catch(failed);
      if ('failed' in modules) return modules;
      return isDisposed ? failed() : modules.ask(...args);
    },
    async askEach(path, questions, ...args) {
      const modules = await load().catch(failed);
      if ('failed' in modules) return questions.map(() => modules);
      return isDisposed ? questions.map(() => failed()) : modules.askEach(path, questions, ...args);
    },
    dispose() {
      isDisposed = true;
      void loading?.then(
        modules => modules.dispose(),
        () => undefined,
      );
    },
  };
}
