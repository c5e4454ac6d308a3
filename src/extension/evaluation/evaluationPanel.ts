import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { isEvaluationToHost } from '../../protocol/evaluationGuards.ts';
import type {
  ComparisonMemory,
  EvaluationMemory,
  EvaluationRunView,
  EvaluationState,
  EvaluationToHost,
  HostToEvaluation,
} from '../../protocol/evaluationProtocol.ts';
import type { RowQuery } from '../../protocol/rowQuery.ts';
import type { EvaluationUpdate } from '../../service/evaluationApi.ts';
import { firstLine } from '../firstLine.ts';
import { previewHtml, previewRoot } from '../instruction/previewHtml.ts';
import type { Services } from '../services.ts';
import { onSettingChange } from '../settings.ts';
import { evaluationActions } from './evaluationActions.ts';
import type { EvaluatedRun, EvaluationFeed, RunProgress } from './evaluationOpener.ts';
import { evaluationRequest } from './evaluationRequest.ts';
import { evaluationStrings } from './evaluationStrings.ts';
import type { EvaluationTab } from './evaluationTab.ts';
import { followLogs } from './followLogs.ts';
import type { RowDocuments } from './rowDocuments.ts';

/** The view type of an evaluation's panel. */
export const evaluationViewType = 'parserlens.evaluation';

/** How long after the last edit of the definition its log is read anew, in milliseconds. */
const delay = 400;
/** How often a run is told of, in milliseconds. */
const runDelay = 250;

/** The tab of an evaluation: shows what the engine's thread makes of it, and follows the definition. */
export class EvaluationPanel implements vscode.Disposable, EvaluationFeed, EvaluationTab {
  readonly id: string = randomUUID();
  readonly #panel: vscode.WebviewPanel;
  readonly #services: Services;
  readonly #rows: RowDocuments;
  readonly #disposables: vscode.Disposable[];
  readonly #run: EvaluatedRun | undefined;
  #runView: EvaluationRunView | undefined;
  #memory: EvaluationMemory;
  #update: EvaluationUpdate | undefined;
  /** The definition was edited since the reading began. */
  #isEdited = false;
  #isFollowed = false;
  #ready = false;
  #isDisposed = false;
  /** What could not even be begun. */
  #broken: string | undefined;
  #note: string | undefined;
  /** The texts of the definitions that the numbers are of. */
  #read = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #runTimer: ReturnType<typeof setTimeout> | undefined;
  #growing: Promise<void> = Promise.resolve();
  #hasGrown = false;
  /** What the page lists; absent: all rows. */
  #query: RowQuery | undefined;
  #starts = 0;

