import type { Port } from '../rpc.ts';

/** A thread that runs the engine. It starts when it is made. */
export interface EngineThread extends Port {
  /** Called once when the thread ends without having been asked to, with the reason. */
  onExit(listener: (reason: Error) => void): void;
  terminate(): void;
}

/** What differs between desktop and web, injected by the entry. */
export interface Runtime {
  startEngineThread(): EngineThread;
}
