import type * as vscode from 'vscode';
import type { AskModule, AskModuleEach } from '../../portable/moduleQuestions.ts';
import type { Port } from '../rpc.ts';

/** A thread that runs the engine. It starts when it is made. */
export interface EngineThread extends Port {
  /** Called once when the thread ends by itself, with the reason. */
  onExit(listener: (reason: Error) => void): void;
  terminate(): void;
}

/** Processes that run users' modules. */
export interface ModuleProcesses {
  readonly ask: AskModule;
  readonly askEach: AskModuleEach;
  /** Ends them. */
  dispose(): void;
}

/** What differs between desktop and web, injected by the entry. */
export interface Runtime {
  /** Whether a path on disk leads out of folders, links resolved; what its words say where nothing is there. Absent: no disk. */
  leadsOutside?(path: string, folders: readonly string[]): Promise<boolean>;
  /** The path of the definition to open where nothing is open: what `npm start` begins with. */
  readonly firstFile?: string;
  /** Node's own program, which runs our command line for assistants; absent where there is none. */
  readonly nodePath?: string;
  startEngineThread(): EngineThread;
  /** Removes what the threads left behind; called when they have ended. */
  dispose?(): void;
  /** The processes of users' modules, shared by all threads; absent where there are none, as in a browser. */
  readonly modules?: ModuleProcesses;
  /** Where Python that stands beside a file (a path) starts to import, and its `PYTHONPATH`; absent where none runs. */
  pythonPaths?(file: string, workspaceFolder?: string): { readonly root: string; readonly path: string };
  /** Fires when modules run in another Python than before; absent where none does. */
  readonly onDidChangePython?: vscode.Event<void>;
}
