import * as vscode from 'vscode';
import type { ModuleKind } from '../../service/instructionService.ts';
import { registerCommand } from '../commands.ts';
import { isTaken } from '../definitions/newDocument.ts';
import type { Services } from '../services.ts';

/** What a new module is called, without a number, and its language. */
const files: Readonly<
  Record<ModuleKind, { readonly name: string; readonly ending: string; readonly language: string }>
> = {
  parser: { name: 'parser', ending: '.mjs', language: 'javascript' },
  python: { name: 'parser', ending: '.py', language: 'python' },
  formatter: { name: 'formatter', ending: '.mjs', language: 'javascript' },
};

/** *New Custom Parser Module* and *New Custom Formatter Module*. */
export function registerModules({ engine, log }: Services): vscode.Disposable {
  const open = async (kind: ModuleKind) => {
    const content = await engine.instruction.moduleTemplate(kind);
    const uri = await freeAddress(kind);
    if (!uri) {
      const document = await vscode.workspace.openTextDocument({ language: files[kind].language, content });
      await vscode.window.showTextDocument(document);
      return;
    }
    const document = await vscode.workspace.openTextDocument(uri);
    if (document.getText() === '') {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(uri, new vscode.Position(0, 0), content);
      await vscode.workspace.applyEdit(edit);
    }
    await vscode.window.showTextDocument(document);
  };
  return vscode.Disposable.from(
    registerCommand(log, 'newParserModule', async (argument?: unknown) => {
      const kind = argument === 'python' || argument === 'parser' ? argument : await askLanguage();
      if (kind) await open(kind);
    }),
    registerCommand(log, 'newFormatterModule', () => open('formatter')),
  );
}

/**
 * The address of an untitled document that will be saved beside what is open, as `parser.py`, or `parser-2.py` where
 * that is there already. `undefined` where there is no folder.
 */
async function freeAddress(kind: ModuleKind): Promise<vscode.Uri | undefined> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const folder =
    active && active.scheme !== 'untitled' && vscode.workspace.fs.isWritableFileSystem(active.scheme)
      ? vscode.Uri.joinPath(active, '..')
      : vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!folder) return undefined;
  const { name, ending } = files[kind];
  for (let number = 1; ; number++) {
    const uri = vscode.Uri.joinPath(folder, `${name}${number === 1 ? '' : `-${number}`}${ending}`);
    if (!(await isTaken(uri))) return uri.with({ scheme: 'untitled' });
  }
}

async function askLanguage(): Promise<ModuleKind | undefined> {
  const items = [
    {
      label: 'Python',
      description: vscode.l10n.t('runs in the Python that is selected for the file'),
      module: 'python',
    },
    { label: 'JavaScript', description: vscode.l10n.t('an ES module'), module: 'parser' },
  ] as const;
  const picked = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('The language of the module') });
  return picked?.module;
}
