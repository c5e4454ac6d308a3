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
