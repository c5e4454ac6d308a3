import * as vscode from 'vscode';
import { applyEdits } from '../../engine/index.ts';
import type { CandidateModel } from '../../views/diagnosisModel.ts';
import { forgetClosed } from '../definitions/openDocument.ts';
import type { ResponseSession } from '../responses/responseSession.ts';
import type { Diagnoses } from './diagnoses.ts';

/** A repair that can be made now. */
export interface Repair {
  readonly session: ResponseSession;
  readonly document: vscode.TextDocument;
  readonly candidate: CandidateModel;
}

/** A session's repairs, the likeliest first; none while a newer text is being parsed. */
export function repairsOf(session: ResponseSession | undefined, diagnoses: Diagnoses): readonly Repair[] {
  const { state, document } = session ?? {};
  if (!session || !document || state?.kind !== 'parsed' || state.stale) return [];
  return (diagnoses.of(session)?.candidates ?? []).map(candidate => ({ session, document, candidate }));
}

/** A repair as an edit of the response's document. */
export function workspaceEdit({ session, document, candidate }: Repair): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  const from = session.span.start;
  edit.set(
    document.uri,
    candidate.edits.map(({ span: { start, end }, text }) =>
      vscode.TextEdit.replace(
        new vscode.Range(document.positionAt(from + start), document.positionAt(from + end)),
        text,
      ),
    ),
  );
  return edit;
}

/** The whole document with a repair made. */
export function repairedText({ session, document, candidate }: Repair): string {
  const text = document.getText();
  const { start, end } = session.span;
  return text.slice(0, start) + applyEdits(text.slice(start, end), candidate.edits) + text.slice(end);
}

/** The longest removed piece that is drawn where it stood, in UTF-16 units. */
const longestGone = 80;

/** Marks what a repair changed, until the next edit of its document. */
export class RepairMarks implements vscode.Disposable {
  readonly #inserted = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('diffEditor.insertedTextBackground'),
    borderColor: new vscode.ThemeColor('diffEditor.insertedTextBorder'),
    borderStyle: 'solid',
    borderWidth: '1px',
    overviewRulerColor: new vscode.ThemeColor('diffEditorOverview.insertedForeground'),
  });
  readonly #removed = vscode.window.createTextEditorDecorationType({
    overviewRulerColor: new vscode.ThemeColor('diffEditorOverview.removedForeground'),
  });
  /** What is marked, by document, with the version that it is of. */
  readonly #marked = new Map<string, { readonly version: number; readonly edits: readonly MadeEdit[] }>();
  readonly #disposable: vscode.Disposable;

  constructor() {
    this.#disposable = vscode.Disposable.from(
      this.#inserted,
      this.#removed,
      vscode.window.onDidChangeVisibleTextEditors(() => this.#paint()),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const key = document.uri.toString();
        const marked = this.#marked.get(key);
        if (contentChanges.length === 0 || !marked || marked.version === document.version) return;
        this.#marked.delete(key);
        this.#paint();
      }),
      forgetClosed(this.#marked),
    );
  }

  /** Marks what a repair changed, which was just made. */
  show({ document, edits }: AppliedRepair): void {
    this.#marked.set(document.uri.toString(), { version: document.version, edits });
    this.#paint();
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #paint(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      const { edits = [] } = this.#marked.get(document.uri.toString()) ?? {};
      const range = (start: number, end: number) =>
        new vscode.Range(document.positionAt(start), document.positionAt(end));
      editor.setDecorations(
        this.#inserted,
        edits.filter(({ text }) => text !== '').map(({ start, text }) => range(start, start + text.length)),
      );
      editor.setDecorations(
        this.#removed,
        edits
          .filter(({ gone }) => gone !== '')
          .map(({ start, gone }) => ({ range: range(start, start), ...ghost(gone) })),
      );
    }
  }
}

/** An edit that was made: where in the document as it is now, what was put there, and what stood there before. */
interface MadeEdit {
  readonly start: number;
  readonly text: string;
  readonly gone: string;
}

/** A repair with what it changes; made before its edits are. */
export interface AppliedRepair {
  readonly document: vscode.TextDocument;
  readonly edits: readonly MadeEdit[];
}

/** What a repair is about to change, with the places that are there once it is made. */
export function aboutToApply({ session, document, candidate }: Repair): AppliedRepair {
  const text = document.getText();
  let growth = session.span.start;
  const edits = candidate.edits.map(({ span: { start, end }, text: put }) => {
    const gone = text.slice(session.span.start + start, session.span.start + end);
    const made = { start: start + growth, text: put, gone };
    growth += put.length - gone.length;
    return made;
  });
  return { document, edits };
}

function ghost(gone: string): Partial<vscode.DecorationOptions> {
  const contentText = gone.slice(0, longestGone).replaceAll('\r', '').replaceAll('\n', '↵');
  return {
    renderOptions: {
      // Its place is empty: *before* would move the lenses above a line that begins there.
      after: {
        contentText,
        color: new vscode.ThemeColor('editorCodeLens.foreground'),
        backgroundColor: new vscode.ThemeColor('diffEditor.removedTextBackground'),
        textDecoration: 'line-through',
      },
    },
  };
}
