import * as vscode from 'vscode';
import { documentColumn } from './documentColumn.ts';
import { hasPreview, previewColumn } from './previewColumn.ts';

/**
 * Where a new document opens that is made of the active editor's: beside it, or, where a preview stands, among the documents,
 * so that it neither covers the preview nor makes a third column.
 */
export function newDocumentColumn(): vscode.ViewColumn {
  return vscode.window.tabGroups.all.some(hasPreview) ? documentColumn() : previewColumn();
}
