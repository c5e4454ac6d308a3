/** Whether a file of this name is read as TypeScript or JavaScript. */
export function isScript(fileName: string): boolean {
  return /(?<!\.d)\.(?:tsx?|[mc]ts|jsx?|[mc]js)$/i.test(fileName);
}

/** Whether a file of this name is a notebook, whose cells are a source. */
export function isNotebook(fileName: string): boolean {
  return /\.ipynb$/i.test(fileName);
}

/** Whether a file of this name is read as a source. */
export function isSource(fileName: string): boolean {
  return /\.py$/i.test(fileName) || isScript(fileName) || isNotebook(fileName);
}

/** The classes that make parsers, in either language: their names, and what those of LangChain end with. */
const classNames =
  /Markdown(?:CodeBlock|JsonObject|JsonDict)Parser|(?:Multi|Regex)TaggedContentParser|ToolMessage|\w(?:Output|Tools?|Functions?)Parser|OutputFixingParser|(?:[tT]ool|[pP]rovider|Auto)Strategy|Regex(?:Dict)?Parser|\bdspy\b/;

/** Whether a text names a class that a source could make a parser of: one search, and all that a file without one costs. */
export function namesParsers(text: string): boolean {
  return classNames.test(text);
}

/**
 * Those of many sources that may make parsers, by their paths: they name a class of one, or import a file that may. `texts` may leave
 * files out that are too large. Linear in the texts, times the longest chain of imports.
 */
export function sourcesWithParsers(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set<string>();
  const imports = new Map([...texts].map(([path, text]) => [path, importedWords(path, text)]));
  let names = new Set<string>();
  for (const [path, text] of texts)
    if (namesParsers(text)) {
      found.add(path);
      names.add(moduleName(path));
    }
  while (names.size > 0) {
    const next = new Set<string>();
    for (const [path, words] of imports) {
      if (found.has(path) || !words.some(word => names.has(word))) continue;
      found.add(path);
      next.add(moduleName(path));
    }
    names = next;
  }
  return found;
}

/** The words of the statements that import. */
function importedWords(path: string, text: string): readonly string[] {
  if (isScript(path))
    return [...text.matchAll(/(?:from|require\()\s*['"]([^'"\n]{1,500})['"]/g)].flatMap(([, specifier = '']) =>
      specifier.startsWith('.') ? [moduleName(specifier), ...specifier.split('/').slice(-2, -1)] : [],
    );
  return (text.match(/^[ \t]*"?(?:from|import)[ \t][^\n]*/gm) ?? []).flatMap(line => line.match(/\w+/g) ?? []);
}

/** The last part of the name that a file is imported by. */
function moduleName(path: string): string {
  const parts = path.split(/[\\/]/);
  const name = (parts.at(-1) ?? '').replace(/\.(?:py|[mc]?[jt]sx?)$/, '');
  return name === '__init__' || name === 'index' ? (parts.at(-2) ?? '') : name;
}

/** The folder of a path; a path may be of Windows, or a URI. */
export function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return end < 0 ? '' : end === 0 ? '/' : path.slice(0, end);
}

/** A path below a folder. */
export function joinPath(folder: string, tail: string): string {
  if (folder === '') return tail;
  const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/';
  const end = folder.endsWith(separator) ? '' : separator;
  return folder + end + (separator === '\\' ? tail.replaceAll('/', '\\') : tail);
}

/** Whether a path is a folder, or stands in it. */
export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  const own = folder.replace(/[\\/]$/, '');
  return path.startsWith(own) && (own === '' || /^[\\/]/.test(path.slice(own.length)));
}
