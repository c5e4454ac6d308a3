// @ts-check

/**
 * The lines that a diff of git's without context changes in the new version of each file; where lines only went, the one
 * before and the one behind.
 * @param {string} diff
 * @returns {Map<string, [first: number, last: number][]>} by path, lines from 1
 */
export function changedLines(diff) {
  /** @type {Map<string, [number, number][]>} */
  const lines = new Map();
  let path = '';
  for (const line of diff.split('\n')) {
    const [, to] = /^\+\+\+ b\/(.*)$/.exec(line) ?? [];
    if (to !== undefined) path = to;
    const [, start, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start === undefined) continue;
    const first = Number(start);
    const range = /** @type {[number, number]} */ (
      count === '0' ? [Math.max(1, first), first + 1] : [first, first + Number(count) - 1]
    );
    lines.set(path, [...(lines.get(path) ?? []), range]);
  }
  return lines;
}
