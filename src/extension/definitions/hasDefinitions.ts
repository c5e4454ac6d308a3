import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import { type DefinitionStore, isDefinitionUri } from './definitionStore.ts';

/** Keeps the context key `parserlens.hasDefinitions`: where there are none, the menus of editors have one submenu of ours. */
export function followHasDefinitions(definitions: DefinitionStore, log: vscode.LogOutputChannel): vscode.Disposable {
  let known = false;
  let asked = 0;
  const look = async () => {
    const question = ++asked;
    const uris = await definitions.uris();
    const has = uris.some(isDefinitionUri);
    if (question !== asked || has === known) return;
    known = has;
    await vscode.commands.executeCommand('setContext', `${prefix}.hasDefinitions`, has);
  };
  const lookSoon = () => {
    look().catch(error => log.error(error));
  };
  lookSoon();
  return definitions.onDidChange(lookSoon);
}
