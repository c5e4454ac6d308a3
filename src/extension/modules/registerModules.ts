import * as vscode from 'vscode';
import type { ModuleKind } from '../../service/instructionService.ts';
import { registerCommand } from '../commands.ts';
import { isTaken } from '../definitions/newDocument.ts';
import type { Services } from '../services.ts';

/** *New Custom Parser Module* and *New Custom Formatter Module*. */
export function registerModules({ engine, log }: Services): vscode.Disposable {
  const open = async (kind: ModuleKind) => {
    const content = await engine.instruction.moduleTemplate(kind);
    const uri = await freeAddress(kind);
    if (!uri) {
      const document = await vscode.workspace.openTextDocument({ language: 'javascript', content });
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
    registerCommand(log, 'newParserModule', () => open('parser')),
    registerCommand(log, 'newFormatterModule', () => open('formatter')),
  );
}

/**
 * The address of an untitled document that will be saved beside what is open, as `parser.mjs`, or `parser-2.mjs` where
 * that is there already. `undefined` where there is no folder.
 */
async function freeAddress(kind: ModuleKind): Promise<vscode.Uri | undefined> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const folder =
    active && active.scheme !== 'untitled' && vscode.workspace.fs.isWritableFileSystem(active.scheme)
      ? vscode.Uri.joinPath(active, '..')
      : vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!folder) return undefined;
  for (let number = 1; ; number++) {
    const uri = vscode.Uri.joinPath(folder, `${kind}${number === 1 ? '' : `-${number}`}.mjs`);
    if (!(await isTaken(uri))) return uri.with({ scheme: 'untitled' });
  }
}
