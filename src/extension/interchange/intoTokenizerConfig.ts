import * as vscode from 'vscode';
import type { ExportRequest } from '../../service/interchangeService.ts';
import { toTextEdit } from '../convert.ts';
import type { Services } from '../services.ts';
import { pickOne } from '../steps.ts';
import { exists } from '../structure/exists.ts';

/**
 * Asks whether a response template is to be put into the configuration of the model beside it, and does so, as one edit
 * that can be undone. False: there is no such file, or a new document is wanted; `undefined`: nothing is.
 */
export async function intoTokenizerConfig({ engine }: Services, request: ExportRequest): Promise<boolean | undefined> {
  const uri = vscode.Uri.joinPath(vscode.Uri.parse(request.fileName), '..', 'tokenizer_config.json');
  if (request.names.length !== 1 || vscode.Uri.parse(request.fileName).scheme === 'untitled' || !(await exists(uri)))
    return false;
  const items = [
    {
      label: vscode.l10n.t('Edit {0}', 'tokenizer_config.json'),
      description: vscode.workspace.asRelativePath(uri),
      isEdit: true,
    },
    { label: vscode.l10n.t('New Document'), isEdit: false },
  ];
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Export {0}', request.names[0]!),
    placeholder: vscode.l10n.t('Where to write the response template'),
  });
  if (!picked || typeof picked === 'symbol') return undefined;
  if (!picked.isEdit) return false;
  const document = await vscode.workspace.openTextDocument(uri);
  const text = document.getText();
  const edits = await engine.interchange.templateEdits(request, text);
  if (!edits || document.getText() !== text)
    throw new Error(vscode.l10n.t('{0} cannot be edited.', 'tokenizer_config.json'));
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    uri,
    edits.map(one => toTextEdit(document, one)),
  );
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t('{0} cannot be edited.', 'tokenizer_config.json'));
  const start = document.positionAt(edits[0]?.span.start ?? 0);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start) });
  return true;
}
