import * as vscode from 'vscode';
import { isEvaluationToHost } from '../../protocol/evaluationGuards.ts';
import type { EvaluationToHost, HostToEvaluation } from '../../protocol/evaluationProtocol.ts';
import type { Services } from '../services.ts';
import { WebviewPage } from '../webviewPage.ts';

/** What the page is sent whenever something about its evaluation changes. */
export type StateMessage = Extract<HostToEvaluation, { type: 'state' }>;

/** The page in an evaluation's tab. Of a state it sends what has to be remembered only where that is new. */
export class EvaluationPage {
  readonly #page: WebviewPage<EvaluationToHost, HostToEvaluation>;
  readonly #state: () => StateMessage;
  /** What the page has to remember, as it has it. */
  #remembered: StateMessage['memory'];

  /** Fills the panel. `state` tells what the page shows at the moment. */
  constructor(
    panel: vscode.WebviewPanel,
    services: Services,
    state: () => StateMessage,
    receive: (message: EvaluationToHost) => Promise<unknown>,
  ) {
    this.#state = state;
    this.#page = new WebviewPage(panel, services, {
      name: 'evaluation',
      title: vscode.l10n.t('Evaluation'),
      messages: [state()],
      isMessage: isEvaluationToHost,
      receive,
    });
  }

  /** The page was loaded anew, and remembers nothing. */
  reset(): void {
    this.#remembered = undefined;
  }

  /** Shows the state as it is now. */
  show(): void {
    if (!this.#page.isReady) return;
    const { memory, ...message } = this.#state();
    const isNew = memory !== this.#remembered;
    this.#remembered = memory;
    this.post({ ...message, ...(isNew && memory && { memory }) });
  }

  post(message: HostToEvaluation): void {
    this.#page.post(message);
  }

  dispose(): void {
    this.#page.dispose();
  }
}
