import * as vscode from 'vscode';
import { firstLine } from '../errorTexts.ts';
import { askedFiles, askedItems } from '../samples/sampleRun.ts';
import type { SampleTree } from '../samples/sampleTree.ts';
import type { Services } from '../services.ts';
import { type AskedRuns, type ModelRuns, mayAskModels } from './modelRuns.ts';
import { pickModels } from './pickModels.ts';
import type { RunRow } from './runsApi.ts';
import { type RunTarget, taskTarget } from './runTarget.ts';

/** A sample whose task goes to a model. */
interface AskedSample {
  readonly item: vscode.TestItem;
  readonly target: RunTarget;
}

/** The tests of a run. */
export interface AskedTests {
  readonly controller: vscode.TestController;
  readonly tree: SampleTree;
  readonly request: vscode.TestRunRequest;
}

/** A model gets the samples' tasks, and passes where its answers are read. */
export async function askForSamples(
  services: Services,
  modelRuns: ModelRuns,
  { controller, tree, request }: AskedTests,
  token: vscode.CancellationToken,
): Promise<void> {
  if (!mayAskModels()) return;
  const samples = await samplesWithTasks(services, tree, request);
  if (samples.length === 0) {
    const message = vscode.l10n.t('No sample here has a "task" that a model could be asked.');
    void vscode.window.showInformationMessage(message);
    return;
  }
  const [model] = (await pickModels(services.engine, false)) ?? [];
  if (!model) return;
  const unusable = new Map<RunTarget, unknown>();
  const targets = samples.map(({ target }) => target);
  const plan = { models: [model], runs: 1, retries: 0 };
  const keys = await modelRuns.permit(targets, plan, (target, error) => unusable.set(target, error));
  if (keys) await askAll(modelRuns, controller.createTestRun(request), samples, { ...plan, keys, unusable }, token);
}

async function samplesWithTasks(
  { definitions }: Services,
  tree: SampleTree,
  request: vscode.TestRunRequest,
): Promise<readonly AskedSample[]> {
  const isAsked = askedItems(request);
  const found: AskedSample[] = [];
  for (const uri of await askedFiles(tree, request)) {
    const listed = await tree.resolve(uri);
    for (const [number, item] of listed ? tree.samplesOf(uri) : []) {
      const { task, definition: name } = listed!.samples[number]!;
      if (task === undefined || !isAsked(item)) continue;
      const definition = await definitions.get(uri, name);
      if (!definition) continue;
      const { text, fileName } = definition;
      found.push({ item, target: taskTarget(uri, { text, fileName, name, task }) });
    }
  }
  return found;
}

/** Asks one after another, so that the log has the samples' order. */
async function askAll(
  modelRuns: ModelRuns,
  run: vscode.TestRun,
  samples: readonly AskedSample[],
  { unusable, ...plan }: AskedRuns & { readonly unusable: ReadonlyMap<RunTarget, unknown> },
  token: vscode.CancellationToken,
): Promise<void> {
  const ending = new vscode.CancellationTokenSource();
  const listening = [token, run.token].map(each => each.onCancellationRequested(() => ending.cancel()));
  for (const { item } of samples) run.enqueued(item);
  try {
    for (const { item, target } of samples) {
      if (ending.token.isCancellationRequested) break;
      run.started(item);
      let row: RunRow | undefined;
      const onRow = (each: RunRow) => {
        row = each;
      };
      try {
        if (unusable.has(target)) throw unusable.get(target);
        await modelRuns.run(target, plan, { onRow }, ending.token);
        if (row) show(run, item, row);
      } catch (error) {
        run.errored(item, new vscode.TestMessage(firstLine(error)));
      }
    }
  } finally {
    run.end();
    for (const each of listening) each.dispose();
    ending.dispose();
  }
}

function show(
  run: vscode.TestRun,
  item: vscode.TestItem,
  { isRead, error, message, answer = '', cut, ms }: RunRow,
): void {
  const lines = (text: string) => `${text.replace(/\r\n?|\n/g, '\r\n')}\r\n`;
  run.appendOutput(lines(`${item.label}: ${answer || (error ?? '')}`), undefined, item);
  if (isRead) {
    run.passed(item, ms);
    return;
  }
  const ended = cut === undefined ? '' : ` (${vscode.l10n.t('⚠ cut off at the limit of tokens ({0})', cut)})`;
  const words = isRead === false ? `${error}: ${message}${ended}\n\n${answer}` : (error ?? '');
  const failure = new vscode.TestMessage(words);
  if (item.uri && item.range) failure.location = new vscode.Location(item.uri, item.range);
  if (isRead === false) run.failed(item, failure, ms);
  else run.errored(item, failure, ms);
}
