import type { Span } from '../core/span.ts';
import { members, readJson, spanOfNode } from '../json/jsonSource.ts';

/** A definition's name where it is a key. */
export interface DefinitionName {
  readonly name: string;
  /** The key without its quotes, as it is escaped there. */
  readonly span: Span;
}

/** The names under `parsers` in a definition file's text; none in a file of one definition, which is named by its file. Never throws. */
export function definitionNames(text: string): readonly DefinitionName[] {
  const { root } = readJson(text);
  const parsers = members(root).findLast(({ key }) => key.value === 'parsers')?.value;
  return members(parsers).map(({ key }) => {
    const { start, end } = spanOfNode(key);
    return { name: String(key.value), span: { start: start + 1, end: end - 1 } };
  });
}
