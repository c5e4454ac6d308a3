/** An upper bound of how deeply flow collections nest, so that the parser's stack lasts. */
export function flowNesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const unit of text) {
    if (unit === '[' || unit === '{') deepest = Math.max(deepest, ++depth);
    else if ((unit === ']' || unit === '}') && depth > 0) depth--;
  }
  return deepest;
}

/** An upper bound of how deeply block collections nest: columns inside of columns, and indicators one after the other on a line. */
export function blockNesting(text: string): number {
  const columns: number[] = [];
  let deepest = 0;
  let line = 0;
  let isStart = true;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    if (unit === '\n') {
      line = i + 1;
      isStart = true;
    } else if (isStart && unit !== ' ' && unit !== '\t') {
      while (columns.length > 0 && columns.at(-1)! >= i - line) columns.pop();
      columns.push(i - line);
      deepest = Math.max(deepest, columns.length);
      isStart = '-?:'.includes(unit) && ' \t'.includes(text.charAt(i + 1));
    }
  }
  return deepest;
}
