import * as vscode from 'vscode';
import { baseName } from '../definitions/definitionUris.ts';

/**
 * Asks in which order several files are merged; later ones win. `undefined`: a user thought better of it. Throws for files
 * that cannot be merged.
 */
export async function mergeOrder(files: readonly vscode.Uri[]): Promise<readonly vscode.Uri[] | undefined> {
  if (files.length < 2) return files;
  if (!files.every(({ path }) => /\.ya?ml$/i.test(path)))
    throw new Error(vscode.l10n.t('Only YAML files are merged; import other files one at a time.'));
  const ordered: vscode.Uri[] = [];
  let left = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  while (left.length > 1) {
    const items = left.map(uri => ({
      label: baseName(uri),
      description: vscode.workspace.asRelativePath(uri),
      uri,
    }));
    const picked = await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Import Parser Definition'),
      placeHolder:
        ordered.length === 0
          ? vscode.l10n.t('Which file comes first? The others are merged over it.')
          : vscode.l10n.t('Which file is merged next, over {0}?', ordered.map(baseName).join(', ')),
    });
    if (!picked) return undefined;
    ordered.push(picked.uri);
    left = left.filter(uri => uri !== picked.uri);
  }
  return [...ordered, ...left];
}
