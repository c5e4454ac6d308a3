import * as vscode from 'vscode';
import { prefix, registerCommand } from '../commands.ts';
import type { Services } from '../services.ts';
import type { AllowedHosts } from './allowedHosts.ts';
import { AnswerDocument } from './answerDocument.ts';
import { EvaluatedRuns } from './evaluatedRuns.ts';
import { type AskedRuns, type ModelRuns, mayAskModels, modelName, type RunHearing } from './modelRuns.ts';
import { pickModels } from './pickModels.ts';
import type { RunReport, RunRow } from './runsApi.ts';
import { type RunTarget, runTarget } from './runTarget.ts';
import { reportRun, reportRuns } from './runWords.ts';
import { StreamLenses } from './streamLenses.ts';

/** *Run with Model…*, *Run Many Times…* and *Forget Allowed Host…*. */
export function registerRuns(services: Services, modelRuns: ModelRuns): vscode.Disposable {
  const { engine, log } = services;
  const lenses = new StreamLenses();

  /** Asks for all that is needed before anything is sent; `undefined`: the user wants no run. */
  const prepare = async (clicked: unknown, name: unknown, several: boolean) => {
    if (!mayAskModels()) return undefined;
    const target = await runTarget(services, clicked, name);
    const models = target && (await pickModels(engine, several));
    if (!target || !models || models.length === 0) return undefined;
    const [runs, retries] = several ? ((await askTimes()) ?? []) : [1, 0];
    if (runs === undefined || retries === undefined) return undefined;
    const keys = await modelRuns.permit(target, models, runs);
    return keys && { target, asked: { models, runs, retries, keys } };
  };

  const once = async (clicked?: unknown, name?: unknown) => {
    const prepared = await prepare(clicked, name, false);
    if (!prepared) return;
    const { target, asked } = prepared;
    const answer = await AnswerDocument.open(target.definition);
    let row: RunRow | undefined;
    const running = run(target, asked, {
      onText: (text, restart) => answer.add(text, restart),
      onMoment: moment => lenses.show(answer.document, moment),
      onRow: each => {
        row = each;
      },
    });
    const report = await Promise.resolve(running).finally(async () => {
      await answer.settled();
      lenses.show(answer.document, undefined);
    });
    if (report.cancelled || !row) return;
    if (row.isRead !== undefined && !answer.document.isClosed) {
      const { uri, name: parser } = target.definition;
      await vscode.commands.executeCommand(`${prefix}.parseAs`, answer.document.uri.toString(), uri.toString(), parser);
    }
    reportRun(row, report.usage, target, answer.document);
  };

  const many = async (clicked?: unknown, name?: unknown) => {
    const prepared = await prepare(clicked, name, true);
    if (!prepared) return;
    const { target, asked } = prepared;
    const ending = new vscode.CancellationTokenSource();
    const shown = await EvaluatedRuns.open(services, target, asked, () => ending.cancel());
    try {
      reportRuns(await run(target, asked, shown, ending), target, asked.retries > 0);
    } finally {
      shown.end();
      ending.dispose();
    }
  };

  const run = (
    target: RunTarget,
    asked: AskedRuns,
    hearing: RunHearing,
    ending = new vscode.CancellationTokenSource(),
  ): Thenable<RunReport> => {
    const { models, runs } = asked;
    const total = runs * models.length;
    const title = vscode.l10n.t('Running {0} with {1}', target.definition.name, models.map(modelName).join(', '));
    return vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => {
        token.onCancellationRequested(() => ending.cancel());
        let [rows, read] = [0, 0];
        const onRow = (row: RunRow) => {
          hearing.onRow?.(row);
          rows++;
          if (row.isRead) read++;
          const increment = row.retry === 0 ? 100 / total : 0;
          if (total > 1) progress.report({ increment, message: vscode.l10n.t('{0} answers, {1} read', rows, read) });
        };
        return modelRuns.run(
          target,
          asked,
          {
            onStart: pause => hearing.onStart?.(pause),
            onText: (text, restart) => hearing.onText?.(text, restart),
            onMoment: moment => hearing.onMoment?.(moment),
            onRow,
          },
          ending.token,
        );
      },
    );
  };

  return vscode.Disposable.from(
    lenses,
    registerCommand(log, 'run', once),
    registerCommand(log, 'runMany', many),
    registerCommand(log, 'forgetAllowedHost', () => forgetHost(modelRuns.hosts)),
  );
}

/** How often each model is asked, and how often the framework's feedback is sent. */
async function askTimes(): Promise<readonly [runs: number, retries: number] | undefined> {
  const title = vscode.l10n.t('Run Many Times');
  const ask = (prompt: string, value: string, min: number, max: number) =>
    vscode.window.showInputBox({
      title,
      prompt,
      value,
      ignoreFocusOut: true,
      validateInput: text =>
        /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max
          ? undefined
          : vscode.l10n.t('Write a number from {0} to {1}.', min, max),
    });
  const runs = await ask(vscode.l10n.t('How many times is each model asked?'), '20', 1, 100_000);
  if (runs === undefined) return undefined;
  const prompt = vscode.l10n.t(
    'How often may the framework’s own feedback be sent after an answer that does not read?',
  );
  const retries = await ask(prompt, '0', 0, 100);
  return retries === undefined ? undefined : [Number(runs), Number(retries)];
}

async function forgetHost(hosts: AllowedHosts): Promise<void> {
  const { origins } = hosts;
  if (origins.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No host is allowed for good.'));
    return;
  }
  const title = vscode.l10n.t('Forget Allowed Host');
  const placeHolder = vscode.l10n.t('Which host must be asked about again?');
  const origin = await vscode.window.showQuickPick(origins, { title, placeHolder });
  if (origin !== undefined) await hosts.forget(origin);
}
