import * as vscode from 'vscode';
import { trackSpan } from '../responses/trackSpan.ts';

interface Note {
  /** Where the answer ends, in UTF-16 units. */
  end: number;
  readonly words: readonly string[];
}

/** The first of the words, which VS Code does not cut; where there are warnings as well, with their mark. The tooltip has all. */
function shortened([first = '', ...others]: readonly string[]): string {
  const hasWarning = others.some(word => word.startsWith('⚠'));
  return hasWarning && !first.startsWith('⚠') ? `⚠ ${first}` : first;
}

/** What an answer took, behind its end: tokens, costs and warnings. */
export class AnswerNotes implements vscode.InlayHintsProvider, vscode.Disposable {
  readonly #notes = new Map<string, Note>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeInlayHints = this.#changed.event;
  readonly #disposable = vscode.Disposable.from(
    this.#changed,
    vscode.languages.registerInlayHintsProvider({ scheme: 'untitled' }, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#notes.delete(uri.toString())),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const note = this.#notes.get(document.uri.toString());
      if (note)
        for (const change of contentChanges) note.end = trackSpan({ start: note.end, end: note.end }, change).span.end;
    }),
  );

  /** Shows `words` behind an offset of a document; nothing where there are none. */
  show({ uri }: vscode.TextDocument, end: number, words: readonly string[]): void {
    if (words.length > 0) this.#notes.set(uri.toString(), { end, words });
    this.#changed.fire();
  }

  provideInlayHints(document: vscode.TextDocument, range: vscode.Range): vscode.InlayHint[] {
    const note = this.#notes.get(document.uri.toString());
    const position = note && document.positionAt(note.end);
    if (!note || !position || !range.contains(position)) return [];
    const hint = new vscode.InlayHint(position, shortened(note.words));
    hint.paddingLeft = true;
    hint.tooltip = note.words.join('\n');
    return [hint];
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}
