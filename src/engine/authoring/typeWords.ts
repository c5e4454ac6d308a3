import type { ParserType } from '../parsers/parserType.ts';
import { wants } from '../parsers/shared/wants.ts';

/** How a completion calls a type: by what its author wants, then by its name. */
export function typeLabel({ type, want }: ParserType): string {
  return `${wants[want]}: ${type}`;
}

/** What a completion says of a type, in Markdown: what it reads, an answer, whose it is, and how it reads. */
export function typeWords({ summary, answer, system, documentation }: ParserType): string {
  const example = answer === undefined ? '' : `\n\n${fenced(answer)}`;
  return `${summary} (${system})${example}\n\n${documentation}`;
}

/** In a fence that is longer than any inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
