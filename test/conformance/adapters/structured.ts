import { balancedObjects } from '../../../src/engine/parsers/structured/balancedObjects.ts';
import { cleanClue } from '../../../src/engine/parsers/structured/cleanClue.ts';
import { isUsableLine } from '../../../src/engine/parsers/structured/isUsableLine.ts';
import { jsonInstruction } from '../../../src/engine/parsers/structured/jsonInstruction.ts';
import { buildOutputModel } from '../../../src/engine/parsers/structured/outputModel.ts';
import { parseAgentOutput } from '../../../src/engine/parsers/structured/parseAgentOutput.ts';
import { extractReasoning, stripReasoning } from '../../../src/engine/parsers/structured/reasoning.ts';
import { salvageText } from '../../../src/engine/parsers/structured/salvageText.ts';
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
