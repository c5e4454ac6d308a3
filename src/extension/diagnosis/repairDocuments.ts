import * as vscode from 'vscode';
import { baseName } from '../definitions/definitionUris.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';
import type { Diagnoses } from './diagnoses.ts';
import { type Repair, repairedText, repairsOf } from './repairEdits.ts';
import { certainty } from './repairWords.ts';

/** Of the read-only documents that hold a repaired response with all that stands around it. */
const repairScheme = 'parserlens-repair';

/** Shows repairs as diffs: the response's document, and what it becomes. */
export class RepairDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #sessions: ResponseSessions;
  readonly #diagnoses: Diagnoses;
  /** What each open document shows: a repair that is made is no longer known. */
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #disposable: vscode.Disposable;

  constructor(sessions: ResponseSessions, diagnoses: Diagnoses) {
    this.#sessions = sessions;
    this.#diagnoses = diagnoses;
    this.#disposable = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(repairScheme, this),
      diagnoses.onDidChange(() => this.#refresh()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  /** Opens the diff of a session's repair. */
  async show(repair: Repair, index: number): Promise<void> {
    const { session, document, candidate } = repair;
    const name = baseName(document.uri);
    const uri = vscode.Uri.from({ scheme: repairScheme, path: `/${name}`, query: JSON.stringify([session.id, index]) });
    this.#set(uri, repairedText(repair));
    const repaired = await vscode.workspace.openTextDocument(uri);
    // Coloured as the response is.
    await vscode.languages.setTextDocumentLanguage(repaired, document.languageId);
    const title = vscode.l10n.t('{0}: Repair ({1})', name, certainty(candidate));
    await vscode.commands.executeCommand('vscode.diff', document.uri, uri, title, { preview: true });
  }

  /** The session and the number of the repair that a document shows. */
  repairOf(uri: vscode.Uri): { readonly id: string; readonly index: number } | undefined {
    if (uri.scheme !== repairScheme) return undefined;
    try {
      const [id, index] = JSON.parse(uri.query) as [string, number];
      return { id, index };
    } catch {
      return undefined;
    }
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const { id = '', index = 0 } = this.repairOf(uri) ?? {};
    const repair = repairsOf(this.#sessions.get(id), this.#diagnoses)[index];
    if (repair) this.#texts.set(uri.toString(), repairedText(repair));
    return this.#texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #set(uri: vscode.Uri, text: string): void {
    const isOther = this.#texts.get(uri.toString()) !== text;
    this.#texts.set(uri.toString(), text);
    if (isOther) this.#changed.fire(uri);
  }

  #refresh(): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      const { id, index } = this.repairOf(uri) ?? {};
      const repair = id === undefined ? undefined : repairsOf(this.#sessions.get(id), this.#diagnoses)[index ?? 0];
      if (repair) this.#set(uri, repairedText(repair));
    }
  }
}
