import * as vscode from 'vscode';
import type { ComparisonMemory, EvaluationMemory, EvaluationToHost } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationRequest, EvaluationUpdate, OpenedRow } from '../../service/evaluationApi.ts';
import { shownRowText } from '../../views/shownRowText.ts';
import { firstLine } from '../errorTexts.ts';
import type { Services } from '../services.ts';
import { onSettingChange } from '../settings.ts';
import { DefinitionEdits } from './definitionEdits.ts';
import { evaluationActions } from './evaluationActions.ts';
import type { EvaluatedRun } from './evaluationOpener.ts';
import { EvaluationPage, FullWidth, type StateMessage, shownState } from './evaluationPage.ts';
import { evaluationRequest } from './evaluationRequest.ts';
import type { EvaluationTab } from './evaluationTab.ts';
import { followLogs, OwnWrites } from './followLogs.ts';
import { ListedRows } from './listedRows.ts';
import type { RowDocuments } from './rowDocuments.ts';
import { RunFeed } from './runFeed.ts';
import { UpdateFeed } from './updateFeed.ts';

/** How long after the first numbers the definition's modules are watched, in milliseconds. */
const watchAfter = 1000;

/** What an evaluation's tab is opened with. */
export interface EvaluationStart {
  readonly run?: EvaluatedRun;
  /** What is evaluated first, where that was begun before the tab. */
  readonly request?: Promise<EvaluationRequest>;
}

/** The tab of an evaluation: shows what the engine's thread makes of it, and follows the definition. */
export class EvaluationPanel implements vscode.Disposable, EvaluationTab {
  readonly id: string = crypto.randomUUID();
  /** What a run tells. */
  readonly feed: RunFeed;
  readonly #panel: vscode.WebviewPanel;
  readonly #services: Services;
  readonly #rows: RowDocuments;
  readonly #disposables: vscode.Disposable[];
  readonly #run: EvaluatedRun | undefined;
  readonly #page: EvaluationPage;
  readonly #listed: ListedRows;
  readonly #updates: UpdateFeed;
  readonly #edits: DefinitionEdits;
  #memory: EvaluationMemory;
  #update: EvaluationUpdate | undefined;
  /** The definition was edited since the reading began. */
  #isEdited = false;
  #watching: ReturnType<typeof setTimeout> | undefined;
  /** Cancel is obeyed at once, whatever the thread still tells. */
  #isCancelled = false;
  #isDisposed = false;
  readonly #writes: OwnWrites;
  /** What could not even be begun. */
  #broken: string | undefined;
  #note: string | undefined;
  #starts = 0;

