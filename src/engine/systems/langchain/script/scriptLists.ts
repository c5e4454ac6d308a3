import { scriptException } from '../langchainError.ts';

const numbered =
  'Your response should be a numbered list with each item on a new line. For example: \n\n1. foo\n\n2. bar\n\n3. baz';

/** LangChain.js's instructions of its parsers of lists; that of Markdown lists is a numbered list's, by a slip that its users see. */
export const scriptListInstructions: Readonly<Record<string, string>> = {
  CommaSeparatedListOutputParser: 'Your response should be a list of comma separated values, eg: `foo, bar, baz`',
  NumberedListOutputParser: numbered,
  MarkdownListOutputParser: numbered,
};

/** The keys of `CustomListOutputParser`. */
export interface CustomList {
  readonly length?: number;
  readonly separator?: string;
}

/** The instruction of `CustomListOutputParser`. */
export function customListInstruction({ length, separator }: CustomList): string {
  const mark = separator || ',';
  const count = length === undefined ? '' : `${length} `;
  return `Your response should be a list of ${count}items separated by "${mark}" (eg: \`foo${mark} bar${mark} baz\`)`;
}

/** The parts of a text between separators, trimmed. */
export function splitList(text: string, separator = ','): string[] {
  return text
    .trim()
    .split(separator || ',')
    .map(item => item.trim());
}

/** `CustomListOutputParser.parse`. Throws `OutputParserException` where the length is another. */
export function parseCustomList(text: string, { length, separator }: CustomList): string[] {
  const items = splitList(text, separator);
  if (length !== undefined && items.length !== length)
    throw scriptException(`Incorrect number of items. Expected ${length}, got ${items.length}.`);
  return items;
}

const patterns: Readonly<Record<string, RegExp>> = {
  // From the first digit of a number alone: from the others there is nothing to find, which would be looked for again and again.
  NumberedListOutputParser: /(?<!\d)\d+\.\s([^\n]+)/g,
  // As `^\s*[-*]\s([^\n]+)$`, but from the item's own line: blank lines would be passed over once from each of them.
  MarkdownListOutputParser: /^[^\S\n\r\u2028\u2029]*[-*]\s([^\n]+)$/gm,
};

/** The pattern of the items of a class; `undefined` for lists with separators. */
export function scriptListPattern(parser: string): RegExp | undefined {
  return patterns[parser];
}

/** LangChain.js's `ListOutputParser._transform`: one-element lists; of items that end in one chunk some are lost, as there. */
export function streamScriptList(
  chunks: readonly string[],
  parse: (text: string) => readonly string[],
  pattern: RegExp | undefined,
  emit: (value: readonly (string | undefined)[]) => void,
): void {
  let buffer = '';
  for (const chunk of chunks) {
    buffer += chunk;
    if (pattern) {
      const matches = [...buffer.matchAll(pattern)];
      let done = 0;
      for (const match of matches.slice(0, -1)) {
        emit([match[1]]);
        done += match.index + match[0].length;
      }
      buffer = buffer.slice(done);
    } else {
      const parts = parse(buffer);
      if (parts.length < 2) continue;
      for (const part of parts.slice(0, -1)) emit([part]);
      buffer = parts.at(-1) ?? '';
    }
  }
  for (const part of parse(buffer)) emit([part]);
}
