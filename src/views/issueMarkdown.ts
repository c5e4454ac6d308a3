/** A response and its result, for an issue. */
export interface IssueParts {
  readonly name: string;
  readonly type: string;
  /** The definition's own text. */
  readonly definition: string;
  readonly response: string;
  /** What it was read as, or the error. */
  readonly result: string;
  readonly isError: boolean;
  /** Of ParserLens and of VS Code. */
  readonly versions: string;
}

/** The longest text of a part, in UTF-16 units: an issue of GitHub has room for 65,536. */
const maxPart = 20_000;

/** A response as Markdown for an issue. What authors and models wrote stands in fences longer than any in it. */
export function issueMarkdown({ name, type, definition, response, result, isError, versions }: IssueParts): string {
  return [
    `**${isError ? 'A response does not read' : 'What a response is read as'}**: ${code(name)} (${code(type)})\n`,
    `Response:\n\n${fenced(response, '')}\n`,
    `${isError ? 'Error' : 'Result'}:\n\n${fenced(result, isError ? '' : 'json')}\n`,
    `<details><summary>Definition</summary>\n\n${fenced(definition, 'json')}\n\n</details>\n`,
    `${versions}\n`,
  ].join('\n');
}

function fenced(text: string, language: string): string {
  const cut = text.length > maxPart ? `${text.slice(0, maxPart)}\n… ${text.length - maxPart} more characters` : text;
  const longest = Math.max(2, ...[...cut.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${cut}\n${fence}`;
}

function code(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}
