/** The parts of a text between single backticks, and around them, in order; none is empty. A backtick without a partner stays, and so does a run of several. */
export function codeParts(text: string): { readonly text: string; readonly isCode: boolean }[] {
  return text
    .split(/((?<!`)`[^`]+`(?!`))/)
    .filter(part => part !== '')
    .map(part => {
      const isCode = /^`[^`]+`$/.test(part);
      return { text: isCode ? part.slice(1, -1) : part, isCode };
    });
}
