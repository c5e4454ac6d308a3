import type { PreviewMemory, PreviewToHost } from '../../protocol/instructionProtocol.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: PreviewToHost): void;
  getState(): unknown;
  setState(state: PreviewMemory): void;
};

/** The webview's line to VS Code; it may be asked for once only. */
export const vscodeApi = acquireVsCodeApi();
