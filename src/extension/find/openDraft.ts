import * as vscode from 'vscode';
import type { SelectedResponse } from '../../service/findService.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { definitionFile, freeName, openNew } from '../definitions/newDocument.ts';
import { previewColumn } from '../previewColumn.ts';
import type { DefinitionId } from '../responses/responseSession.ts';
import type { Services } from '../services.ts';

/**
 * Opens a new definition of a type, drafted for responses, beside their document: not saved, its text one edit that can be
 * undone. It is named after the document and, where that is a file, stands in its folder.
 */
export async function openDraft(
  { engine, definitions }: Services,
  document: vscode.TextDocument,
  responses: readonly SelectedResponse[],
  type: string,
): Promise<DefinitionId | undefined> {
  const draft = await engine.find.draft(responses, type);
  if (!draft) throw new Error(vscode.l10n.t('No {0} can be drafted: nothing in the response has its format.', type));
  const beside = { viewColumn: previewColumn(), preserveFocus: true };
  const opened = await openNew(await freeFile(document.uri), draft.text, beside);
  if (draft.unread !== undefined)
    void vscode.window.showWarningMessage(vscode.l10n.t('This draft does not read everything: {0}', draft.unread));
  const name = (await definitions.file(opened.uri))?.definitions[0]?.name;
  return name === undefined ? undefined : { uri: opened.uri, name };
}

/** A file of the response's folder under a name that is not taken. */
async function freeFile(response: vscode.Uri): Promise<vscode.Uri | undefined> {
  if (response.scheme !== 'file') return undefined;
  const folder = vscode.Uri.joinPath(response, '..');
  const name = await freeName(folder, baseName(response).replace(/(?<=.)\..*$/, ''));
  return name === undefined ? undefined : definitionFile(folder, name);
}
