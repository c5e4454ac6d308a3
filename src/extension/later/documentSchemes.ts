/** The schemes of read-only documents; the first that opens loads its feature. */
export const documentSchemes = {
  /** What a definition gives with the framework that is installed. */
  installed: 'parserlens-installed',
  payload: 'parserlens-payload',
  request: 'parserlens-request',
  /** The response of a log's row, called by the row's name. */
  row: 'parserlens-row',
  runtime: 'parserlens-runtime',
} as const;

/** The view types of the pages that are brought back after a reload. */
export const viewTypes = {
  conversation: 'parserlens.conversation',
  evaluation: 'parserlens.evaluation',
  instruction: 'parserlens.instruction',
  model: 'parserlens.model',
  replay: 'parserlens.replay',
} as const;
