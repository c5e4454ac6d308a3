import * as vscode from 'vscode';
import type { EvaluationMemory, EvaluationRunView, EvaluationState } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationUpdate } from '../../service/evaluationApi.ts';

/** What an evaluation's panel knows. */
export interface PanelKnowledge {
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
