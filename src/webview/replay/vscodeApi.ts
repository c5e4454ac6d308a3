import type { ReplayMemory, ReplayToHost } from '../../protocol/replayProtocol.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: ReplayToHost): void;
  getState(): unknown;
  setState(state: ReplayMemory): void;
};

/** The webview's line to VS Code; it may be asked for once only. */
export const vscodeApi = acquireVsCodeApi();
