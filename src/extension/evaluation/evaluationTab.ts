import type { ComparisonMemory, EvaluationMemory } from '../../protocol/evaluationProtocol.ts';

/** An evaluation's tab, as what its buttons do sees it. */
export interface EvaluationTab {
  /** What the engine's thread knows it by. */
  readonly id: string;
  readonly memory: EvaluationMemory;
  /** Reads the logs anew; with a memory, as that says. */
  start(memory?: EvaluationMemory): Promise<void>;
  /** Says that a row is not in the log any more, and offers to evaluate again. */
  rowIsGone(): void;
  compare(compare: ComparisonMemory): Promise<void>;
}
