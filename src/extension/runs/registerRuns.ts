import * as vscode from 'vscode';
import type { StreamMoment } from '../../views/streamLens.ts';
import { prefix, registerCommand } from '../commands.ts';
import { forgetOrigin } from '../forgetOrigin.ts';
import type { LoadedFeature } from '../later/loadedFeature.ts';
import { numberText } from '../numberText.ts';
import type { Services } from '../services.ts';
import { AnswerDocument } from './answerDocument.ts';
import { AnswerActions, AnswerNotes, StreamLenses } from './aroundAnswers.ts';
import { type AskedTests, askForSamples } from './askForSamples.ts';
import { EvaluatedRuns } from './evaluatedRuns.ts';
import { type AskedRuns, ModelRuns, mayAskModels, modelName, type RunHearing } from './modelRuns.ts';
import type { AllowedHosts } from './permission.ts';
import { pickModels } from './pickModels.ts';
import type { RunReport, RunRow } from './runsApi.ts';
import { type RunTarget, runTarget } from './runTarget.ts';
import { answerNotes, reportRun, reportRuns, runNotes } from './runWords.ts';

/** The feature once it is loaded. */
interface LoadedRuns extends LoadedFeature {
  /** Asks a model the tasks of samples, as a run of the Test Explorer. */
  askForSamples(tests: AskedTests, token: vscode.CancellationToken): Promise<void>;
}

