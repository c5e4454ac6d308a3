import * as vscode from 'vscode';
import { isSameAddress } from './definitions/openDocument.ts';
import { isValueTab } from './responses/valueTab.ts';

/**
 * Where a document opens that is asked for from a page, such as a row of an evaluation: as a tab of a group that has documents,
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
  const taken = others.find(hasPreview);
  if (taken) return taken.viewColumn;
  // A document that was opened there has the column that it was opened from beside it.
  const isAmongPreviews = all.some(group => group.viewColumn === own && hasPreview(group));
  return (isAmongPreviews ? others[0]?.viewColumn : undefined) ?? vscode.ViewColumn.Beside;
}

/** Whether a group holds one of our previews: it is locked then. */
function hasPreview({ tabs }: vscode.TabGroup): boolean {
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
