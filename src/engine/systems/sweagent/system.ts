import type { System } from '../../parsers/system.ts';
import { action } from './action.ts';
import { actionOnly } from './actionOnly.ts';
import { allBashCodeBlocks } from './allBashCodeBlocks.ts';
import { thoughtActionToXml, xmlToThoughtAction } from './convert/thoughtActions.ts';
import { editFormat } from './editFormat.ts';
import { functionCalling } from './functionCalling.ts';
import { identity } from './identity.ts';
import { jsonAction } from './jsonAction.ts';
import { trajectory } from './logs/trajectory.ts';
import { singleBashCodeBlock } from './singleBashCodeBlock.ts';
import { thoughtAction } from './thoughtAction.ts';
import { historyProcessing, historyProcessors } from './truncation/historyProcessing.ts';
import { xmlFunctionCalling } from './xmlFunctionCalling.ts';
import { xmlThoughtAction } from './xmlThoughtAction.ts';

/** SWE-agent. */
export const sweagent: System = {
  name: 'SWE-agent',
  isInPython: true,
  types: [
    thoughtAction,
    functionCalling,
    xmlFunctionCalling,
    xmlThoughtAction,
    jsonAction,
    singleBashCodeBlock,
    allBashCodeBlocks,
    action,
    actionOnly,
    editFormat,
    identity,
  ],
  conversions: [thoughtActionToXml, xmlToThoughtAction],
  truncations: [historyProcessing],
  conversation: historyProcessors,
  logs: [trajectory],
};
