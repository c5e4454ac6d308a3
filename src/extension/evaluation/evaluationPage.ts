import * as vscode from 'vscode';
import {
  type EvaluationMemory,
  type EvaluationRunView,
  type EvaluationState,
  type EvaluationToHost,
  type HostToEvaluation,
  isEvaluationToHost,
} from '../../protocol/evaluationProtocol.ts';
import type { EvaluationUpdate } from '../../service/evaluationApi.ts';
import { isPreviewGroup } from '../previewColumn.ts';
import type { Services } from '../services.ts';
import { WebviewPage } from '../webviewPage.ts';

/** What the page is sent whenever something about its evaluation changes. */
export type StateMessage = Extract<HostToEvaluation, { type: 'state' }>;

/** The page in an evaluation's tab. Of a state it sends what has to be remembered only where that is new. */
export class EvaluationPage {
  readonly #page: WebviewPage<EvaluationToHost, HostToEvaluation>;
  readonly #state: () => StateMessage;
  /** What the page has to remember, as it has it. */
  #remembered: StateMessage['memory'];

  /** Fills the panel. `state` tells what the page shows at the moment. */
  constructor(
    panel: vscode.WebviewPanel,
    services: Services,
    state: () => StateMessage,
    receive: (message: EvaluationToHost) => Promise<unknown>,
  ) {
    this.#state = state;
    this.#page = new WebviewPage(panel, services, {
      name: 'evaluation',
      title: vscode.l10n.t('Evaluation'),
      messages: [state()],
      isMessage: isEvaluationToHost,
      receive,
    });
  }

  /** The page was loaded anew, and remembers nothing. */
  reset(): void {
    this.#remembered = undefined;
  }

  /** Shows the state as it is now. */
  show(): void {
    if (!this.#page.isReady) return;
    const { memory, ...message } = this.#state();
    const isNew = memory !== this.#remembered;
    this.#remembered = memory;
    this.post({ ...message, ...(isNew && memory && { memory }) });
  }

  post(message: HostToEvaluation): void {
    this.#page.post(message);
  }

  dispose(): void {
    this.#page.dispose();
  }
}

/** What an evaluation's panel knows. */
interface PanelKnowledge {
  readonly memory: EvaluationMemory;
  /** What the thread told last. */
  readonly update: EvaluationUpdate | undefined;
  readonly run: EvaluationRunView | undefined;
  /** What could not even be begun. */
  readonly broken: string | undefined;
  /** What should be known. */
  readonly note: string | undefined;
  /** The definition was edited since the reading began. */
  readonly isEdited: boolean;
  /** It was cancelled, which is shown at once, whatever the thread still tells. */
  readonly isCancelled: boolean;
}

/** What the page shows of it. */
export function shownState({
  memory,
  update,
  run,
  broken,
  note,
  isEdited,
  isCancelled,
}: PanelKnowledge): EvaluationState {
  const message = broken ?? update?.message ?? note;
  const base: EvaluationUpdate = update ?? { revision: 0, phase: 'running', stale: false, listed: 0 };
  const { time, ...rest } = base;
  const isAsking = run !== undefined && !run.ended;
  const phase = isCancelled && base.phase === 'running' ? 'cancelled' : base.phase;
  return {
    ...rest,
    ...(time !== undefined && !isAsking && { time }),
    phase: broken === undefined ? phase : 'failed',
    name: memory.definition.name,
    logs: logNames(memory),
    stale: base.stale || (base.view !== undefined && (isEdited || broken !== undefined)),
    ...(message !== undefined && { message }),
    ...(run && { run }),
  };
}

function logNames({ logs: [first, ...others] }: EvaluationMemory): string {
  if (!first) return '';
  const path = vscode.workspace.asRelativePath(vscode.Uri.parse(first.uri));
  return others.length > 0 ? `${path} +${others.length}` : path;
}

/**
 * Gives a page all the width while it is in front of nothing but our previews, and gives it back when another tab takes
 * its place: a preview beside an evaluation has half of the window, and seldom to do with it. Whoever restores the groups
 * by hand has them so.
 */
export class FullWidth implements vscode.Disposable {
  readonly #page: vscode.WebviewPanel;
  readonly #listener: vscode.Disposable;
  /** The sizes of the groups before they were covered. */
  #before: string | undefined;
  /** The user restored them. */
  #isRefused = false;
  #work: Promise<void>;

  constructor(page: vscode.WebviewPanel) {
    this.#page = page;
    this.#work = this.#follow();
    this.#listener = page.onDidChangeViewState(() => {
      // One after the other: each looks at what the one before made.
      this.#work = this.#work.then(() => this.#follow());
    });
  }

  dispose(): void {
    this.#listener.dispose();
    this.#work = this.#work.then(() => this.#restore());
  }

  async #follow(): Promise<void> {
    if (this.#page.visible && this.#page.active) await this.#cover();
    else if (!this.#page.visible) await this.#restore();
  }

  async #cover(): Promise<void> {
    if (this.#isRefused || this.#before !== undefined) return;
    const { all } = vscode.window.tabGroups;
    const others = all.filter(({ isActive }) => !isActive);
    if (others.length === 0 || !others.every(isPreviewGroup)) return;
    this.#before = await groupSizes();
    await toggle();
  }

  async #restore(): Promise<void> {
    const before = this.#before;
    this.#before = undefined;
    if (before === undefined) return;
    if ((await groupSizes()) !== before) await toggle();
    else this.#isRefused = true;
  }
}

/** VS Code does not tell whether a group covers the others, but their sizes. */
async function groupSizes(): Promise<string> {
  return JSON.stringify(await vscode.commands.executeCommand('vscode.getEditorLayout'));
}

async function toggle(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.toggleMaximizeEditorGroup');
}
