/** A page's line to VS Code. */
export interface VsCode<Message, Memory> {
  postMessage(message: Message): void;
  /** What `setState` was given last, also before a reload; anything, for a page that is new. */
  getState(): unknown;
  setState(state: Memory): void;
}

declare function acquireVsCodeApi<Message, Memory>(): VsCode<Message, Memory>;

/** The page's line to VS Code, with its messages and what it remembers; it may be asked for once only. */
export function acquireVsCode<Message, Memory>(): VsCode<Message, Memory> {
  return acquireVsCodeApi<Message, Memory>();
}
