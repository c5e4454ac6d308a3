import type * as vscode from 'vscode';
import type { EvaluationRunView } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationView } from '../../protocol/evaluationView.ts';

/** A run whose answers are lines of a log, and how its user ends it. */
export interface EvaluatedRun {
  /** The models of the run, in words. */
  readonly models: string;
  /** The question to them. */
  readonly task: string;
  /** How many answers will come, those of retries not included. */
  readonly total: number;
  pause(paused: boolean): void;
  cancel(): void;
}

/** What is evaluated: logs by a definition. */
export interface EvaluationSource {
  readonly definition: { readonly uri: vscode.Uri; readonly name: string };
  /** `from`: the byte of the file that the rows begin at, where a line begins. */
  readonly logs: readonly { readonly uri: vscode.Uri; readonly field?: string; readonly from?: number }[];
  /** The only log grows, line by line, while this goes on; it may not be there yet. */
  readonly run?: EvaluatedRun;
}

/** How far a run is; what is left out stays as it was. */
export type RunProgress = Partial<Omit<EvaluationRunView, 'models' | 'task' | 'total' | 'ended'>>;

/** How a run tells its evaluation what happens. Cheap: may be called for every answer, and for every piece of one. */
export interface EvaluationFeed {
  /** Lines were added to the log. */
  grew(): void;
  tell(progress: RunProgress): void;
  /** Nothing more will come. Gives the numbers that the page shows then; `undefined` where it was closed. Never rejects. */
  end(): Promise<EvaluationView | undefined>;
}

/** Opens evaluations for other features. */
export class EvaluationOpener {
  #open: ((source: EvaluationSource) => Promise<EvaluationFeed>) | undefined;

  /** Says how evaluations are opened; called once. */
  provide(open: (source: EvaluationSource) => Promise<EvaluationFeed>): void {
    this.#open = open;
  }

  /** Shows an evaluation in a tab of its own. A feed whose tab was closed does nothing. */
  async open(source: EvaluationSource): Promise<EvaluationFeed> {
    if (!this.#open) throw new Error('Evaluations are not ready yet.');
    return this.#open(source);
  }
}
