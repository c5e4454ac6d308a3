/** The scheme of the read-only documents that hold the response of a log's row, called by the row's name. */
export const rowScheme = 'parserlens-row';
