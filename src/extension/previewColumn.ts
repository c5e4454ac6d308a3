import * as vscode from 'vscode';

/** A tab of one of our previews; VS Code puts a prefix of its own before their types. */
const ours = /-parserlens\.(?:instruction|conversation|replay|model)$/;

/**
 * Where a preview opens, and a draft that is to be seen together with the editor's response: in the column of the previews,
 * if that is not the editor's own, else beside the editor. Their group is locked, so that *beside* alone would make a new
 * column for each.
 */
export function previewColumn(): vscode.ViewColumn {
  const own = vscode.window.activeTextEditor?.viewColumn;
  const { all } = vscode.window.tabGroups;
  const others = all.filter(({ viewColumn }) => viewColumn !== own);
  const previews = others.find(hasPreview);
  if (previews) return previews.viewColumn;
  // A document that was opened there has the column that it was opened from beside it.
  const isAmongPreviews = all.some(group => group.viewColumn === own && hasPreview(group));
  return (isAmongPreviews ? others[0]?.viewColumn : undefined) ?? vscode.ViewColumn.Beside;
}

/** Whether a group holds one of our previews: it is locked then. */
export function hasPreview({ tabs }: vscode.TabGroup): boolean {
  return tabs.some(isPreviewTab);
}

/** Whether a group holds nothing but our previews. */
export function isPreviewGroup({ tabs }: vscode.TabGroup): boolean {
  return tabs.every(isPreviewTab);
}

/** Whether a tab is one of our previews. */
function isPreviewTab({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputWebview && ours.test(input.viewType);
}

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
