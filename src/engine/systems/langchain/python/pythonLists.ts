import { EngineError } from '../../../core/errors.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import { csvItems, parsePattern, pyStrip, translatePattern } from '../../../python/index.ts';

/** langchain-core's instructions of its parsers of lists. */
export const pythonListInstructions: Readonly<Record<string, string>> = {
  CommaSeparatedListOutputParser:
    'Your response should be a list of comma separated values, eg: `foo, bar, baz` or `foo,bar,baz`',
  NumberedListOutputParser:
    'Your response should be a numbered list with each item on a new line. For example: \n\n1. foo\n\n2. bar\n\n3. baz',
  MarkdownListOutputParser: 'Your response should be a markdown list, eg: `- foo\n- bar\n- baz`',
};

/** A match of `re.finditer`: what `re.findall` makes of it, its first group, and where it ends. */
export interface ListMatch {
  readonly item: PyValue | readonly PyValue[];
  /** `undefined` where the pattern has no group, which is an `IndexError`. */
  readonly first: PyValue | undefined;
  readonly end: number;
}

/** `CommaSeparatedListOutputParser.parse`: what `csv` reads, or where that fails the parts between commas. */
export function parseCommaSeparated(text: string): string[] {
  return csvItems(text) ?? text.split(',').map(pyStrip);
}

const space = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const numbered = new RegExp(`(?<!\\p{Nd})\\p{Nd}+\\.${space}([^\\n]+)`, 'gu');
// As `^\s*[-*]\s([^\n]+)$`; what `$` asks is so anyway, and it starts on the item's own line: blank lines would be passed
// over once from each of them.
const blank = space.replace('\\t-', '\\t\\x0b-');
const marked = new RegExp(`(?<![^\\n])${blank}*[-*]${space}([^\\n]+)`, 'gu');

/** How `re.finditer` reads the lists of a class. Throws `EngineError` for a pattern that Python does not take. */
export function listMatches(parser: string, pattern: string | undefined): (text: string) => ListMatch[] {
  if (pattern !== undefined) return matchesOf(compile(pattern, parser === 'MarkdownListOutputParser'));
  return matchesOf({ regex: parser === 'MarkdownListOutputParser' ? marked : numbered, groups: [1] });
}

/** A pattern of the author's, with the spans of all its groups. */
function compile(pattern: string, multiline: boolean): CompiledPattern {
  const flags = { ignoreCase: false, multiline, dotAll: false, ascii: false };
  const parsed = parsePattern(pattern, flags);
  const names = new Map(parsed.groups.slice(1).map((_, i) => [`g${i + 1}`, i + 1]));
  const made = translatePattern({ ...parsed, names }, [...names.keys()]);
  return {
    regex: new RegExp(made.source, `${made.flags}g`),
    groups: [...names.keys()].map(name => made.groups.get(name) ?? 0),
  };
}

interface CompiledPattern {
  readonly regex: RegExp;
  /** JavaScript's numbers of Python's groups. */
  readonly groups: readonly number[];
}

function matchesOf({ regex, groups }: CompiledPattern): (text: string) => ListMatch[] {
  return text =>
    [...text.matchAll(regex)].map(match => {
      const parts = groups.map(group => match[group] ?? '');
      const item = parts.length === 0 ? match[0] : parts.length === 1 ? (parts[0] ?? '') : parts;
      return {
        item,
        first: groups.length === 0 ? undefined : (match[groups[0] ?? 0] ?? null),
        end: match.index + match[0].length,
      };
    });
}

/**
 * langchain-core's `ListOutputParser._transform`: one-element lists. `read` gives the finished items of a buffer, all
 * but the last, and how much of the buffer they take up; without it the buffer is parsed anew with every chunk.
 */
export function streamPythonList(
  chunks: readonly string[],
  parse: (text: string) => readonly PyValue[],
  matches: ((text: string) => readonly ListMatch[]) | undefined,
  emit: (value: PyValue) => void,
): void {
  let buffer = '';
  for (const chunk of chunks) {
    buffer += chunk;
    if (matches) {
      const found = matches(buffer);
      const last = found.length - 1;
      for (const { first } of found.slice(0, -1)) {
        if (first === undefined) throw new EngineError('IndexError', 'no such group');
        emit([first]);
      }
      if (last > 0) buffer = buffer.slice(found[last - 1]!.end);
    } else {
      const parts = parse(buffer);
      if (parts.length > 1) {
        for (const part of parts.slice(0, -1)) emit([part]);
        buffer = String(parts.at(-1));
      }
    }
  }
  for (const part of parse(buffer)) emit([part]);
}
