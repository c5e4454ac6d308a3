import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import type { RunReport, RunRow } from './runsApi.ts';
import type { RunTarget } from './runTarget.ts';

/** Tells how a run went, with what can be done next. */
export function reportRun(
  { isRead, error, input, output, ms }: RunRow,
  target: RunTarget,
  answer: vscode.TextDocument,
): void {
  const number = (value: number) => value.toLocaleString(vscode.env.language);
  const seconds = vscode.l10n.t('{0} s', (ms / 1000).toLocaleString(vscode.env.language, { maximumFractionDigits: 1 }));
  const tokens =
    input === undefined && output === undefined
      ? undefined
      : vscode.l10n.t('{0} tokens in, {1} out as reported', number(input ?? 0), number(output ?? 0));
  if (isRead === undefined) {
    void vscode.window.showErrorMessage(vscode.l10n.t('No answer: {0}', error ?? ''));
    return;
  }
  const verdict = isRead ? vscode.l10n.t('✓ {0} reads it', target.definition.name) : `✗ ${error ?? ''}`;
  const save = vscode.l10n.t('Save as Sample');
  const append = vscode.l10n.t('Append Parsed Answer');
  const buttons = [save, ...(target.conversation ? [append] : [])];
  const message = [verdict, tokens, seconds].filter(Boolean).join(' · ');
  void vscode.window.showInformationMessage(message, ...buttons).then(choice => {
    if (choice === save) return vscode.commands.executeCommand(`${prefix}.saveAsSample`);
    if (choice !== append || !target.conversation) return undefined;
    return vscode.commands.executeCommand(`${prefix}.appendAnswer`, target.conversation, { text: answer.getText() });
  });
}

/** Tells how many runs went, with a button that opens their log. */
export function reportRuns({ runs, failed, first, last }: RunReport, { log }: RunTarget, retried: boolean): void {
  const number = (value: number) => value.toLocaleString(vscode.env.language);
  const share = ({ read, answered }: RunReport['first']) =>
    answered === 0
      ? vscode.l10n.t('no answer')
      : vscode.l10n.t('{0} of {1} answers read', number(read), number(answered));
  const words = [
    share(first),
    ...(retried ? [vscode.l10n.t('with retries {0}', share(last))] : []),
    ...(failed > 0 ? [vscode.l10n.t('{0} of {1} runs without an answer', number(failed), number(runs))] : []),
  ];
  const open = vscode.l10n.t('Open Log');
  void vscode.window
    .showInformationMessage(words.join(' · '), open)
    .then(choice => choice === open && vscode.commands.executeCommand('vscode.open', log));
}
