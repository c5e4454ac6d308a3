import * as vscode from 'vscode';
import { previewColumn } from './previewColumn.ts';
import { isValueTab } from './responses/valueTab.ts';

/**
 * Where a text that belongs to the active editor opens, such as a model's answer: in the column of the previews, else in a
 * column that is there, else beside. *Beside* alone passes by a locked group, and would make a third column.
 */
export function responseColumn(): vscode.ViewColumn {
  const previews = previewColumn();
  if (previews !== vscode.ViewColumn.Beside) return previews;
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const own = vscode.window.activeTextEditor?.viewColumn ?? activeTabGroup.viewColumn;
  const others = all.filter(
    ({ viewColumn, tabs }) => viewColumn !== own && !(tabs.length > 0 && tabs.every(isValueTab)),
  );
  const next = others.find(({ viewColumn }) => viewColumn > own) ?? others[0];
  return next?.viewColumn ?? vscode.ViewColumn.Beside;
}
