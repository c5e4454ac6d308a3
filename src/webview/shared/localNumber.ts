/** A number as the user's language writes it. */
export function localNumber(number: number): string {
  return number.toLocaleString(document.documentElement.lang || undefined);
}
