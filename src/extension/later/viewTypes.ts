/** The view types of the pages that are brought back after a reload. */
export const viewTypes = {
  conversation: 'parserlens.conversation',
  evaluation: 'parserlens.evaluation',
  instruction: 'parserlens.instruction',
  model: 'parserlens.model',
  replay: 'parserlens.replay',
} as const;
