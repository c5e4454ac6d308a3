import * as vscode from 'vscode';
import type { TextPath } from '../../service/responsesService.ts';
import { toRange } from '../convert.ts';
import { previewColumn } from '../previewColumn.ts';
import type { ResponseSession } from './responseSession.ts';

/** The scheme of the read-only documents that hold a value, an error or the feedback to the model. */
export const valueScheme = 'parserlens-value';

/** Whether a tab shows a part of a response: those have a narrow group of their own below it. */
export function isValueTab({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputText && input.uri.scheme === valueScheme;
}

/** The session and the path in its result that a value's document shows. */
export function valuePlace(uri: vscode.Uri): { readonly id: string; readonly path: TextPath } {
  try {
    const [id, path] = JSON.parse(uri.query) as [string, TextPath];
    return { id, path };
  } catch {
    // A document of another session of VS Code, restored: its result is gone.
    return { id: '', path: ['value'] };
  }
}

/** The group of editors that shows values, below the response: beside it the response would be only half as wide. */
export class ValueGroup implements vscode.Disposable {
  /** Whether there is a group that was locked here. */
  #locked = false;
  readonly #listening = vscode.window.tabGroups.onDidChangeTabGroups(() => this.#unlockLast());

  /**
   * Shows a value where one stands already, else below the response. There is one tab for all values, and the response's
   * editor keeps the focus. The group below is locked, so that files still open above.
   */
  async show(value: vscode.TextDocument, { document }: ResponseSession): Promise<void> {
    const { tabGroups } = vscode.window;
    const group = tabGroups.all.find(({ tabs }) => tabs.some(isValueTab));
    const former = group?.tabs.filter(tab => isValueTab(tab) && !tab.isPinned) ?? [];
    const editor = vscode.window.activeTextEditor;
    const below = !group && document !== undefined && editor?.document === document;
    if (below) await vscode.commands.executeCommand('workbench.action.newGroupBelow');
    const viewColumn = group?.viewColumn ?? vscode.ViewColumn.Active;
    await vscode.window.showTextDocument(value, { viewColumn, preview: true, preserveFocus: document !== undefined });
    const isOther = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputText && input.uri.toString() !== value.uri.toString();
    // Where the user turned previews of editors off, each value would get a tab of its own.
    const left = tabGroups.all.flatMap(({ tabs }) => tabs.filter(tab => isOther(tab) && former.includes(tab)));
    if (left.length > 0) await tabGroups.close(left, true);
    if (!below) return;
    await vscode.commands.executeCommand('workbench.action.lockEditorGroup');
    this.#locked = true;
    const back = editor?.viewColumn;
    await vscode.window.showTextDocument(document, back === undefined ? {} : { viewColumn: back });
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /** Where the response is closed before its values, the locked group is the last one: VS Code would open no file in it, not even when it is empty. */
  #unlockLast(): void {
    const [last, ...others] = vscode.window.tabGroups.all;
    if (!this.#locked || !last || others.length > 0) return;
    this.#locked = false;
    if (last.tabs.every(isValueTab)) void vscode.commands.executeCommand('workbench.action.unlockEditorGroup');
  }
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

/** The language of feedback: lines are wrapped in it. */
export const feedbackLanguage = 'parserlens-told';

/**
 * Shows the feedback to the model beside its response, with the error on the screen in both; the response keeps the focus. It
 * takes the place of older feedback, wherever that is.
 */
export async function showFeedback(
  feedback: vscode.TextDocument,
  { document, span, state }: ResponseSession,
): Promise<void> {
  const { all } = vscode.window.tabGroups;
  const group =
    all.find(({ tabs }) => tabs.some(tab => isShowing(tab, feedback))) ??
    all.find(({ activeTab }) => activeTab && isFeedbackTab(activeTab));
  const editor = await vscode.window.showTextDocument(feedback, {
    viewColumn: group?.viewColumn ?? responseColumn(),
    preview: true,
    preserveFocus: document !== undefined,
  });
  const error = state.kind === 'parsed' ? state.model.error : undefined;
  const [line = ''] = (error?.message ?? '').split('\n');
  const at = line === '' ? -1 : feedback.getText().indexOf(line);
  if (at >= 0) reveal(editor, { start: at, end: at + line.length });
  const response = vscode.window.visibleTextEditors.find(each => each.document === document);
  const place = error?.span;
  if (response && place) reveal(response, { start: span.start + place.start, end: span.start + place.end });
}

function isShowing({ input }: vscode.Tab, { uri }: vscode.TextDocument): boolean {
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
}

function isFeedbackTab(tab: vscode.Tab): boolean {
  return isValueTab(tab) && valuePlace((tab.input as vscode.TabInputText).uri).path[0] === 'feedback';
}

function reveal(editor: vscode.TextEditor, span: { readonly start: number; readonly end: number }): void {
  editor.revealRange(toRange(editor.document, span), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
