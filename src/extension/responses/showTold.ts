import * as vscode from 'vscode';
import { toRange } from '../convert.ts';
import { responseColumn } from '../responseColumn.ts';
import type { ResponseSession } from './responseSession.ts';
import { isValueTab, valuePlace } from './valueTab.ts';

/** The language of what the model is told: lines are wrapped in it. */
export const toldLanguage = 'parserlens-told';

/**
 * Shows what the model is told beside its response, with the error on the screen in both; the response keeps the focus. It
 * takes the place of what was told before, wherever that is.
 */
export async function showTold(told: vscode.TextDocument, { document, span, state }: ResponseSession): Promise<void> {
  const { all } = vscode.window.tabGroups;
  const shown =
    all.find(({ tabs }) => tabs.some(tab => isShowing(tab, told))) ??
    all.find(({ activeTab }) => activeTab && isToldTab(activeTab));
  const editor = await vscode.window.showTextDocument(told, {
    viewColumn: shown?.viewColumn ?? responseColumn(),
    preview: true,
    preserveFocus: document !== undefined,
  });
  const error = state.kind === 'parsed' ? state.model.error : undefined;
  const [line = ''] = (error?.message ?? '').split('\n');
  const at = line === '' ? -1 : told.getText().indexOf(line);
  if (at >= 0) reveal(editor, { start: at, end: at + line.length });
  const response = vscode.window.visibleTextEditors.find(each => each.document === document);
  const place = error?.span;
  if (response && place) reveal(response, { start: span.start + place.start, end: span.start + place.end });
}

function isShowing({ input }: vscode.Tab, { uri }: vscode.TextDocument): boolean {
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
}

function isToldTab(tab: vscode.Tab): boolean {
  return isValueTab(tab) && valuePlace((tab.input as vscode.TabInputText).uri).path[0] === 'feedback';
}

function reveal(editor: vscode.TextEditor, span: { readonly start: number; readonly end: number }): void {
  editor.revealRange(toRange(editor.document, span), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
