import * as vscode from 'vscode';
import { baseName } from '../definitions/definitionUris.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';
import { VirtualDocuments } from '../virtualDocuments.ts';
import type { Diagnoses } from './diagnoses.ts';
import { type Repair, repairedText, repairsOf } from './repairEdits.ts';
import { certainty } from './repairWords.ts';

/** Of the read-only documents that hold a repaired response with all that stands around it. */
const repairScheme = 'parserlens-repair';

/** Shows repairs as diffs: the response's document, and what it becomes. */
export class RepairDocuments implements vscode.Disposable {
  readonly #sessions: ResponseSessions;
  readonly #diagnoses: Diagnoses;
  /** They keep what they show: a repair that is made is no longer known. */
  readonly #documents = new VirtualDocuments(repairScheme, uri => this.#read(uri));
  readonly #following: vscode.Disposable;

  constructor(sessions: ResponseSessions, diagnoses: Diagnoses) {
    this.#sessions = sessions;
    this.#diagnoses = diagnoses;
    this.#following = diagnoses.onDidChange(() => this.#refresh());
  }

  /** Opens the diff of a session's repair. */
  async show(repair: Repair, index: number): Promise<void> {
    const { session, document, candidate } = repair;
    const name = baseName(document.uri);
    const uri = vscode.Uri.from({ scheme: repairScheme, path: `/${name}`, query: JSON.stringify([session.id, index]) });
    this.#documents.keep(uri, repairedText(repair));
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

  dispose(): void {
    this.#following.dispose();
    this.#documents.dispose();
  }

  #read(uri: vscode.Uri): string {
    const repair = this.#shownRepair(uri);
    if (repair) this.#documents.keep(uri, repairedText(repair));
    return this.#documents.kept(uri) ?? '';
  }

  #refresh(): void {
    for (const uri of this.#documents.open) {
      const repair = this.#shownRepair(uri);
      if (repair) this.#documents.keep(uri, repairedText(repair));
    }
  }

  #shownRepair(uri: vscode.Uri): Repair | undefined {
    const { id, index } = this.repairOf(uri) ?? {};
    return id === undefined ? undefined : repairsOf(this.#sessions.get(id), this.#diagnoses)[index ?? 0];
  }
}
