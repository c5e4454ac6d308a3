import * as vscode from 'vscode';
import type { ModelUsage } from '../../providers/usageTally.ts';
import { prefix } from '../commands.ts';
import { numberText } from '../numberText.ts';
import type { RunReport, RunRow } from './runsApi.ts';
import type { RunTarget } from './runTarget.ts';

/** Tells how a run went, with what can be done next; `forgetKey` is for a key that was sent and refused. */
export function reportRun(
  { isRead, isKeyRefused, error, cut, ms }: RunRow,
  usage: readonly ModelUsage[],
  target: RunTarget,
  answer: vscode.TextDocument,
  forgetKey: (() => Promise<void>) | undefined,
): void {
  const seconds = vscode.l10n.t('{0} s', numberText(ms / 1000, 1));
  if (isRead === undefined) {
    const forget = vscode.l10n.t('Forget API Key');
    const again = vscode.l10n.t('Run Again');
    void vscode.window
      .showErrorMessage(
        vscode.l10n.t('No answer: {0}', error ?? ''),
        ...(isKeyRefused && forgetKey ? [forget] : [again]),
      )
      .then(choice => {
        if (choice === forget) return forgetKey?.();
        return choice === again ? runAgain(answer) : undefined;
      });
    return;
  }
  const verdict = isRead ? vscode.l10n.t('✓ {0} reads it', target.definition.name) : `✗ ${error ?? ''}`;
  const save = vscode.l10n.t('Save as Sample');
  const append = vscode.l10n.t('Append Parsed Answer');
  const again = vscode.l10n.t('Run Again');
  const buttons = [save, ...(target.conversation ? [append] : []), again];
  const ended = cut === undefined ? [] : [vscode.l10n.t('⚠ cut off at the limit of tokens ({0})', cut)];
  const message = [verdict, ...ended, ...usageWords(usage), seconds].join(' · ');
  void vscode.window.showInformationMessage(message, ...buttons).then(choice => {
    if (choice === again) return runAgain(answer);
    if (choice === save) return vscode.commands.executeCommand(`${prefix}.saveAsSample`);
    if (choice !== append || !target.conversation) return undefined;
    return vscode.commands.executeCommand(`${prefix}.appendAnswer`, target.conversation, { text: answer.getText() });
  });
}

function runAgain({ uri }: vscode.TextDocument): Thenable<unknown> {
  return vscode.commands.executeCommand(`${prefix}.runAgain`, uri.toString());
}

/** Tells how many runs went, with a button that opens their log. */
export function reportRuns(
  { runs, failed, failure = '', first, last, cut, usage }: RunReport,
  { log }: RunTarget,
  retried: boolean,
): void {
  const share = ({ read, answered }: RunReport['first']) =>
    answered === 0
      ? vscode.l10n.t('no answer')
      : vscode.l10n.t('{0} of {1} answers read', numberText(read), numberText(answered));
  const words = [
    share(first),
    ...(retried ? [vscode.l10n.t('with retries {0}', share(last))] : []),
    ...(failed > 0
      ? [vscode.l10n.t('{0} of {1} runs without an answer: {2}', numberText(failed), numberText(runs), failure)]
      : []),
    ...(cut > 0 ? [vscode.l10n.t('⚠ {0} cut off at the limit of tokens', numberText(cut))] : []),
    ...usageWords(usage),
  ];
  const open = vscode.l10n.t('Open Log');
  void vscode.window
    .showInformationMessage(words.join(' · '), open)
    .then(choice => choice === open && vscode.commands.executeCommand('vscode.open', log));
}

/** What models used, the warnings of {@link ModelUsage} included. Models are named where there are several. */
function usageWords(usage: readonly ModelUsage[]): readonly string[] {
  return usage.flatMap(({ model, input = 0, output = 0, own, cost, miscounts }) => {
    const name = usage.length > 1 ? `${model}: ` : '';
    const wrong = miscounts[0];
    return [
      `${name}${vscode.l10n.t('{0} tokens in, {1} out as reported', numberText(input), numberText(output))}`,
      ...(own
        ? [vscode.l10n.t('{0} in, {1} out by {2}', numberText(own.input), numberText(own.output), own.counter)]
        : []),
      ...(wrong ? [vscode.l10n.t('⚠ {0} is not the counter of this model: more than 2 % apart', wrong.counter)] : []),
      ...(cost === undefined ? [] : [vscode.l10n.t('costs {0}', Number(cost.toPrecision(6)).toString())]),
    ];
  });
}
