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
  const at = (node: Node | undefined) => memberAt(node, offset);
  const parsers = at(readJson(text).root);
  const parser = at(parsers?.value);
  const definition = found.find(({ name }) => name === parser?.key.value);
  if (!definition) return undefined;
  const own = at(parser?.value);
  let origin = own && definition.origins.get(own.key.value);
  let node = own?.value;
  for (let next = origin; next; ) {
    origin = next;
    const inner = partAt(node, offset);
    node = inner?.node;
    next = inner && origin.items?.get(inner.key);
  }
  return origin ?? { file: files[0] ?? '', span: definition.span };
}

function memberAt(node: Node | undefined, offset: number) {
  return members(node).find(({ key, value }) => key.offset <= offset && offset <= endOf(value ?? key));
}

/** The item of a list or the member of an object at an offset. */
function partAt(node: Node | undefined, offset: number): { key: string | number; node: Node | undefined } | undefined {
  if (node?.type !== 'array') {
    const member = memberAt(node, offset);
    return member && { key: member.key.value, node: member.value };
  }
  const key = (node.children ?? []).findIndex(each => each.offset <= offset && offset <= endOf(each));
  return key < 0 ? undefined : { key, node: node.children?.[key] };
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}
