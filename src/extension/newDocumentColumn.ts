import * as vscode from 'vscode';
import { isSameAddress } from './definitions/openDocument.ts';
import { documentColumn } from './documentColumn.ts';
import { hasPreview, previewColumn } from './previewColumn.ts';

/**
 * Where a new document opens that is made of another one: beside it, or, where a preview stands, in the other one's own group,
 * so that it neither covers the preview nor makes a third column. In any other group it would cost a tab: where the window is a
 * remote one VS Code opens what is not saved once more after a reload, unless the active group has it.
 */
export function newDocumentColumn(source: vscode.Uri): vscode.ViewColumn {
  const { all } = vscode.window.tabGroups;
  if (!all.some(hasPreview)) return previewColumn();
  const isSource = ({ input }: vscode.Tab) => input instanceof vscode.TabInputText && isSameAddress(input.uri, source);
  const own = all.find(group => !hasPreview(group) && group.tabs.some(isSource));
  return own?.viewColumn ?? documentColumn();
}
