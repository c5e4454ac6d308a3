import * as vscode from 'vscode';
import type { EvaluationView } from '../../protocol/evaluationView.ts';
import type { EvaluationFeed } from '../evaluation/evaluationOpener.ts';
import { numberText } from '../numberText.ts';
import type { Services } from '../services.ts';
import { fileSize } from '../structure/files.ts';
import { type AskedRuns, modelName, type RunHearing } from './modelRuns.ts';
import type { ReceivedAnswer, RunRow } from './runsApi.ts';
import type { RunTarget } from './runTarget.ts';

/** Runs whose answers appear in an evaluation's tab as they come. */
export class EvaluatedRuns implements RunHearing {
  readonly #feed: EvaluationFeed;
  readonly #counts = { done: 0, retried: 0, failed: 0 };
  #refused: string | undefined;
  readonly #tokens = { input: 0, output: 0 };
  #pause: (paused: boolean) => void = () => {};

  private constructor(feed: EvaluationFeed) {
    this.#feed = feed;
  }

  /** Opens the tab, of what is added to the log from now on. */
  static async open(
    { evaluations }: Services,
    { source, definition, log }: RunTarget,
    { models, runs }: AskedRuns,
    cancel: () => void,
  ): Promise<EvaluatedRuns> {
    const from = await fileSize(log);
    const task =
      source.kind === 'definition' ? source.task : vscode.workspace.asRelativePath(vscode.Uri.parse(source.fileName));
    const names = models.map(modelName).join(', ');
    let page: EvaluatedRuns | undefined;
    const pause = (paused: boolean) => {
      if (page) page.#hold(paused);
    };
    const run = { models: names, task, total: runs * models.length, pause, cancel };
    page = new EvaluatedRuns(
      await evaluations.open({ definition, logs: [{ uri: log, field: 'response', from }], run }),
    );
    return page;
  }

  onStart(pause: (paused: boolean) => void): void {
    this.#pause = pause;
  }

  #hold(paused: boolean): void {
    this.#pause(paused);
    this.#feed.tell({ paused });
  }

  /** A model whose host refused the key, or that there was none. */
  get refused(): string | undefined {
    return this.#refused;
  }

  onRow({ model, retry, isRead, isKeyRefused, usage: { input = 0, output = 0 } }: RunRow): void {
    if (isKeyRefused) this.#refused = model;
    if (retry === 0) this.#counts.done++;
    else this.#counts.retried++;
    if (isRead === undefined) this.#counts.failed++;
    this.#tokens.input += input;
    this.#tokens.output += output;
    const { input: sent, output: came } = this.#tokens;
    const tokens = vscode.l10n.t('{0} tokens in, {1} out', numberText(sent), numberText(came));
    this.#feed.grew();
    this.#feed.tell({ ...this.#counts, ...(sent + came > 0 && { tokens }) });
  }

  onReceiving(receiving: readonly ReceivedAnswer[]): void {
    this.#feed.tell({ receiving });
  }

  /** Warnings and costs of all of them. */
  report(notes: readonly string[]): void {
    this.#feed.tell({ notes });
  }

  /** Nothing more will come. Gives the numbers that the tab shows then; `undefined` where it was closed. */
  end(): Promise<EvaluationView | undefined> {
    return this.#feed.end();
  }
}
