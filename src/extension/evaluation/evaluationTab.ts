import type { ComparisonMemory, EvaluationMemory } from '../../protocol/evaluationProtocol.ts';

/** An evaluation's tab, as what its buttons do sees it. */
export interface EvaluationTab {
  /** What the engine's thread knows it by. */
  readonly id: string;
  readonly memory: EvaluationMemory;
  /** Reads the logs anew; with a memory, as that says. */
  start(memory?: EvaluationMemory): Promise<void>;
  compare(compare: ComparisonMemory | undefined): Promise<void>;
}
