import * as vscode from 'vscode';
import { DesktopOnlyError, tellDesktopOnly } from './desktopOnly.ts';
import { firstLine, logError } from './errorTexts.ts';

/** The prefix of every command, setting and view of ours. */
export const prefix = 'parserlens';

/**
 * Registers `parserlens.<name>`. Whatever a handler throws is logged and shown once, with a button that opens the log;
 * a cancellation is silent.
 */
export function registerCommand(
  log: vscode.LogOutputChannel,
  name: string,
  handler: (...args: never[]) => unknown,
): vscode.Disposable {
  return vscode.commands.registerCommand(`${prefix}.${name}`, async (...args: never[]) => {
    try {
      return await handler(...args);
    } catch (error) {
      if (error instanceof vscode.CancellationError) return undefined;
      logError(log, error);
      if (error instanceof DesktopOnlyError) {
        tellDesktopOnly(error.message);
        return undefined;
      }
      const showLog = vscode.l10n.t('Show Log');
      void vscode.window.showErrorMessage(firstLine(error), showLog).then(choice => choice === showLog && log.show());
      return undefined;
    }
  });
}
