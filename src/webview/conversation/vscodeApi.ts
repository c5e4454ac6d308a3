import type { ConversationMemory, ConversationToHost } from '../../protocol/conversationProtocol.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: ConversationToHost): void;
  getState(): unknown;
  setState(state: ConversationMemory): void;
};

/** The webview's line to VS Code; it may be asked for once only. */
export const vscodeApi = acquireVsCodeApi();
