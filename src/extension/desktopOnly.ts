import * as vscode from 'vscode';
import { virtualPlace } from './sharing/githubPlace.ts';

/** What a browser cannot do: whoever shows the error offers *Open in Desktop*. */
export class DesktopOnlyError extends Error {}

const said = new Set<string>();

/** Says what a browser cannot do, with *Open in Desktop*; `once`: and not again in this window, whatever names it. */
export function tellDesktopOnly(message: string, once?: string): void {
  if (once !== undefined) {
    if (said.has(once)) return;
    said.add(once);
  }
  const open = vscode.l10n.t('Open in Desktop');
  void vscode.window.showWarningMessage(message, open).then(choice => (choice === open ? openInDesktop() : undefined));
}

/** VS Code's own command that takes the work elsewhere, where it is there. */
const continueOn = 'workbench.editSessions.actions.continueEditSession';

/** The folder in VS Code's desktop: a repository of GitHub is cloned there, anything else goes on as VS Code itself has it. */
async function openInDesktop(): Promise<void> {
  const repository = vscode.workspace.workspaceFolders?.map(({ uri }) => virtualPlace(uri)).find(place => place);
  if (repository) {
    const { owner, name } = repository;
    const clone = encodeURIComponent(`https://github.com/${owner}/${name}.git`);
    await vscode.env.openExternal(vscode.Uri.parse(`vscode://vscode.git/clone?url=${clone}`));
  } else if ((await vscode.commands.getCommands(true)).includes(continueOn))
    await vscode.commands.executeCommand(continueOn);
  else await vscode.env.openExternal(vscode.Uri.parse('https://code.visualstudio.com/Download'));
}