  constructor(
    panel: vscode.WebviewPanel,
    services: Services,
    rows: RowDocuments,
    memory: EvaluationMemory,
    { run, request }: EvaluationStart,
  ) {
    this.#panel = panel;
    this.#services = services;
    this.#rows = rows;
    this.#memory = memory;
    this.#run = run;
    this.#writes = new OwnWrites(memory.logs[0]?.uri ?? '');
    services.engine.warm('evaluation');
    this.feed = new RunFeed(run, {
      grow: ends => services.engine.evaluation.growEvaluation(this.id, ends).then(() => this.#writes.read(ends)),
      numbers: () => services.engine.evaluation.evaluationView(this.id),
      changed: () => this.#show(),
      failed: error => services.log.error(error),
    });
    this.#listed = new ListedRows(
      {
        query: query => services.engine.evaluation.queryEvaluation(this.id, query),
        rows: (from, to) => services.engine.evaluation.evaluationRows(this.id, from, to),
      },
      slice => {
        const revision = this.#update?.revision ?? 0;
        if (!this.#isDisposed) this.#page.post({ type: 'rows', revision, ...slice });
      },
    );
    this.#updates = new UpdateFeed(
      seen => services.engine.evaluation.watchEvaluation(this.id, seen),
      update => this.#updated(update),
    );
    this.#edits = new DefinitionEdits(
      () => this.#memory,
      () => evaluationRequest(services, this.#memory, false),
      () => this.#edited(),
    );
    const titleOf = (name: string) => vscode.l10n.t('Evaluation: {0}', name);
    services.tabNames.show(panel, { ...memory.definition, titleOf });
    this.#disposables = [
      services.definitions.onDidChange(uri => this.#edits.changed(uri.toString())),
      onSettingChange(['evaluation.off', 'evaluation.on'], () => void this.start()),
      services.engine.onDidStop('evaluation', () => this.#threadStopped()),
      new FullWidth(panel),
      followLogs(memory.logs, what => void this.#logChanged(what)),
    ];
    this.#page = new EvaluationPage(
      panel,
      services,
      () => this.#state(),
      message => this.#receive(message),
    );
    void this.start(memory, request);
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
  async start(
    memory: EvaluationMemory = this.#memory,
    begun?: Promise<EvaluationRequest>,
    isEdit = false,
  ): Promise<void> {
    this.#edits.stop();
    const number = ++this.#starts;
    this.#memory = memory;
    this.#note = undefined;
    this.#isCancelled = false;
    this.#listed.forget();
    try {
      const request = await (begun ?? evaluationRequest(this.#services, memory, this.feed.isOpen));
      if (number !== this.#starts || this.#isDisposed) return;
      this.#edits.wereRead(request);
      this.#broken = undefined;
      this.#isEdited = false;
      await this.#services.engine.evaluation.startEvaluation(this.id, isEdit ? { ...request, isEdit } : request);
      this.#memory = { ...this.#memory, opened: this.#memory.opened ?? request.definition.text };
      await this.#listed.listAgain();
      void this.#updates.follow();
    } catch (error) {
      if (number !== this.#starts || this.#isDisposed) return;
      this.#broken = firstLine(error);
      this.#show();
    }
  }

  compare(compare: ComparisonMemory): Promise<void> {
    return this.start({ ...this.#memory, compare });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#edits.stop();
    clearTimeout(this.#watching);
    this.feed.dispose();
    this.#updates.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
    this.#services.engine.evaluation.closeEvaluation(this.id).catch(() => {});
    this.#page.dispose();
  }

  #updated(update: EvaluationUpdate): void {
    this.#update = update;
    this.#show();
    if (update.listed > 0) this.#listed.arrived();
    if (update.view) this.#watchModules();
  }

  /** Modules are watched of definitions that were read: by a thread of its own, whose start the first rows must not wait for. */
  #watchModules(): void {
    this.#watching ??= setTimeout(() => {
      this.#services.definitions.file(vscode.Uri.parse(this.#memory.definition.uri)).catch(() => {});
    }, watchAfter);
  }

  async #receive(message: EvaluationToHost): Promise<void> {
    const { evaluation } = this.#services.engine;
    switch (message.type) {
      case 'ready':
        this.#page.reset();
        await this.#listed.listFor(message.query);
        this.#show();
        return this.#listed.sendFirst();
      case 'query':
        return this.#listed.list(message.query);
      case 'column':
        this.#memory = { ...this.#memory, column: message.column };
        return evaluation.groupEvaluation(this.id, message.column);
      case 'rows':
        return this.#listed.send(message.from, message.to);
      case 'read':
        return this.#read(message.row);
      case 'open':
        await this.#open(message.row, message.focus);
        return;
      case 'showInLog':
      case 'saveSample':
      case 'action':
        return evaluationActions(this.#services, this, message, {
          ...(this.#run && { run: this.#run }),
          open: row => this.#open(row, true),
          paused: paused => this.feed.tell({ paused }),
          cancelled: () => {
            this.#isCancelled = true;
            this.#show();
          },
        });
    }
  }

  /** Gives the page a row's response; a document of another row that is on the screen follows. */
  async #read(row: number): Promise<void> {
    const opened = await this.#services.engine.evaluation.evaluationRow(this.id, row);
    if (this.#isDisposed) return;
    this.#page.post({
      type: 'response',
      row,
      ...(opened && { response: shownRowText(row, { ...opened, name: opened.called }) }),
    });
    if (!opened) this.rowIsGone(true);
    else if (this.#rows.isShown) await this.#showRow(row, opened, false);
  }

  /** Whether the row could be shown as a document. */
  async #open(row: number, focus: boolean): Promise<boolean> {
    const opened = await this.#services.engine.evaluation.evaluationRow(this.id, row);
    if (opened) await this.#showRow(row, opened, focus);
    else this.rowIsGone();
    return opened !== undefined;
  }

  #showRow(row: number, opened: OpenedRow, focus: boolean): Promise<void> {
    const { uri, name } = this.#memory.definition;
    return this.#rows.show(`${this.id} ${row}`, opened, { uri: vscode.Uri.parse(uri), name }, focus);
  }

  rowIsGone(isQuiet = false): void {
    const message = vscode.l10n.t('The row is no longer there: the log was changed.');
    this.#note = message;
    this.#show();
    if (isQuiet) return;
    const again = vscode.l10n.t('Evaluate Again');
    void vscode.window.showWarningMessage(message, again).then(choice => {
      if (choice === again) void this.start();
    });
  }

  #edited(): void {
    if (this.#isDisposed) return;
    this.#isEdited = true;
    this.#show();
    void this.start(this.#memory, undefined, true);
  }

  async #logChanged(what: string): Promise<void> {
    if (this.feed.isOpen) return;
    await this.feed.settled;
    if (await this.#writes.isAll()) return;
    this.#note = what;
    this.#show();
  }

  #threadStopped(): void {
    if (this.#isDisposed) return;
    this.#update = undefined;
    this.#broken = vscode.l10n.t('The evaluation ended because its thread ran out of memory or died.');
    this.#show();
  }

  #show(): void {
    if (!this.#isDisposed) this.#page.show();
  }

  #state(): StateMessage {
    const state = shownState({
      memory: this.#memory,
      update: this.#update,
      run: this.feed.view,
      broken: this.#broken,
      note: this.#note,
      isEdited: this.#isEdited,
      isCancelled: this.#isCancelled,
    });
    return { type: 'state', state, memory: this.#memory };
  }
}
