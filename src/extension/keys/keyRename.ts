import * as vscode from 'vscode';
import { toRange, toTextEdit } from '../convert.ts';
import type { Services } from '../services.ts';
import { keyAt, keyRequest } from './keyAt.ts';

/**
 * Renames a key wherever the definition names it, and in the texts of samples where it certainly is one, a group of its own in
 * the preview of the changes; in one step that one Undo takes back. A refusal says why.
 */
export function keyRename(services: Services): vscode.RenameProvider {
  return {
    async prepareRename(document, position, token) {
      const key = await keyAt(services, document, position, token);
      const request = keyRequest(document, position);
      if (!key || !request) throw new Error(vscode.l10n.t('Only the keys of a parser’s value can be renamed.'));
      // What no new name would change is said before one is typed.
      const unchanged = await services.engine.keys.renameKey({ ...request, newName: key.name });
      if (unchanged && 'refusal' in unchanged) throw new Error(unchanged.refusal);
      // The name as it is, not as it is escaped here.
      return { range: toRange(document, key.span), placeholder: key.name };
    },
    async provideRenameEdits(document, position, newName, token) {
      const { version, uri } = document;
      const request = keyRequest(document, position);
      const rename = request && (await services.engine.keys.renameKey({ ...request, newName }));
      if (!rename || token.isCancellationRequested || document.version !== version) return undefined;
      if ('refusal' in rename) throw new Error(rename.refusal);
      const edit = new vscode.WorkspaceEdit();
      const inSamples: vscode.WorkspaceEditEntryMetadata = {
        label: vscode.l10n.t('In the texts of samples'),
        description: vscode.l10n.t('where the definition reads it as this key'),
        needsConfirmation: false,
      };
      for (const { range, newText } of rename.edits.map(each => toTextEdit(document, each)))
        edit.replace(uri, range, newText);
      for (const { range, newText } of rename.inSamples.map(each => toTextEdit(document, each)))
        edit.replace(uri, range, newText, inSamples);
      return edit;
    },
  };
}