  constructor(
    panel: vscode.WebviewPanel,
    services: Services,
    rows: RowDocuments,
    memory: EvaluationMemory,
    run?: EvaluatedRun,
  ) {
    this.#panel = panel;
    this.#services = services;
    this.#rows = rows;
    this.#memory = memory;
    this.#run = run;
    if (run) {
      const { models, task, total } = run;
      const counts = { done: 0, total, retried: 0, failed: 0, paused: false, ended: false };
      this.#runView = { models, task, ...counts, receiving: [] };
    }
    panel.title = vscode.l10n.t('Evaluation: {0}', memory.definition.name);
    panel.webview.options = { enableScripts: true, localResourceRoots: [previewRoot(services.context.extensionUri)] };
    this.#disposables = [
      panel.webview.onDidReceiveMessage(message => {
        if (isEvaluationToHost(message)) this.#receive(message).catch(error => this.#complain(error));
      }),
      services.definitions.onDidChange(uri => this.#definitionChanged(uri)),
      onSettingChange(['evaluation.off'], () => void this.start()),
      services.engine.onDidStopEvaluation(() => this.#threadStopped()),
      followLogs(memory.logs, uri => this.#logChanged(uri)),
    ];
    panel.webview.html = previewHtml(panel.webview, services.context.extensionUri, {
      name: 'evaluation',
      title: vscode.l10n.t('Evaluation'),
    });
    void this.start();
  }

  get memory(): EvaluationMemory {
    return this.#memory;
  }

  get active(): boolean {
    return this.#panel.active;
  }

  get onDidDispose(): vscode.Event<void> {
    return this.#panel.onDidDispose;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Reads the logs, from the definition as it is now. What is shown stays until there is something newer. */
  async start(memory: EvaluationMemory = this.#memory): Promise<void> {
    clearTimeout(this.#timer);
    const number = ++this.#starts;
    this.#memory = memory;
    this.#note = undefined;
    try {
      const grows = this.#runView !== undefined && !this.#runView.ended;
      const request = await evaluationRequest(this.#services, memory, grows);
      if (number !== this.#starts || this.#isDisposed) return;
      this.#read = `${request.definition.text}\0${request.compare?.definition.text ?? ''}`;
      this.#broken = undefined;
      this.#isEdited = false;
      await this.#services.engine.evaluation.startEvaluation(this.id, request);
      // A page that came back may have said it before there was anything to list.
      if (this.#query) await this.#list(this.#query);
      void this.#follow();
    } catch (error) {
      if (number !== this.#starts || this.#isDisposed) return;
      this.#broken = firstLine(error);
      this.#show();
    }
  }

  compare(compare: ComparisonMemory | undefined): Promise<void> {
    const { compare: _, ...memory } = this.#memory;
    return this.start({ ...memory, ...(compare && { compare }) });
  }

  grew(): void {
    if (this.#hasGrown || this.#isDisposed) return;
    this.#hasGrown = true;
    this.#growing = this.#growing.then(async () => {
      this.#hasGrown = false;
      await this.#services.engine.evaluation.growEvaluation(this.id, false);
    });
    this.#growing.catch(error => this.#services.log.error(error));
  }

  tell(progress: RunProgress): void {
    if (!this.#runView) return;
    this.#runView = { ...this.#runView, ...progress };
    this.#runTimer ??= setTimeout(() => {
      this.#runTimer = undefined;
      this.#show();
    }, runDelay);
  }

  end(): void {
    this.tell({ receiving: [] });
    if (this.#runView) this.#runView = { ...this.#runView, ended: true };
    this.#growing = this.#growing.then(() => this.#services.engine.evaluation.growEvaluation(this.id, true));
    this.#growing.catch(error => this.#services.log.error(error));
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#runTimer);
    for (const disposable of this.#disposables) disposable.dispose();
    this.#services.engine.evaluation.closeEvaluation(this.id).catch(() => {});
    this.#panel.dispose();
  }

  /** Shows what the thread tells, until the evaluation is closed. */
  async #follow(): Promise<void> {
    if (this.#isFollowed) return;
    this.#isFollowed = true;
    for (let seen = 0; !this.#isDisposed; ) {
      const update = await this.#services.engine.evaluation.watchEvaluation(this.id, seen).catch(() => undefined);
      if (!update || this.#isDisposed) break;
      seen = update.revision;
      this.#update = update;
      this.#show();
    }
    this.#isFollowed = false;
  }

  async #receive(message: EvaluationToHost): Promise<void> {
    const { evaluation } = this.#services.engine;
    switch (message.type) {
      case 'ready':
        this.#ready = true;
        this.#post({ type: 'strings', strings: evaluationStrings() });
        if (message.query) await this.#list(message.query);
        return this.#show();
      case 'query':
        return this.#list(message.query);
      case 'column':
        this.#memory = { ...this.#memory, column: message.column };
        return evaluation.groupEvaluation(this.id, message.column);
      case 'rows': {
        const slice = await evaluation.evaluationRows(this.id, message.from, message.to);
        if (slice) this.#post({ type: 'rows', revision: this.#update?.revision ?? 0, ...slice });
        return;
      }
      case 'open':
        if (!message.follow || this.#rows.isShown) await this.#open(message.row, message.focus);
        return;
      case 'showInLog':
      case 'saveSample':
      case 'action':
        return evaluationActions(this.#services, this, message, {
          ...(this.#run && { run: this.#run }),
          open: row => this.#open(row, true),
          paused: paused => this.tell({ paused }),
        });
    }
  }

  async #list(query: RowQuery): Promise<void> {
    this.#query = query;
    await this.#services.engine.evaluation.queryEvaluation(this.id, query);
  }

  async #open(row: number, focus: boolean): Promise<void> {
    const opened = await this.#services.engine.evaluation.evaluationRow(this.id, row);
    if (!opened) throw new Error(vscode.l10n.t('The row is no longer there: the log was changed.'));
    const { uri, name } = this.#memory.definition;
    await this.#rows.show(`${this.id} ${row}`, opened, { uri: vscode.Uri.parse(uri), name }, focus);
  }

  #definitionChanged(uri: vscode.Uri): void {
    const key = uri.toString();
    const { definition, compare } = this.#memory;
    if (definition.uri !== key && !(compare?.kind === 'definition' && compare.uri === key)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#startIfOther();
    }, delay);
  }

  /** The event also comes when a file is opened or closed. */
  async #startIfOther(): Promise<void> {
    const request = await evaluationRequest(this.#services, this.#memory, false).catch(() => undefined);
    const read = request && `${request.definition.text}\0${request.compare?.definition.text ?? ''}`;
    if (this.#isDisposed || read === this.#read) return;
    this.#isEdited = true;
    this.#show();
    await this.start();
  }

  #logChanged(name: string): void {
    if (this.#runView && !this.#runView.ended) return;
    this.#note = vscode.l10n.t('{0} was changed since it was read.', name);
    this.#show();
  }

  #threadStopped(): void {
    if (this.#isDisposed) return;
    this.#update = undefined;
    this.#broken = vscode.l10n.t('The evaluation ended because its thread ran out of memory or died.');
    this.#show();
  }

  #show(): void {
    if (!this.#ready) return;
    const message = this.#broken ?? this.#update?.message ?? this.#note;
    const base: EvaluationUpdate = this.#update ?? { revision: 0, phase: 'running', stale: false, listed: 0 };
    const isRunning = this.#runView !== undefined && !this.#runView.ended;
    const { time, ...rest } = base;
    const state: EvaluationState = {
      ...rest,
      ...(time !== undefined && !isRunning && { time }),
      phase: this.#broken === undefined ? base.phase : 'failed',
      name: this.#memory.definition.name,
      stale: base.stale || (base.view !== undefined && (this.#isEdited || this.#broken !== undefined)),
      ...(message !== undefined && { message }),
      ...(this.#runView && { run: this.#runView }),
    };
    this.#post({ type: 'state', state, memory: this.#memory });
  }

  #complain(error: unknown): void {
    if (error instanceof vscode.CancellationError) return;
    this.#services.log.error(error instanceof Error ? error : String(error));
    void vscode.window.showErrorMessage(firstLine(error));
  }

  /** A hidden page is gone and gets nothing; when it comes back it says `ready` and gets everything. */
  #post(message: HostToEvaluation): void {
    if (!this.#isDisposed && this.#panel.visible) void this.#panel.webview.postMessage(message);
  }
}
