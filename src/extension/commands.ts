import * as vscode from 'vscode';
import { DesktopOnlyError, tellDesktopOnly } from './desktopOnly.ts';
import { firstLine, logError } from './errorTexts.ts';

/** The prefix of every command, setting and view of ours. */
export const prefix = 'parserlens';

/**
 * Registers `parserlens.<name>`. Whatever a handler throws goes to the log and into one message, with a button that opens the log;
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

/** Appends a link that runs a command, which the text has to trust. The only place where what is not a literal becomes Markdown: nothing of it can end the link. */
export function appendLink(
  text: vscode.MarkdownString,
  title: string,
  command: string,
  args: readonly unknown[],
): void {
  // Parentheses are what `encodeURIComponent` leaves of what could end an address.
  const encoded = encodeURIComponent(JSON.stringify(args)).replaceAll('(', '%28').replaceAll(')', '%29');
  text.appendMarkdown('[').appendText(title);
  // biome-ignore lint/plugin: the command is ours, and its arguments are encoded.
  text.appendMarkdown(`](command:${command}?${encoded})`);
}

/** Sets the context key `parserlens.<key>`, which the manifest's conditions ask for. */
export function setContext(key: string, value: boolean): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', `${prefix}.${key}`, value);
}
