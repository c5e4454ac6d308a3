/** A number in the user's language. */
export function count(number: number): string {
  return number.toLocaleString(document.documentElement.lang || undefined);
}
