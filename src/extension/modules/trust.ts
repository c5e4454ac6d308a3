import * as vscode from 'vscode';
import { tellDesktopOnly } from '../desktopOnly.ts';

const said = new Set<string>();

/** Tells, once in this window, that a module waits for the trust of the workspace, where nothing in place says so. */
export function tellModulesWait(): void {
  tellUntrusted(
    'module',
    vscode.l10n.t(
      'Modules run only in a trusted workspace. A definition or conversation names one, which was not run.',
    ),
  );
}

/**
 * Offers the desktop, once in this window, where what the user asked for failed because a browser runs no modules. What
 * nobody asked for, as a list of all definitions, says so in place alone.
 */
export function offerDesktop(errorClass: string | undefined): void {
  if (errorClass !== 'ModuleUnavailable') return;
  tellDesktopOnly(
    vscode.l10n.t(
      'Modules and parsers of your own run in processes, which a browser does not have. A definition or conversation names one, which was not run.',
    ),
    'modules',
  );
}

/** Tells once what was not done because the workspace is not trusted, with a button that leads to its trust. `about`: what it is about. */
export function tellUntrusted(about: 'module' | 'tokenizer' | 'model', message: string): void {
  if (said.has(about)) return;
  said.add(about);
  warnUntrusted(message);
}

/** Warns of what is not done because the workspace is not trusted, with a button that leads to its trust. */
export function warnUntrusted(message: string): void {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  void vscode.window
    .showWarningMessage(message, manage)
    .then(choice => choice === manage && vscode.commands.executeCommand('workbench.trust.manage'));
}
