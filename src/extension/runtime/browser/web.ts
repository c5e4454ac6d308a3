import { type ExtensionContext, Uri } from 'vscode';
import { start } from '../../main.ts';
import type { Runtime } from '../runtime.ts';
import { startWorkerAt } from './webWorkers.ts';

/** A browser's web workers; their bundles lie in `dist/web` of the extension. No processes, no disk. */
const webRuntime = (extension: Uri): Runtime => ({
  startEngineThread() {
    const worker = startWorkerAt(Uri.joinPath(extension, 'dist/web/worker.js').toString(true));
    const listeners: ((message: unknown) => void)[] = [];
    worker.onmessage = ({ data }) => {
      for (const listener of listeners) listener(data);
    };
    // A worker that comes from a blob does not know where the extension is.
    worker.postMessage({ channel: 'start', message: Uri.joinPath(extension, 'dist').toString(true) });
    return {
      post: message => worker.postMessage(message),
      onMessage: listener => void listeners.push(listener),
      onExit(listener) {
        worker.onerror = ({ message }) => {
          worker.terminate();
          listener(new Error(message || 'The engine’s worker could not be started.'));
        };
      },
      terminate: () => worker.terminate(),
    };
  },
});

/** The extension's entry in a VS Code that runs in a browser. */
export function activate(context: ExtensionContext): void {
  start(context, webRuntime(context.extensionUri));
}
