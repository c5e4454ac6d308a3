import * as vscode from 'vscode';
import { isPreviewTab } from './previewColumn.ts';

/**
 * Closes the group of a preview with its last tab. VS Code leaves a locked group where it is, and opens no file in it: after
 * *Close All Editors* half of the window would be empty.
 */
export function closeEmptyPreviewGroups(): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(async ({ closed }) => {
    if (!closed.some(isPreviewTab)) return;
    const keepsEmpty = vscode.workspace.getConfiguration('workbench.editor').get('closeEmptyGroups') === false;
    const { all } = vscode.window.tabGroups;
    const empty = all.filter(({ tabs }) => tabs.length === 0);
    // The first group is where the next file opens.
    const others = empty.length === all.length ? empty.slice(1) : empty;
    if (!keepsEmpty && others.length > 0) await vscode.window.tabGroups.close(others, true);
  });
}
