import type { Node } from 'jsonc-parser';
import { members, readJson } from '../json/jsonSource.ts';
import type { SourceOrigin, SourceReading } from './sourceReading.ts';

/** A place in one of the files of a source. */
export type SourceSpan = Pick<SourceOrigin, 'file' | 'span'>;

/**
 * Where what stands at an offset of a reading's `text` was written: the innermost value whose place is known, in the file itself or
 * in one that it imports, else the call that makes the parser. `undefined`: nothing was written there. Linear in the text.
 */
export function placeInSource({ text, found, files }: SourceReading, offset: number): SourceSpan | undefined {
  const at = (node: Node | undefined) =>
    members(node).find(({ key, value }) => key.offset <= offset && offset <= endOf(value ?? key));
  const parsers = at(readJson(text).root);
  const parser = at(parsers?.value);
  const definition = found.find(({ name }) => name === parser?.key.value);
  if (!definition) return undefined;
  const own = at(parser?.value);
  let origin = own && definition.origins.get(own.key.value);
  let node = own?.value;
  for (let next = origin; next; ) {
    origin = next;
    const index = node?.type === 'array' ? (node.children ?? []).findIndex(each => offset <= endOf(each)) : undefined;
    const member = index === undefined ? at(node) : undefined;
    node = index === undefined ? member?.value : node?.children?.[index];
    const key = index ?? member?.key.value;
    next = key === undefined ? undefined : origin.items?.get(key);
  }
  return origin ?? { file: files[0] ?? '', span: definition.span };
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}
