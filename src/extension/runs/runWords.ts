import * as vscode from 'vscode';
import type { EvaluationView } from '../../protocol/evaluationView.ts';
import type { ModelUsage, RetryUsage } from '../../providers/usageTally.ts';
import { prefix } from '../commands.ts';
import { numberText } from '../numberText.ts';
import { enterApiKey } from './permission.ts';
import type { RunReport, RunRow } from './runsApi.ts';
import type { RunTarget } from './runTarget.ts';

/** A run that was made, as its message needs it. */
export interface MadeRun {
  readonly row: RunRow;
  readonly target: RunTarget;
  /** Absent: nothing came. */
  readonly answer: vscode.TextDocument | undefined;
  /** Makes the run again. */
  again(): Promise<void>;
  /** Asks for a key and makes the run again: for a host that refused a key, or that there was none. */
  enterKey(): Promise<void>;
  /** For a key that was sent and refused. */
  readonly forgetKey?: () => Promise<void>;
}

/** Tells on one line how a run went, with what can be done next. */
export function reportRun({ row, target, answer, again, enterKey, forgetKey }: MadeRun): void {
  const { isRead, isKeyRefused, error, ms } = row;
  const runAgain = [vscode.l10n.t('Run Again'), again] as const;
  if (isRead === undefined) {
    const forget = forgetKey ? [[vscode.l10n.t('Forget API Key'), forgetKey] as const] : [];
    offer(
      vscode.window.showErrorMessage,
      vscode.l10n.t('No answer: {0}', error ?? ''),
      isKeyRefused ? [[enterApiKey(), enterKey], ...forget] : [runAgain],
    );
    return;
  }
  const verdict = isRead ? vscode.l10n.t('✓ {0} reads it', target.definition.name) : `✗ ${error ?? ''}`;
  const { conversation } = target;
  const command = (name: string, ...args: unknown[]) => vscode.commands.executeCommand(`${prefix}.${name}`, ...args);
  offer(vscode.window.showInformationMessage, [verdict, secondsText(ms)].join(' · '), [
    ...(answer ? [[vscode.l10n.t('Save as Sample'), () => command('saveAsSample', answer.uri)] as const] : []),
    ...(answer && conversation
      ? [
          [
            vscode.l10n.t('Append Parsed Answer'),
            () => command('appendAnswer', conversation, { text: answer.getText() }),
          ] as const,
        ]
      : []),
    runAgain,
  ]);
}

/** Tells on one line how many runs went, with the numbers of their tab, and a button that opens their log. */
export function reportRuns(
  { runs, failed }: RunReport,
  { log }: RunTarget,
  { view, ms, enterKey }: { readonly view?: EvaluationView; readonly ms: number; enterKey?(): Promise<void> },
): void {
  const words = [
    ...(view ? shareWords(view) : []),
    ...(failed > 0 ? [vscode.l10n.t('{0} of {1} runs without an answer', numberText(failed), numberText(runs))] : []),
    secondsText(ms),
  ];
  offer(vscode.window.showInformationMessage, words.join(' · '), [
    ...(enterKey ? [[enterApiKey(), enterKey] as const] : []),
    [vscode.l10n.t('Open Log'), () => vscode.commands.executeCommand('vscode.open', log)],
  ]);
}

/** The shares that are ok at first and, after feedback, in the end. */
function shareWords({ rate, totals, withRetries }: EvaluationView): readonly string[] {
  const judged = totals.rows - totals.skipped - totals.untried;
  if (judged === 0) return [vscode.l10n.t('no answer')];
  const first = [rate, numberText(totals.ok), numberText(judged)] as const;
  if (!withRetries) return [vscode.l10n.t('{0} ok ({1} of {2})', ...first)];
  const last = [withRetries.rate, numberText(withRetries.ok), numberText(withRetries.read)] as const;
  return [
    vscode.l10n.t('{0} ok at first ({1} of {2})', ...first),
    vscode.l10n.t('{0} with retries ({1} of {2})', ...last),
  ];
}

/** What an answer took and its warnings, for its document. */
export function answerNotes({ cut }: RunRow, { usage }: RunReport): readonly string[] {
  const ended = cut === undefined ? [] : [vscode.l10n.t('⚠ cut off at the limit of tokens ({0})', cut)];
  return [...ended, ...usageWords(usage)];
}

/** What runs took and their warnings, for their tab. */
export function runNotes({ failure, cut, usage }: RunReport): readonly string[] {
  return [
    ...(failure === undefined ? [] : [vscode.l10n.t('⚠ without an answer: {0}', failure)]),
    ...(cut > 0 ? [vscode.l10n.t('⚠ {0} cut off at the limit of tokens', numberText(cut))] : []),
    ...usageWords(usage),
  ];
}

function offer(
  show: (message: string, ...buttons: string[]) => Thenable<string | undefined>,
  message: string,
  buttons: readonly (readonly [name: string, act: () => Thenable<unknown>])[],
): void {
  const names = buttons.map(([name]) => name);
  void show(message, ...names).then(choice => buttons.find(([name]) => name === choice)?.[1]());
}

function secondsText(ms: number): string {
  return vscode.l10n.t('{0} s', numberText(Math.max(0.1, ms / 1000), 1));
}

/** What models used, the warnings of {@link ModelUsage} included. Models are named where there are several. */
function usageWords(usage: readonly ModelUsage[]): readonly string[] {
  return usage.flatMap(({ model, input, output, own, cost, retries, miscounts }) => {
    const name = usage.length > 1 ? `${model}: ` : '';
    const wrong = miscounts[0];
    const isReported = input !== undefined || output !== undefined;
    return [
      ...(isReported
        ? [
            `${name}${vscode.l10n.t('{0} tokens in, {1} out as reported', numberText(input ?? 0), numberText(output ?? 0))}`,
          ]
        : []),
      ...(own
        ? [vscode.l10n.t('{0} in, {1} out by {2}', numberText(own.input), numberText(own.output), own.counter)]
        : []),
      ...(wrong ? [vscode.l10n.t('⚠ {0} is not the counter of this model: more than 2 % apart', wrong.counter)] : []),
      ...(cost === undefined ? [] : [vscode.l10n.t('costs {0}', Number(cost.toPrecision(6)).toString())]),
      ...(retries ? [`${isReported ? '' : name}${retriesWords(retries)}`] : []),
    ];
  });
}

/** What asking again took. */
function retriesWords({ requests, feedback, counter = '', input = 0, output = 0 }: RetryUsage): string {
  const count = numberText(requests);
  return feedback === undefined
    ? vscode.l10n.t('asking again: {0} × ({1} in, {2} out)', count, numberText(input), numberText(output))
    : vscode.l10n.t(
        'asking again: {0} × ({1} in, {2} out), {3} of it feedback by {4}',
        count,
        numberText(input),
        numberText(output),
        numberText(feedback),
        counter,
      );
}
