/** Whether a user's module is Python, by its path. */
export function isPython(module: string): boolean {
  return /\.py$/i.test(module);
}
