import * as vscode from 'vscode';
import { prefix } from '../commands.ts';

/** What an assistant asks to be shown. */
export interface PlaceInput {
  /** Relative to the workspace, with `#NAME` for one definition of several. */
  readonly file?: unknown;
  /** From 1. */
  readonly line?: unknown;
  readonly show?: unknown;
}

/** Opens a file of the workspace at a line, a definition's preview, or an evaluation's file. An error is an answer, which says what to do. */
export async function openPlace({ file, line, show = 'file' }: PlaceInput): Promise<object> {
  if (typeof file !== 'string') return { error: '`file` is missing: a path in the workspace.' };
  const [path = '', name] = splitName(file);
  const uri = await findFile(path);
  if (!uri) return { error: `There is no file ${path} in the workspace.` };
  if (show === 'preview') {
    await vscode.window.showTextDocument(uri, { preview: false });
    await vscode.commands.executeCommand(`${prefix}.previewInstruction`, uri, name);
    return { opened: file, show };
  }
  if (show === 'evaluation' || uri.path.endsWith('.evaluation.json')) {
    await vscode.commands.executeCommand('vscode.open', uri);
    return { opened: file, show: 'evaluation' };
  }
  const editor = await vscode.window.showTextDocument(uri, { preview: false });
  if (typeof line === 'number' && Number.isInteger(line) && line > 0) {
    const at = new vscode.Position(Math.min(line, editor.document.lineCount) - 1, 0);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
  return { opened: file };
}

function splitName(file: string): readonly string[] {
  const hash = file.lastIndexOf('#');
  return hash < 0 ? [file] : [file.slice(0, hash), file.slice(hash + 1)];
}

/** A file of the workspace; nothing outside of its folders is opened for an assistant. */
async function findFile(path: string): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  for (const { uri } of folders) {
    const isAbsolute = path.startsWith(`${uri.path}/`);
    const found = vscode.Uri.joinPath(uri, isAbsolute ? path.slice(uri.path.length + 1) : path);
    if (!found.path.startsWith(`${uri.path}/`)) continue;
    const stat = await vscode.workspace.fs.stat(found).then(
      each => each,
      () => undefined,
    );
    if (stat) return found;
  }
  return undefined;
}
