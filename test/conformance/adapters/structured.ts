import { cleanClue, isUsableLine } from '../../../src/engine/systems/structured/cleanClue.ts';
import { jsonInstruction } from '../../../src/engine/systems/structured/jsonInstruction.ts';
import { buildOutputModel } from '../../../src/engine/systems/structured/outputModel.ts';
import {
  balancedObjects,
  parseAgentOutput,
  salvageText,
} from '../../../src/engine/systems/structured/parseAgentOutput.ts';
import { extractReasoning, stripReasoning } from '../../../src/engine/systems/structured/reasoning.ts';
import { totalOperations } from './totalOperation.ts';

/** multi-agent-lab's functions for structured agent output, with its arguments in its order. */
export const structured = totalOperations({
  buildOutputModel,
  jsonInstruction,
  parseAgentOutput,
  stripReasoning,
  extractReasoning,
  balancedObjects,
  salvageText,
  cleanClue,
  isUsableLine,
});
