import type { ParserType } from '../parsers/parserType.ts';
import { wants } from '../parsers/shared/wants.ts';

/** How a completion calls a type: editors sort by this, so that the types of one framework stand together. The language server cuts what is longer than 60. */
export function typeLabel({ type, system }: ParserType): string {
  return `${system}: ${type}`;
}

/** What a completion says of a type, in Markdown: what it reads, an answer, whose it is, and how it reads. */
export function typeWords({ summary, want, answer, system, documentation }: ParserType): string {
  const example = answer === undefined ? '' : `\n\n${fenced(answer)}`;
  return `${wants[want]}: ${summary} (${system})${example}\n\n${documentation}`;
}

/** In a fence that is longer than any inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
