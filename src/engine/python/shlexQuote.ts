/** Python's `shlex.quote`: text as one word of a POSIX shell. Only ASCII letters, digits and `_@%+=:,./-` need no quotes. */
export function shlexQuote(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}
