import { cacheControl } from './cacheControl.ts';
import { closedWindow } from './closedWindow.ts';
import type { HistoryProcessorType } from './historyEntry.ts';
import { imageParsing } from './imageParsing.ts';
import { lastNObservations } from './lastNObservations.ts';
import { removeRegex } from './removeRegex.ts';
import { tagToolCallObservations } from './tagToolCallObservations.ts';

/** SWE-agent's history processors, in the order in which its messages name them. */
export const historyProcessorTypes: readonly HistoryProcessorType[] = [
  { type: 'default', summary: 'Changes nothing.', properties: {}, create: () => items => items },
  lastNObservations,
  closedWindow,
  tagToolCallObservations,
  cacheControl,
  removeRegex,
  imageParsing,
];
