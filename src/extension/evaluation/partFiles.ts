import * as vscode from 'vscode';
import type { NamedText } from '../../service/evaluationApi.ts';
import { baseName } from '../definitions/definitionUris.ts';

/** What evaluations' files are called. */
const evaluationEnd = '.evaluation.json';
/** How much is read of a folder, in bytes. */
const maxBytes = 512 * 1024 * 1024;
/** How long files are waited for that come one after the other, in milliseconds. */
const pause = 300;

/** The text of an evaluation's file. Rejects where it is not there. */
export async function evaluationTextAt(uri: vscode.Uri): Promise<string> {
  return vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { uri });
}

/** The evaluations beside a file, by their names in order; what cannot be read is left out. Rejects where they are too large together. */
export async function evaluationsBeside(uri: vscode.Uri): Promise<readonly NamedText[]> {
  const folder = vscode.Uri.joinPath(uri, '..');
  const names = (await vscode.workspace.fs.readDirectory(folder))
    .filter(([name, type]) => name.endsWith(evaluationEnd) && (type & vscode.FileType.Directory) === 0)
    .map(([name]) => name)
    .filter(name => name !== baseName(uri))
    .sort();
  const texts: NamedText[] = [];
  let size = 0;
  for (const name of names) {
    const file = vscode.Uri.joinPath(folder, name);
    const text = await evaluationTextAt(file).catch(() => undefined);
    if (text === undefined) continue;
    size += text.length;
    if (size > maxBytes)
      throw new Error(
        vscode.l10n.t('The parts are too large to be merged here. On the command line it is `parserlens merge`.'),
      );
    texts.push({ name, text });
  }
  return texts;
}

/** Hears when evaluations beside a file come, change and go. */
export function followParts(uri: vscode.Uri, changed: () => void): vscode.Disposable {
  const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), `*${evaluationEnd}`);
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, pause);
  };
  watcher.onDidChange(tell);
  watcher.onDidCreate(tell);
  watcher.onDidDelete(tell);
  return vscode.Disposable.from(watcher, new vscode.Disposable(() => clearTimeout(timer)));
}
