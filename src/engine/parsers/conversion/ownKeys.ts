import type { Node } from 'jsonc-parser';
import type { PyDict } from '../../core/pyValue.ts';
import type { Edit } from '../../core/span.ts';
import { indentAt, layoutOf, printValue } from '../../json/editItems.ts';
import { jsonDumps } from '../../python/index.ts';
import { CannotConvert, type ConversionInput, type ConversionLoss } from './conversionRule.ts';
import { refuseLosses, removeMembers, replaceNode, uniqueMembers } from './nodeEdits.ts';

/** What becomes of a definition's own keys. */
interface NewKeys {
  /** The key in whose place the new ones stand. */
  readonly at: string;
  readonly members: PyDict;
  /** The keys that go without a word, because the new ones say the same. */
  readonly carried: readonly string[];
  /** The keys that go, each with what is lost with it. */
  readonly lost: Readonly<Record<string, string>>;
}

/** The edits that put new keys in the place of old ones, and what is lost. Raises {@link CannotConvert} where a comment, or a key that stands twice, would go. */
export function newKeys(
  { text, definition }: ConversionInput,
  { at, members, carried, lost }: NewKeys,
): { readonly edits: readonly Edit[]; readonly losses: readonly ConversionLoss[] } {
  const root = definition.source.nodeAt([])!;
  const found = uniqueMembers(root, 'the definition');
  const old = found.get(at)?.value.parent;
  if (!old) throw new CannotConvert(`It has no \`${at}\`.`);
  const isOneLine = !text.slice(root.offset, root.offset + root.length).includes('\n');
  const json = isOneLine
    ? jsonDumps(members, { ensureAscii: false }).slice(1, -1)
    : printValue(members, layoutOf(text), indentAt(text, old.offset), true);
  const edits = [replaceNode(text, old, json, `\`${at}\``)];
  const losses: ConversionLoss[] = [];
  const gone: Node[] = [];
  for (const key of [...carried, ...Object.keys(lost)]) {
    const member = found.get(key)?.value.parent;
    if (!member) continue;
    refuseLosses(text, member, `\`${key}\``);
    gone.push(member);
    const message = lost[key];
    if (message !== undefined) losses.push({ key, message });
  }
  return { edits: [...edits, ...removeMembers(text, root, gone)], losses };
}
