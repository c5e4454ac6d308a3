import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { prefix, registerCommand } from '../commands.ts';
import type { Services } from '../services.ts';
import { ApiKeys } from '../tokens/apiKeys.ts';
import { AllowedHosts } from './allowedHosts.ts';
import { AnswerDocument } from './answerDocument.ts';
import { askEditorModel } from './askEditorModel.ts';
import { keyOf, mayAsk, type Permission } from './permission.ts';
import { pickModels } from './pickModels.ts';
import { RequestDocuments } from './requestDocuments.ts';
import type { RunModel, RunOptions, RunReport, RunRow } from './runsApi.ts';
import { type RunTarget, runTarget } from './runTarget.ts';
import { reportRun, reportRuns } from './runWords.ts';

/** How long a request may be silent, in milliseconds. */
const timeout = 120_000;

/** *Run with Model…*, *Run Many Times…* and *Forget Allowed Host…*. */
export function registerRuns(services: Services): vscode.Disposable {
  const { context, engine, log } = services;
  const requests = new RequestDocuments();
  const hosts = new AllowedHosts(context.globalState);
  const permission: Permission = { hosts, keys: new ApiKeys(context.secrets, context.globalState), requests };

  /** Asks for all that must be agreed to before anything is sent; `undefined`: the user wants no run. */
  const prepare = async (clicked: unknown, name: unknown, several: boolean) => {
    if (!vscode.workspace.isTrusted) return void refuse();
    const target = await runTarget(services, clicked, name);
    const models = target && (await pickModels(engine, several));
    if (!target || !models || models.length === 0) return undefined;
    const [runs, retries] = several ? ((await askTimes()) ?? []) : [1, 0];
    if (runs === undefined || retries === undefined) return undefined;
    const keys: Record<string, string> = {};
    for (const model of models) {
      const request = await engine.runs.requestFor(target.source, model);
      if (!(await mayAsk(permission, request, modelName(model), runs))) return undefined;
      if (request.origin === undefined) continue;
      const key = await keyOf(permission.keys, request.origin);
      if (key === undefined) return undefined;
      if (key !== '') keys[request.origin] = key;
    }
    const options: RunOptions = { runs, retries, keys, concurrency: 4, log: target.log.fsPath, timeout };
    return { target, models, options };
  };

  const once = async (clicked?: unknown, name?: unknown) => {
    const prepared = await prepare(clicked, name, false);
    if (!prepared) return;
    const { target, models, options } = prepared;
    const answer = await AnswerDocument.open(target.definition);
    let row: RunRow | undefined;
    const onText = (text: string, restart: boolean) => answer.add(text, restart);
    const report = await run(models, options, target, onText, each => {
      row = each;
    });
    await answer.settled();
    if (report.cancelled || !row) return;
    if (row.isRead !== undefined && !answer.document.isClosed) {
      const { uri, name: parser } = target.definition;
      await vscode.commands.executeCommand(`${prefix}.parseAs`, answer.document.uri.toString(), uri.toString(), parser);
    }
    reportRun(row, target, answer.document);
  };

  const many = async (clicked?: unknown, name?: unknown) => {
    const prepared = await prepare(clicked, name, true);
    if (!prepared) return;
    const { target, models, options } = prepared;
    const report = await run(
      models,
      options,
      target,
      () => {},
      () => {},
    );
    reportRuns(report, target, options.retries > 0);
  };

  const run = (
    models: readonly RunModel[],
    options: RunOptions,
    { source, definition }: RunTarget,
    onText: (text: string, restart: boolean) => void,
    onRow: (row: RunRow) => void,
  ): Thenable<RunReport> => {
    const id = randomUUID();
    const total = options.runs * models.length;
    const title = vscode.l10n.t('Running {0} with {1}', definition.name, models.map(modelName).join(', '));
    return vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      async (progress, token) => {
        token.onCancellationRequested(() => engine.runs.cancelRuns(id));
        let [rows, read] = [0, 0];
        const listening = engine.runEvents.listen(id, {
          onText,
          onRow(row) {
            onRow(row);
            rows++;
            if (row.isRead) read++;
            const increment = row.retry === 0 ? 100 / total : 0;
            if (total > 1) progress.report({ increment, message: vscode.l10n.t('{0} answers, {1} read', rows, read) });
          },
          ask: (model, messages) =>
            askEditorModel(model, messages, token, text => {
              if (total === 1) onText(text, false);
            }),
        });
        try {
          return await engine.runs.run(id, source, models, options);
        } finally {
          listening.stop();
        }
      },
    );
  };

  return vscode.Disposable.from(
    requests,
    registerCommand(log, 'run', once),
    registerCommand(log, 'runMany', many),
    registerCommand(log, 'forgetAllowedHost', () => forgetHost(hosts)),
  );
}

function modelName(model: RunModel): string {
  return model.kind === 'editor' ? model.name : model.address.slice(model.address.indexOf('#') + 1);
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

function refuse(): void {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const message = vscode.l10n.t('Models are asked only in a trusted workspace. Nothing was sent.');
  void vscode.window
    .showWarningMessage(message, manage)
    .then(choice => choice === manage && vscode.commands.executeCommand('workbench.trust.manage'));
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
