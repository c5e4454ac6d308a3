import type { HostToPreview, PreviewState, PreviewToHost } from '../../protocol/instructionProtocol.ts';
import { patchState, shiftBetween } from '../../views/listPatch.ts';
import type { WebviewPage } from '../webviewPage.ts';

/** The line to a preview's page. Of a state it sends what the page does not have yet. */
export class PreviewChannel {
  readonly #page: WebviewPage<PreviewToHost, HostToPreview>;
  /** What the page shows, and the file's text that it is of; absent while the page is hidden, because it is gone then. */
  #sent: { readonly state: PreviewState; readonly text: string } | undefined;

  constructor(page: WebviewPage<PreviewToHost, HostToPreview>) {
    this.#page = page;
  }

  /** The page has been loaded anew, and has nothing. */
  reset(): void {
    this.#sent = undefined;
  }

  /** Sends a message; false where the page is hidden and gets nothing. */
  post(message: HostToPreview): boolean {
    const isSent = this.#page.post(message);
    if (!isSent) this.reset();
    return isSent;
  }

  /** Sends the state that a file's text has. */
  postState(revision: number, state: PreviewState, text: string): void {
    const { state: before, text: old = text } = this.#sent ?? {};
    const isSent = this.post({ type: 'state', revision, ...patchState(before, state, shiftBetween(old, text)) });
    if (isSent) this.#sent = { state, text };
  }
}
