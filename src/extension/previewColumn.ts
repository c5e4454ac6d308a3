import * as vscode from 'vscode';

/** A tab of one of our previews; VS Code puts a prefix of its own before their types. */
const ours = /-parserlens\.(?:instruction|conversation|replay)$/;

/**
 * Where a new preview opens: in the column of the others, if that is not the editor's own, else beside the editor. Their
 * group is locked, so that *beside* alone would make a new column for each.
 */
export function previewColumn(): vscode.ViewColumn {
  const group = vscode.window.tabGroups.all.find(
    ({ tabs, viewColumn }) =>
      viewColumn !== vscode.window.activeTextEditor?.viewColumn &&
      tabs.some(({ input }) => input instanceof vscode.TabInputWebview && ours.test(input.viewType)),
  );
  return group?.viewColumn ?? vscode.ViewColumn.Beside;
}
