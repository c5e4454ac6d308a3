import * as vscode from 'vscode';
import { isSameAddress } from './definitions/openDocument.ts';
import { hasPreview, previewColumn } from './previewColumn.ts';
import { isValueTab } from './responses/valueTab.ts';

/**
 * Where a document opens that a page leads to, such as a row of an evaluation: as a tab of a group that has documents,
 * another one than the page's where there is one. Never in a new column beside others: the page would be half as wide.
 */
export function documentColumn(): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const others = all.filter(group => group !== activeTabGroup);
  const [first] = others;
  const found = others.find(hasDocuments) ?? (hasPreview(activeTabGroup) ? first : activeTabGroup);
  return found?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** Whether a group is one for documents: not the locked one of the previews, nor that of values. */
function hasDocuments(group: vscode.TabGroup): boolean {
  const isText = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputTextDiff ||
    input instanceof vscode.TabInputNotebook;
  return !hasPreview(group) && group.tabs.some(tab => isText(tab) && !isValueTab(tab));
}

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
