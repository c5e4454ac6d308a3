import * as vscode from 'vscode';

const told = new Set<string>();

/**
 * Whether modules may run. The first time that one wants to and may not, the user is told so once, with a button that
 * leads to the trust of the workspace.
 */
export function mayRunModules(): boolean {
  if (vscode.workspace.isTrusted) return true;
  tellUntrusted(
    'module',
    vscode.l10n.t(
      'Modules run only in a trusted workspace. A definition or conversation names one, which was not run.',
    ),
  );
  return false;
}

/** Tells once what was not done because the workspace is not trusted, with a button that leads to its trust. `about`: what it is about. */
export function tellUntrusted(about: 'module' | 'tokenizer' | 'model', message: string): void {
  if (told.has(about)) return;
  told.add(about);
  warnUntrusted(message);
}

/** Warns of what is not done because the workspace is not trusted, with a button that leads to its trust. */
export function warnUntrusted(message: string): void {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  void vscode.window
    .showWarningMessage(message, manage)
    .then(choice => choice === manage && vscode.commands.executeCommand('workbench.trust.manage'));
}
