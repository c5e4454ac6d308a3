import * as vscode from 'vscode';
import { definitionFile, freeName, isTaken } from '../definitions/newDocument.ts';
import { askText, type back } from '../steps.ts';

/** What is typed that no file may be called, on any system. */
const forbidden = /[\\:*?"<>|]|^\.|\.$|\/\.|\.\/|\/\/|^\/|\/$/;

/**
 * Asks for the name of a definition's file in a folder, which may lead into folders below. `back`: the user wants to
 * pick another type; `undefined`: they want none.
 */
export async function askName(folder: vscode.Uri, type: string): Promise<vscode.Uri | typeof back | undefined> {
  const check = async (value: string): Promise<string | undefined> => {
    const name = nameOf(value);
    if (name === '') return vscode.l10n.t('A definition needs a name.');
    if (forbidden.test(name)) return vscode.l10n.t('{0} cannot be used as a file name.', name);
    return (await isTaken(definitionFile(folder, name)))
      ? vscode.l10n.t('{0} already exists. Nothing is overwritten.', `${name}.parser.json`)
      : undefined;
  };
  const name = await askText({
    title: vscode.l10n.t('New Parser Definition: {0}', type),
    number: [2, 2],
    back: true,
    stays: true,
    prompt: vscode.l10n.t('Its name, in {0}. Nothing is on disk until you save.', folderLabel(folder)),
    value: (await freeName(folder, 'answer')) ?? '',
    check,
  });
  return typeof name === 'string' ? definitionFile(folder, nameOf(name)) : name;
}

/** What was typed, without the extension that every definition has. */
function nameOf(value: string): string {
  return value.trim().replace(/(\.parser)?\.jsonc?$/i, '');
}

function folderLabel(folder: vscode.Uri): string {
  const root = vscode.workspace.getWorkspaceFolder(folder);
  return root?.uri.path === folder.path ? root.name : vscode.workspace.asRelativePath(folder);
}
