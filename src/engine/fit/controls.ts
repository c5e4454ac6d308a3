/**
 * A response with nothing left but its words and numbers: what reads this as well asks for no form, and would read
 * anything. Linear.
 */
export function withoutMarks(response: string): string {
  return response.replace(/[^\p{L}\p{M}\p{N}\s]/gu, ' ');
}

/** What is no word of the response's own: escapes, numbers, and the words of JSON. */
const fixed = /\\(?:u[0-9a-fA-F]{4}|[\s\S])|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z]+/g;
const jsonWords: ReadonlySet<string> = new Set(['json', 'true', 'false', 'null', 'NaN', 'Infinity']);

/**
 * A response with all its marks, but other words, equal ones for equal ones: what reads this as well takes the form with
 * any names. Words of other scripts than the Latin one stay. Linear.
 */
export function withOtherWords(response: string): string {
  return response.replace(fixed, part => (/^[A-Za-z]/.test(part) && !jsonWords.has(part) ? rotate(part) : part));
}

/** Each letter replaced by the one 13 places on. */
function rotate(word: string): string {
  return word.replace(/[A-Za-z]/g, letter => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode(code + ((code | 0x20) < 0x6e ? 13 : -13));
  });
}
