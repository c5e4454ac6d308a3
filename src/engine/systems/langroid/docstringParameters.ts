/**
 * The descriptions of parameters in a docstring, in the styles that `docstring_parser` tells apart: reST, Epydoc, Google and
 * NumPy; the style that finds most is taken.
 */
export function docstringParameters(docstring: string): ReadonlyMap<string, string> {
  const lines = docstring.split('\n');
  const found = [fieldStyle(lines, ':'), fieldStyle(lines, '@'), googleStyle(lines), numpyStyle(lines)];
  return found.reduce((best, next) => (next.size > best.size ? next : best));
}

const fieldMarks = {
  ':': /^\s*:(?:param|parameter|arg|argument|key|keyword|attribute)\s([^:]*):(.*)$/,
  '@': /^\s*@param\s+([\w.]+\s*):(.*)$/,
};

/** `:param int name: text` or `@param name: text`. */
function fieldStyle(lines: readonly string[], mark: ':' | '@'): Map<string, string> {
  const found = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of lines) {
    const [, named = '', text = ''] = fieldMarks[mark].exec(line) ?? [];
    // Of `int name` the last word.
    const name = named
      .trimEnd()
      .split(/[^\w.]/)
      .at(-1);
    if (name) {
      current = [text.trim()];
      found.set(name, current);
    } else if (line.trimStart().startsWith(mark)) current = undefined;
    else current?.push(line);
  }
  return texts(found);
}

const googleSections = /^(\s*)(?:Args|Arguments|Parameters|Params|Attributes):\s*$/;

/** `Args:` and indented `name (type): text`. */
function googleStyle(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string[]>();
  let section: number | undefined;
  let indent: number | undefined;
  let current: string[] | undefined;
  for (const line of lines) {
    const title = googleSections.exec(line);
    const depth = line.length - line.trimStart().length;
    if (title) {
      section = title[1]?.length;
      indent = undefined;
    } else if (line.trim() === '') current?.push('');
    else if (section === undefined || depth <= section) section = undefined;
    else {
      indent ??= depth;
      const parameter = depth === indent ? /^\s*\*{0,2}([\w.]+)\s*(?:\([^)]*\)\s*)?:(.*)$/.exec(line) : null;
      if (parameter) {
        current = [(parameter[2] ?? '').trim()];
        found.set(parameter[1] ?? '', current);
      } else current?.push(line);
    }
  }
  return texts(found);
}

/** `Parameters`, dashes below, then `name : type` and the text indented. */
function numpyStyle(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string[]>();
  const start = lines.findIndex(
    (line, i) => /^\s*(?:Parameters|Params|Arguments|Args)\s*$/.test(line) && /^\s*-{3,}\s*$/.test(lines[i + 1] ?? ''),
  );
  if (start === -1) return new Map();
  const indent = (lines[start] ?? '').length - (lines[start] ?? '').trimStart().length;
  let current: string[] | undefined;
  for (const [i, line] of lines.slice(start + 2).entries()) {
    if (/^\s*-{3,}\s*$/.test(lines[start + 3 + i] ?? '')) break;
    const depth = line.length - line.trimStart().length;
    if (line.trim() !== '' && depth === indent) {
      current = [];
      found.set(line.split(':')[0]!.trim(), current);
    } else current?.push(line);
  }
  return texts(found);
}

function texts(found: ReadonlyMap<string, readonly string[]>): Map<string, string> {
  return new Map(
    [...found].map(([name, [first = '', ...rest]]) => [name, [first, ...withoutMargin(rest)].join('\n').trim()]),
  );
}

function withoutMargin(lines: readonly string[]): string[] {
  const depths = lines.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length);
  const margin = depths.reduce((least, depth) => Math.min(least, depth), Number.POSITIVE_INFINITY);
  return lines.map(line => line.slice(Number.isFinite(margin) ? margin : 0).trimEnd());
}
