import * as vscode from 'vscode';
import { type StreamMoment, streamLens } from '../../views/streamLens.ts';

/** The lenses above answers that still come: which keys are closed or final, and what the framework would say now; or that no more will come. */
export class StreamLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #moments = new Map<string, StreamMoment | 'cancelled'>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #registered = vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider({ scheme: 'untitled' }, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#moments.delete(uri.toString())),
  );

  readonly onDidChangeCodeLenses = this.#changed.event;

  /** Shows what is known of the answer in a document, or that its user ended it; `undefined`: it has come. */
  show({ uri }: vscode.TextDocument, moment: StreamMoment | 'cancelled' | undefined): void {
    if (moment) this.#moments.set(uri.toString(), moment);
    else this.#moments.delete(uri.toString());
    this.#changed.fire();
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const moment = this.#moments.get(uri.toString());
    if (!moment) return [];
    const words = { open: vscode.l10n.t('open'), closed: vscode.l10n.t('closed'), final: vscode.l10n.t('final') };
    const range = new vscode.Range(0, 0, 0, 0);
    if (moment === 'cancelled') {
      const tooltip = vscode.l10n.t('The run was cancelled. What came until then is parsed.');
      return [new vscode.CodeLens(range, { title: vscode.l10n.t('Cancelled'), tooltip, command: '' })];
    }
    const tooltip = now(moment);
    return streamLens(moment, vscode.l10n.t('Answering…'), words).map(
      title => new vscode.CodeLens(range, { title, tooltip, command: '' }),
    );
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
  }
}

function now({ error, endOnly }: StreamMoment): string {
  if (endOnly !== undefined) return endOnly;
  if (error === undefined) return vscode.l10n.t('The answer still comes.');
  return error === null
    ? vscode.l10n.t('If it ended here, it would be read.')
    : vscode.l10n.t('If it ended here: {0}', error);
}
