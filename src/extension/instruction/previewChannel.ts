import type * as vscode from 'vscode';
import type { HostToPreview, PreviewState } from '../../protocol/instructionProtocol.ts';
import { patchState, shiftBetween } from '../../views/listPatch.ts';

/** The line to a preview's page. Of a state it sends what the page does not have yet. */
export class PreviewChannel {
  readonly #panel: vscode.WebviewPanel;
  /** What the page shows, and the file's text that it is of; absent while the page is hidden, because it is gone then. */
  #sent: { readonly state: PreviewState; readonly text: string } | undefined;

  constructor(panel: vscode.WebviewPanel) {
    this.#panel = panel;
  }

  /** The page has been loaded anew, and has nothing. */
  reset(): void {
    this.#sent = undefined;
  }

  /** Sends a message; a hidden page gets nothing, and says `ready` when it comes back. */
  post(message: HostToPreview): void {
    if (this.#panel.visible) void this.#panel.webview.postMessage(message);
    else this.reset();
  }

  /** Sends what is to be shown of a file's text. */
  postState(revision: number, state: PreviewState, text: string): void {
    const { state: before, text: old = text } = this.#sent ?? {};
    this.post({ type: 'state', revision, ...patchState(before, state, shiftBetween(old, text)) });
    if (this.#panel.visible) this.#sent = { state, text };
  }
}
