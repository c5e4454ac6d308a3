/**
 * A response with nothing left but its words and numbers: what reads this as well asks for no form, and would read
 * anything. Linear.
 */
export function withoutMarks(response: string): string {
  return response.replace(/[^\p{L}\p{M}\p{N}\s]/gu, ' ');
}

/** What is not a word of the response's own: escapes and numbers. */
const parts = /\\(?:u[0-9a-fA-F]{4}|[\s\S])|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\p{L}+/gu;
/** The words of JSON itself. */
const jsonWords: ReadonlySet<string> = new Set(['json', 'true', 'false', 'null', 'NaN', 'Infinity']);

/**
 * A response with all its marks, but other words, equal ones for equal ones: what reads this as well takes the form with
 * any names. Linear.
 */
export function withOtherWords(response: string): string {
  return response.replace(parts, part => (/^\p{L}/u.test(part) && !jsonWords.has(part) ? rotate(part) : part));
}

/** Each letter of ASCII replaced by the one 13 places on, others by their neighbour. */
function rotate(word: string): string {
  return word.replace(/[A-Za-z]|[\u00c0-\ud7ff]/g, letter => {
    const code = letter.charCodeAt(0);
    if (code >= 0x80) return String.fromCharCode(code ^ 1);
    return String.fromCharCode(code + ((code | 0x20) < 0x6e ? 13 : -13));
  });
}
