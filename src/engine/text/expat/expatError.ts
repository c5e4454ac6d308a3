/** Why expat gave up, in its words, and where: a UTF-16 offset. */
export class ExpatError extends Error {
  readonly at: number;
  constructor(reason: string, at: number) {
    super(reason);
    this.at = at;
  }
}

/** expat's words for a token that is not one. */
export const invalidToken = 'not well-formed (invalid token)';
/** expat's words for a token that the text ends in. */
export const unclosedToken = 'unclosed token';

/** `str(e)` of ElementTree's `ParseError`: lines from 1, columns from 0 in code points. */
export function expatMessage(text: string, error: ExpatError): string {
  const before = text.slice(0, error.at).replace(/\r\n?/g, '\n');
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length;
  return `${error.message}: line ${before.split('\n').length}, column ${column}`;
}
