import type * as vscode from 'vscode';
import { patchState } from '../../view/listPatch.ts';
import type { HostToPreview, PreviewState } from '../../view/protocol.ts';

/** The line to a preview's page. Of a state it sends what the page does not have yet. */
export class PreviewChannel {
  readonly #panel: vscode.WebviewPanel;
  /** What the page shows; absent while it is hidden or not ready, because a hidden page is gone. */
  #sent: PreviewState | undefined;

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

  /** Sends what is to be shown. */
  postState(revision: number, state: PreviewState): void {
    this.post({ type: 'state', revision, ...patchState(this.#sent, state) });
    if (this.#panel.visible) this.#sent = state;
  }
}
