import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** The extension's id. */
export const extensionId = 'parserlens.parserlens';

/** The extension under test, active. */
export async function activeExtension(): Promise<vscode.Extension<unknown>> {
  const extension = vscode.extensions.getExtension(extensionId);
  assert.ok(extension, `${extensionId} is not installed`);
  await extension.activate();
  return extension;
}

/** How long VS Code may take over anything, in milliseconds: 1.100 may need 30 seconds for a page after another was closed. */
const patience = 40_000;

/**
 * Asks again until the answer is truthy, and returns it. VS Code tells nobody when a provider's answer is on the screen,
 * so tests ask; they never sleep for a guessed time.
 * @param ask may throw or reject, which counts as not yet
 * @param timeout in milliseconds; after that the last error, or one that names `what`, is thrown
 */
export async function until<T>(
  what: string,
  ask: () => T | Thenable<T>,
  { timeout = patience }: { readonly timeout?: number } = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeout;
  for (;;) {
    let problem: unknown;
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      problem = error;
    }
    if (Date.now() > deadline)
      throw new Error(`not within ${timeout} ms: ${what}${problem ? `; ${problem}` : ''}`, { cause: problem });
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/** The address of a file of the workspace, a copy of examples/. */
export function workspaceFile(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'no folder is open');
  return vscode.Uri.joinPath(folder.uri, path);
}

/**
 * Makes a folder of the workspace that VS Code hears of. Of folders made at once, one in the other, its watcher may miss
 * the inner one for good; then it is made again.
 */
export async function makeFolder(path: string): Promise<void> {
  const probe = 'probe.txt';
  const watcher = vscode.workspace.createFileSystemWatcher(`**/${probe}`);
  let heard = '';
  watcher.onDidCreate(uri => {
    heard = uri.toString();
  });
  try {
    const names = path.split('/');
    for (const [i] of names.entries()) {
      const folder = workspaceFile(names.slice(0, i + 1).join('/'));
      await until(`VS Code hears of ${folder.path}`, async () => {
        const file = vscode.Uri.joinPath(folder, probe);
        await vscode.workspace.fs.writeFile(file, new Uint8Array());
        try {
          return await until('the probe', () => heard === file.toString(), { timeout: 2000 });
        } catch {
          await vscode.workspace.fs.delete(folder, { recursive: true });
          return false;
        }
      });
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, probe));
    }
  } finally {
    watcher.dispose();
  }
}

/** Shows a file of the workspace. */
export async function openFile(path: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(workspaceFile(path)));
}

/** Shows a new untitled document. */
export async function openText(content: string, language = 'plaintext'): Promise<vscode.TextEditor> {
  const lines = (text: string) => text.replace(/\r\n?/g, '\n');
  const has = (document: vscode.TextDocument) => lines(document.getText()) === lines(content);
  const document = await until('a document with the content', async () => {
    const opened = await vscode.workspace.openTextDocument({ content, language });
    // One that was closed a moment ago under the same name brings its old text for a moment, or keeps it: then another serves.
    await until('the content', () => has(opened), { timeout: 5000 }).catch(() => undefined);
    return has(opened) ? opened : undefined;
  });
  return vscode.window.showTextDocument(document);
}

/** Selects the first occurrence of a text, which must be there. */
export function select(editor: vscode.TextEditor, text: string): vscode.Selection {
  const start = editor.document.getText().indexOf(text);
  assert.ok(start >= 0, `the document has no ${JSON.stringify(text)}`);
  const { document } = editor;
  editor.selection = new vscode.Selection(document.positionAt(start), document.positionAt(start + text.length));
  return editor.selection;
}

/** Replaces the whole text of an editor, as typing would. */
export async function replaceAll(editor: vscode.TextEditor, text: string): Promise<void> {
  const all = new vscode.Range(0, 0, editor.document.lineCount, 0);
  assert.ok(await editor.edit(edit => edit.replace(all, text)), 'the edit was refused');
}

/** The lenses of a document, resolved, in their order. */
export async function lenses(uri: vscode.Uri): Promise<vscode.CodeLens[]> {
  return vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 1000);
}

/** The titles of a document's lenses. */
export async function lensTitles(uri: vscode.Uri): Promise<string[]> {
  return (await lenses(uri)).flatMap(lens => lens.command?.title ?? []);
}

/** The hover texts at a position, as Markdown. */
export async function hovers(uri: vscode.Uri, position: vscode.Position): Promise<string[]> {
  const found = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, position);
  return found.flatMap(hover => hover.contents.map(part => (typeof part === 'string' ? part : asRead(part.value))));
}

/** Markdown as its reader sees it, where `appendText` has escaped it. */
function asRead(markdown: string): string {
  return markdown.replaceAll('&nbsp;', ' ').replace(/\\([\\`*_{}[\]()#+\-!~])/g, '$1');
}

/** The verdicts above a document's results; a mark alone has its definition's name behind it, which stands in its hover. */
export async function verdicts(uri: vscode.Uri): Promise<string[]> {
  return (await lenses(uri)).flatMap(({ command: { title = '', tooltip = '' } = {} as Partial<vscode.Command> }) => {
    if (!/^[✓⚠✗]/.test(title)) return [];
    return title.length > 1 ? title : `${title} ${/^(.*) \([^()]*\)$/m.exec(tooltip)?.[1]}`;
  });
}

/** Our diagnostics of a document; other extensions' are left out. */
export function diagnostics(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source?.toLowerCase() === 'parserlens');
}

/** A diagnostic's code, which may lead to a page. */
export function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

/** The label of the active tab. */
export function activeTab(): string | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.label;
}

/** Closes every text editor, without asking what to save. Never another editor, such as a preview that is active by then. */
export async function closeTexts(): Promise<void> {
  const isText = ({ input }: vscode.Tab) => input instanceof vscode.TabInputText;
  const texts = () => vscode.window.tabGroups.all.flatMap(group => group.tabs.filter(isText));
  for (const tab of texts()) {
    if (!tab.isDirty) continue;
    const { uri } = tab.input as vscode.TabInputText;
    await vscode.window.showTextDocument(uri, { viewColumn: tab.group.viewColumn });
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
  await vscode.window.tabGroups.close(texts());
}

/** Closes every editor, without asking what to save. */
export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await until('all editors closed', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    return vscode.window.tabGroups.all.every(group => group.tabs.length === 0);
  });
}