/** *Run with Model…*, *Run Many Times…*, *Run Again* and *Forget Allowed Host…*. */
export function registerRuns(services: Services): LoadedRuns {
  const { engine, log } = services;
  const modelRuns = new ModelRuns(services);
  const lenses = new StreamLenses();
  const actions = new AnswerActions();
  const notes = new AnswerNotes();

  /** Asks for all that is needed before anything is sent. */
  const start = async (clicked: unknown, name: unknown, several: boolean) => {
    if (!mayAskModels()) return;
    const target = await runTarget(services, clicked, name);
    const models = target && (await pickModels(engine, several));
    if (!target || !models || models.length === 0) return;
    const times = several ? await askTimes() : { runs: 1, retries: 0 };
    if (times) await agreed(target, { models, ...times }, several);
  };

  /** Asks whether it may be sent, and sends it. */
  const agreed = async (target: RunTarget, plan: Omit<AskedRuns, 'keys'>, several: boolean) => {
    const keys = await modelRuns.permit([target], plan);
    if (keys) await (several ? many : once)(target, { ...plan, keys });
  };

  /** Asks for the key of a model that was refused, and makes the runs again. */
  const withKey = async (
    target: RunTarget,
    plan: Omit<AskedRuns, 'keys'>,
    refused: string | undefined,
    several: boolean,
  ) => {
    const model = plan.models.find(each => modelName(each) === refused) ?? plan.models[0];
    if (model && (await modelRuns.enterKey(target, model))) await agreed(target, plan, several);
  };

  const once = async (target: RunTarget, plan: AskedRuns) => {
    let moment: StreamMoment | undefined;
    let row: RunRow | undefined;
    const answer = new AnswerDocument(target.definition, document => {
      actions.keep(document, { target, models: plan.models });
      if (moment) lenses.show(document, moment);
    });
    const running = run(target, plan, {
      onText: (text, restart) => answer.add(text, restart),
      onMoment: each => {
        moment = each;
        if (answer.document) lenses.show(answer.document, each);
      },
      onRow: each => {
        row = each;
        // Calls of functions, of which the text says nothing.
        if (each.answer !== undefined) answer.complete(each.answer);
      },
    });
    const report = await running.finally(async () => {
      await answer.settled();
      moment = undefined;
      if (answer.document) lenses.show(answer.document, undefined);
    });
    const { document } = answer;
    if (document && report.cancelled) lenses.show(document, 'cancelled');
    if (document && row) notes.show(document, answer.end, answerNotes(row, report));
    if (document && !document.isClosed && (report.cancelled || row?.isRead !== undefined)) {
      const { uri, name: parser } = target.definition;
      await vscode.commands.executeCommand(`${prefix}.parseAs`, document.uri.toString(), uri.toString(), parser);
    }
    if (report.cancelled || !row) return;
    const hadKey = Object.keys(plan.keys).length > 0;
    const { models } = plan;
    reportRun({
      row,
      target,
      answer: document,
      again: () => agreed(target, { models, runs: 1, retries: 0 }, false),
      enterKey: () => withKey(target, { models, runs: 1, retries: 0 }, row?.model, false),
      ...(hadKey && { forgetKey: () => modelRuns.forgetKeys(plan.keys) }),
    });
  };

  const many = async (target: RunTarget, plan: AskedRuns) => {
    const ending = new vscode.CancellationTokenSource();
    const page = await EvaluatedRuns.open(services, target, plan, () => ending.cancel());
    const began = performance.now();
    const report = await run(target, plan, page, ending.token)
      .catch(async error => {
        await page.end();
        throw error;
      })
      .finally(() => ending.dispose());
    const ms = performance.now() - began;
    page.report(runNotes(report));
    const view = await page.end();
    const { keys: _, ...again } = plan;
    const { refused } = page;
    reportRuns(report, target, {
      ms,
      ...(view && { view }),
      ...(refused !== undefined && { enterKey: () => withKey(target, again, refused, true) }),
    });
  };

  /** Runs with a notification that tells how far it is; its button ends the runs as `outer` does. */
  const run = async (
    target: RunTarget,
    plan: AskedRuns,
    hearing: RunHearing,
    outer?: vscode.CancellationToken,
  ): Promise<RunReport> => {
    const { models, runs } = plan;
    const total = runs * models.length;
    const title = vscode.l10n.t('Running {0} with {1}', target.definition.name, models.map(modelName).join(', '));
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    return vscode.window.withProgress(options, async (progress, inner) => {
      const ending = new vscode.CancellationTokenSource();
      const listening = [inner, ...(outer ? [outer] : [])].map(token =>
        token.onCancellationRequested(() => ending.cancel()),
      );
      let rows = 0;
      const onRow = (row: RunRow) => {
        hearing.onRow?.(row);
        rows++;
        const increment = row.retry === 0 ? 100 / total : 0;
        const message = rows === 1 ? vscode.l10n.t('1 answer') : vscode.l10n.t('{0} answers', numberText(rows));
        if (total > 1) progress.report({ increment, message });
      };
      try {
        return await modelRuns.run(
          target,
          plan,
          {
            onStart: pause => hearing.onStart?.(pause),
            onText: (text, restart) => hearing.onText?.(text, restart),
            onMoment: moment => hearing.onMoment?.(moment),
            onReceiving: answers => hearing.onReceiving?.(answers),
            onRow,
          },
          ending.token,
        );
      } finally {
        for (const each of listening) each.dispose();
        ending.dispose();
      }
    });
  };

  const again = async (answer: string, runs = 1) => {
    const former = actions.runOf(answer);
    if (!former || !mayAskModels()) return;
    await agreed(former.target, { models: former.models, runs, retries: 0 }, runs > 1);
  };

  const all = vscode.Disposable.from(
    modelRuns,
    lenses,
    actions,
    notes,
    registerCommand(log, 'run', (clicked?: unknown, name?: unknown) => start(clicked, name, false)),
    registerCommand(log, 'runMany', (clicked?: unknown, name?: unknown) => start(clicked, name, true)),
    registerCommand(log, 'runAgain', again),
    registerCommand(log, 'forgetAllowedHost', () => forgetHost(modelRuns.hosts)),
  );
  return {
    askForSamples: (tests, token) => askForSamples(services, modelRuns, tests, token),
    dispose: () => all.dispose(),
  };
}

/** How many answers each model gives, and how often it gets the framework's feedback. */
async function askTimes(): Promise<Pick<AskedRuns, 'runs' | 'retries'> | undefined> {
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
  return retries === undefined ? undefined : { runs: Number(runs), retries: Number(retries) };
}

function forgetHost(hosts: AllowedHosts): Promise<void> {
  return forgetOrigin(hosts, {
    none: vscode.l10n.t('No host is allowed for good.'),
    title: vscode.l10n.t('Forget Allowed Host'),
    placeHolder: vscode.l10n.t('Which host must be asked about again?'),
  });
}
