import * as vscode from 'vscode';
import type { HostToEvaluation } from '../../protocol/evaluationProtocol.ts';
import { webviewHtml, webviewRoot } from '../webviewHtml.ts';
import { evaluationStrings } from './evaluationStrings.ts';

/** What the page is sent whenever something about its evaluation changes. */
export type StateMessage = Extract<HostToEvaluation, { type: 'state' }>;

/** The page in an evaluation's tab. While it is hidden it is gone and gets nothing; when it comes back it says so and gets everything. */
export class EvaluationPage {
  readonly #panel: vscode.WebviewPanel;
  readonly #state: () => StateMessage;
  #isReady = false;
  /** What the page has to remember, as it has it. */
  #remembered: StateMessage['memory'];

  /** Fills the panel. `state` tells what the page shows at the moment. */
  constructor(panel: vscode.WebviewPanel, extensionUri: vscode.Uri, state: () => StateMessage) {
    this.#panel = panel;
    this.#state = state;
    panel.webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(extensionUri)] };
    panel.webview.html = webviewHtml(panel.webview, extensionUri, {
      name: 'evaluation',
      title: vscode.l10n.t('Evaluation'),
      messages: [{ type: 'strings', strings: evaluationStrings() }, state()] satisfies HostToEvaluation[],
    });
  }

  /** The page said that it is there. */
  ready(): void {
    this.#isReady = true;
    this.#remembered = undefined;
    this.post({ type: 'strings', strings: evaluationStrings() });
  }

  /** Shows the state as it is now. */
  show(): void {
    if (!this.#isReady) return;
    const { memory, ...message } = this.#state();
    const isNew = memory !== this.#remembered;
    this.#remembered = memory;
    this.post({ ...message, ...(isNew && memory && { memory }) });
  }

  post(message: HostToEvaluation): void {
    if (this.#panel.visible) void this.#panel.webview.postMessage(message);
  }
}
