import * as vscode from 'vscode';

/** How long after a document is shown VS Code may still open it once more, in milliseconds. */
const late = 5000;

/**
 * Shows a new document in one group alone. VS Code opens a new document that is not on the screen after 800 ms, as on a slow
 * machine, as a tab in the background of the active group: that one is closed.
 */
export async function showOnce(
  document: vscode.TextDocument,
  options: vscode.TextDocumentShowOptions,
): Promise<vscode.TextEditor> {
  const { tabGroups } = vscode.window;
  const uri = document.uri.toString();
  const isIt = ({ input }: vscode.Tab) => input instanceof vscode.TabInputText && input.uri.toString() === uri;
  /** Tabs that opened before or after the one that was asked for. */
  const unasked = (opened: readonly vscode.Tab[], column: vscode.ViewColumn | undefined) =>
    opened.filter(tab => isIt(tab) && !tab.isActive && tab.group.viewColumn !== column);
  const editor = await vscode.window.showTextDocument(document, options);
  const close = (tabs: readonly vscode.Tab[]) => {
    const doubles = unasked(tabs, editor.viewColumn);
    // The last tab of a changed document would ask whether to save it.
    if (doubles.length > 0 && tabGroups.all.flatMap(({ tabs: all }) => all).filter(isIt).length > doubles.length)
      void tabGroups.close(doubles, true);
  };
  close(tabGroups.all.flatMap(({ tabs }) => tabs));
  const listening = tabGroups.onDidChangeTabs(({ opened }) => close(opened));
  setTimeout(() => listening.dispose(), late);
  return editor;
}
