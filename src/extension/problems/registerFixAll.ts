import * as vscode from 'vscode';
import { fixAllEdits } from '../../views/problems.ts';
import { registerCommand } from '../commands.ts';
import { toTextEdit } from '../convert.ts';
import type { Services } from '../services.ts';

/** *Fix All Problems in File* in the Command Palette: what is surely meant, as one edit. */
export function registerFixAll({ definitions, log }: Services): vscode.Disposable {
  return registerCommand(log, 'fixAll', async () => {
    const document = vscode.window.activeTextEditor?.document;
    const file = document && (await definitions.file(document.uri));
    if (!document || !file || file.written !== document.getText()) return;
    const edits = fixAllEdits(file.problems);
    if (edits.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('There is nothing here that can be fixed for certain.'));
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    edit.set(
      document.uri,
      edits.map(one => toTextEdit(document, one)),
    );
    await vscode.workspace.applyEdit(edit);
  });
}
