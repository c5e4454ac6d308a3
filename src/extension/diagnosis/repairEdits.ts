import * as vscode from 'vscode';
import { type CandidateModel, editedText } from '../../views/diagnosisModel.ts';
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
  return text.slice(0, start) + editedText(text.slice(start, end), candidate.edits) + text.slice(end);
}
