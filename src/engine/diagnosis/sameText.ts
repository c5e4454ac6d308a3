/** Whether two values of plain data are the same but for how lines end in their texts. Linear; never overflows. */
export function isSameText(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair;
    if (typeof a === 'string' && typeof b === 'string') {
      if (withFeeds(a) !== withFeeds(b)) return false;
    } else if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
      if (Array.isArray(a) !== Array.isArray(b)) return false;
      const [keys, others] = [Object.entries(a), Object.entries(b)];
      if (keys.length !== others.length) return false;
      for (const [i, [key, value]] of keys.entries()) pairs.push([key, others[i]![0]], [value, others[i]![1]]);
    } else if (!Object.is(a, b)) return false;
  }
  return true;
}

function withFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
