import { balancedObjects } from '../../parsers/structured/balancedObjects.ts';
import { cleanClue } from '../../parsers/structured/cleanClue.ts';
import { isUsableLine } from '../../parsers/structured/isUsableLine.ts';
import { jsonInstruction } from '../../parsers/structured/jsonInstruction.ts';
import { buildOutputModel } from '../../parsers/structured/outputModel.ts';
import { parseAgentOutput } from '../../parsers/structured/parseAgentOutput.ts';
import { extractReasoning, stripReasoning } from '../../parsers/structured/reasoning.ts';
import { salvageText } from '../../parsers/structured/salvageText.ts';
import { totalOperations } from '../totalOperation.ts';

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
