import { balancedObjects } from './balancedObjects.ts';
import { cleanClue } from './cleanClue.ts';
import { isUsableLine } from './isUsableLine.ts';
import { jsonInstruction } from './jsonInstruction.ts';
import { buildOutputModel } from './outputModel.ts';
import { parseAgentOutput } from './parseAgentOutput.ts';
import { extractReasoning, stripReasoning } from './reasoning.ts';
import { salvageText } from './salvageText.ts';

/** multi-agent-lab's functions for structured agent output, with its arguments in its order. */
export const structured = Object.freeze({
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
