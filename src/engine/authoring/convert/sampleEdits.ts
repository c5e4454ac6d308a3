import type { Node } from 'jsonc-parser';
import type { Edit } from '../../core/span.ts';
import { indentAt, type Layout, printValue } from '../../json/editItems.ts';
import { members } from '../../json/jsonSource.ts';
import { CannotConvert } from '../../parsers/conversion/conversionRule.ts';
import { replaceNode } from '../../parsers/conversion/nodeEdits.ts';

/** What a sample is to say after a conversion. */
export interface NewSampleText {
  /** The response. */
  readonly text: string;
  /** The class of the error that is expected now. */
  readonly error?: string;
}

/**
 * The edits that give a sample another response, in the form that it has: a text, or a list of lines. A sample in a
 * file gets a text of its own, because the file may be another's as well. `node` is the sample's object, `layout` the file's.
 */
export function sampleEdits(
  text: string,
  layout: Layout,
  node: Node,
  { text: response, error }: NewSampleText,
): Edit[] {
  const find = (object: Node | undefined, key: string) =>
    members(object).findLast(member => member.key.value === key)?.value;
  const edits: Edit[] = [];
  const own = find(node, 'text');
  const file = find(node, 'file');
  const target = own ?? file?.parent;
  if (!target) throw new CannotConvert('it has no text');
  const lines = own?.type === 'string' || !response.includes('\n') ? response : response.split('\n');
  const isOneLine = own !== undefined && !text.slice(own.offset, own.offset + own.length).includes('\n');
  const json =
    isOneLine && typeof lines !== 'string'
      ? `[${lines.map(line => JSON.stringify(line)).join(', ')}]`
      : printValue(lines, layout, indentAt(text, target.offset));
  edits.push(replaceNode(text, target, own ? json : `"text": ${json}`, 'a sample'));
  const expected = find(find(node, 'expect'), 'error');
  if (error !== undefined && expected) edits.push(replaceNode(text, expected, JSON.stringify(error), 'a sample'));
  return edits;
}
