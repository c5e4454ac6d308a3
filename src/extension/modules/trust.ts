import * as vscode from 'vscode';

let asked = false;

/**
 * Whether modules may run. The first time that one wants to and may not, a person is told so once, with a button that
 * leads to the trust of the workspace.
 */
export function mayRunModules(): boolean {
  if (vscode.workspace.isTrusted || asked) return vscode.workspace.isTrusted;
  asked = true;
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const message = vscode.l10n.t(
    'Modules run only in a trusted workspace. A definition or conversation names one, which was not run.',
  );
  void vscode.window
    .showWarningMessage(message, manage)
    .then(choice => choice === manage && vscode.commands.executeCommand('workbench.trust.manage'));
  return false;
}
