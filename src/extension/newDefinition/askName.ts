import * as vscode from 'vscode';
import { definitionFile, freeName, isTaken } from '../definitions/newDocument.ts';

/** What is typed that no file may be called, on any system. */
const forbidden = /[\\:*?"<>|]|^\.|\.$|\/\.|\.\/|\/\/|^\/|\/$/;

/**
 * Asks for the name of a definition's file in a folder, which may lead into folders below. `back`: the person wants to
 * pick another type; `undefined`: they want none.
 */
export async function askName(folder: vscode.Uri, type: string): Promise<vscode.Uri | 'back' | undefined> {
  const box = vscode.window.createInputBox();
  box.title = vscode.l10n.t('New Parser Definition: {0}', type);
  box.step = 2;
  box.totalSteps = 2;
  box.ignoreFocusOut = true;
  box.buttons = [vscode.QuickInputButtons.Back];
  box.prompt = vscode.l10n.t('Its name, in {0}. Nothing is on disk until you save.', folderLabel(folder));
  box.value = (await freeName(folder, 'answer')) ?? '';
  const check = async (value: string): Promise<string | undefined> => {
    const name = nameOf(value);
    if (name === '') return vscode.l10n.t('A definition needs a name.');
    if (forbidden.test(name)) return vscode.l10n.t('{0} cannot be the name of a file.', name);
    return (await isTaken(definitionFile(folder, name)))
      ? vscode.l10n.t('{0} is there already. Nothing is overwritten.', `${name}.parser.json`)
      : undefined;
  };
  let asked = 0;
  return new Promise(resolve => {
    box.onDidChangeValue(async value => {
      const question = ++asked;
      const message = await check(value);
      if (question === asked) box.validationMessage = message;
    });
    box.onDidAccept(async () => {
      const { value } = box;
      box.validationMessage = await check(value);
      if (box.validationMessage !== undefined) return;
      resolve(definitionFile(folder, nameOf(value)));
      box.hide();
    });
    box.onDidTriggerButton(() => {
      resolve('back');
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

/** What was typed, without the extension that every definition has. */
function nameOf(value: string): string {
  return value.trim().replace(/(\.parser)?\.jsonc?$/i, '');
}

function folderLabel(folder: vscode.Uri): string {
  const root = vscode.workspace.getWorkspaceFolder(folder);
  return root?.uri.path === folder.path ? root.name : vscode.workspace.asRelativePath(folder);
}
