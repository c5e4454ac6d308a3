import * as vscode from 'vscode';
import type { ExportRequest } from '../../service/interchangeService.ts';
import { toTextEdit } from '../convert.ts';
import { baseName } from '../definitions/definitionUris.ts';
import type { Services } from '../services.ts';
import { pickOne } from '../steps.ts';
import { exists } from '../structure/exists.ts';
import { ImportOrigins } from './importOrigins.ts';

/**
 * Asks whether the call that a definition was imported from is to be changed where it stands, and does so, as one edit that can be
 * undone. False: it was not imported, cannot be changed there, which is said, or a new document is wanted; `undefined`: nothing is.
 */
export async function intoSource(
  { engine, context }: Services,
  request: ExportRequest,
  form: string,
): Promise<boolean | undefined> {
  const [name = ''] = request.names;
  const origins = new ImportOrigins(context.workspaceState);
  const origin = request.names.length === 1 ? origins.of(vscode.Uri.parse(request.fileName), name) : undefined;
  if (!origin || !(await exists(origin.source))) return false;
  const file = baseName(origin.source);
  const document = await vscode.workspace.openTextDocument(origin.source);
  const text = document.getText();
  const answer = await engine.interchange.rewriteCall(request, form, { text, name: origin.name });
  if (!answer?.ok) {
    const reason = answer?.reason.replaceAll('`', '');
    if (reason) void vscode.window.showInformationMessage(vscode.l10n.t('{0} stays as it is. {1}', file, reason));
    return false;
  }
  const { edits } = answer;
  const items = [
    {
      label: vscode.l10n.t('Edit {0}', file),
      description:
        edits.length === 0 ? vscode.l10n.t('it says the same already') : vscode.workspace.asRelativePath(origin.source),
      isEdit: true,
    },
    { label: vscode.l10n.t('New Document'), isEdit: false },
  ];
  const title = vscode.l10n.t('Export {0}', name);
  const placeholder = vscode.l10n.t('Where to write it: {0} was imported from there', origin.name);
  const picked = await pickOne(items, { title, placeholder });
  if (!picked || typeof picked === 'symbol') return undefined;
  if (!picked.isEdit) return false;
  const failed = () => new Error(vscode.l10n.t('{0} cannot be edited.', file));
  if (document.getText() !== text) throw failed();
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    origin.source,
    edits.map(one => toTextEdit(document, one)),
  );
  if (edits.length > 0 && !(await vscode.workspace.applyEdit(edit))) throw failed();
  const start = document.positionAt(edits[0]?.span.start ?? 0);
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.One,
    ...(edits.length > 0 && { selection: new vscode.Range(start, start) }),
  });
  return true;
}
