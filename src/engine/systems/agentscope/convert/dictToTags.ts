import type { Node } from 'jsonc-parser';
import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Edit } from '../../../core/span.ts';
import { indentAt, layoutOf } from '../../../json/editItems.ts';
import { spanOfNode, toPython } from '../../../json/jsonSource.ts';
import {
  CannotConvert,
  type ConversionInput,
  type ConversionPlan,
  type ConversionRule,
  keyList,
  type ReadResponse,
  refuseOwnInstruction,
} from '../../../parsers/conversion/conversionRule.ts';
import {
  insertBehind,
  refuseLosses,
  removeMember,
  replaceNode,
  uniqueMembers,
} from '../../../parsers/conversion/nodeEdits.ts';
import { sameValue } from '../../../parsers/conversion/sameValue.ts';
import { beginFence, endFence } from '../../../parsers/shared/jsonFence.ts';
import { jsonDumps } from '../../../python/index.ts';
import { jsonHintValue, keyKind } from './tagsToDict.ts';

/** A tag that takes a key's place. */
interface NewTag {
  readonly name: string;
  readonly begin: string;
  readonly end: string;
  readonly isJson: boolean;
}

/**
 * A JSON dictionary becomes tags: a tag for each key of the hint, with `parse_json` for what is not text; keys that are
 * not required may be missing.
 */
export const dictToTags: ConversionRule = {
  from: 'MarkdownJsonDictParser',
  to: 'MultiTaggedContentParser',
  plan,
  isSameValue: sameValue,
  missingKey: {
    error: 'RequiredFieldNotFoundError',
    becomes: 'TagNotFoundError',
    relaxed: ({ source }) => new Map([...source.config].filter(([key]) => key !== 'required_keys')),
  },
};

function plan({ text, definition, known }: ConversionInput): ConversionPlan {
  const { source } = definition;
  const { config } = source;
  if (config.get('content_schema') !== undefined)
    throw new CannotConvert('`content_schema` validates the answer, which tags cannot.');
  refuseOwnInstruction(config);
  const hint = config.get('content_hint');
  if (!isPyDict(hint) || hint.size === 0)
    throw new CannotConvert('Only a `content_hint` that is an object says which keys there are.');
  const root = source.nodeAt([])!;
  const member = uniqueMembers(root, 'the definition').get('content_hint')!;
  const names = [...hint.keys()];
  const tags = tagsOf(hint, names, known);
  const required = keyList(config.get('required_keys'), 'required_keys', names);
  const optional = names.filter(name => !required.has(name));

  const edits: Edit[] = [{ span: spanOfNode(member.key), text: '"tagged_contents"' }];
  edits.push(...itemEdits(text, member.value, tags));
  const old = uniqueMembers(root, 'the definition').get('required_keys');
  const list = `"keys_allow_missing": ${jsonDumps(optional, { ensureAscii: false })}`;
  if (old && optional.length === 0) {
    refuseLosses(text, old.value.parent!, '`required_keys`');
    edits.push(...removeMember(text, root, old.value.parent!));
  } else if (old) edits.push(replaceNode(text, old.value.parent!, list, '`required_keys`'));
  else if (optional.length > 0) edits.push(insertBehind(text, member.value.parent!, list));
  return { edits, rewrite: response => rewrite(response, tags) };
}

function tagsOf(hint: PyDict, names: readonly string[], known: ConversionInput['known']): readonly NewTag[] {
  const upper = names.map(name => name.toUpperCase());
  const labels = new Set(upper).size === names.length ? upper : names;
  const tags = names.map((name, i) => {
    if (name === '' || /[[\]\n\r]/.test(name)) throw new CannotConvert(`The key ${JSON.stringify(name)} makes no tag.`);
    const own = hint.get(name);
    if (typeof own === 'string' && jsonHintValue(own) !== undefined)
      throw new CannotConvert(`The hint of \`${name}\` is a text that reads as JSON.`);
    const isJson = typeof own !== 'string' || keyKind(name, own, known) === 'json';
    return { name, begin: `[${labels[i]}]`, end: `[/${labels[i]}]`, isJson };
  });
  if (new Set(tags.flatMap(({ begin, end }) => [begin, end])).size < 2 * tags.length)
    throw new CannotConvert('The tags of two keys would be the same.');
  return tags;
}

/** Each member of the hint becomes an item of the list, in its place: what stands between them stays. */
function itemEdits(text: string, hint: Node, tags: readonly NewTag[]): Edit[] {
  const list = [...uniqueMembers(hint, '`content_hint`').values()];
  const { eol, unit } = layoutOf(text);
  const indent = `${eol}${indentAt(text, hint.offset)}`;
  const isOneLine = !text.slice(hint.offset, hint.offset + hint.length).includes('\n');
  const last = hint.offset + hint.length - 1;
  const edits: Edit[] = [{ span: { start: hint.offset, end: hint.offset + 1 }, text: '[' }];
  for (const [i, { key, value }] of list.entries()) {
    const tag = tags[i]!;
    if (isOneLine) edits.push(newLine(text, key.offset, `${indent}${unit}`));
    const json = tag.isJson ? ', "parse_json": true' : '';
    edits.push({
      span: spanOfNode(key),
      text: `{ "name": ${text.slice(key.offset, key.offset + key.length)}, "tag_begin": ${JSON.stringify(tag.begin)}, "content_hint"`,
    });
    const tail = `, "tag_end": ${JSON.stringify(tag.end)}${json} }`;
    const end = value.offset + value.length;
    if (value.type === 'string') edits.push({ span: { start: end, end }, text: tail });
    else
      edits.push(
        replaceNode(
          text,
          value,
          `${JSON.stringify(jsonDumps(toPython(value, text), { ensureAscii: false }))}${tail}`,
          `the hint of \`${tag.name}\``,
        ),
      );
  }
  if (isOneLine) edits.push(newLine(text, last, indent));
  edits.push({ span: { start: last, end: last + 1 }, text: ']' });
  return edits;
}

/** A line feed in place of the blanks before an offset. */
function newLine(text: string, offset: number, by: string): Edit {
  let start = offset;
  while (/\s/.test(text.charAt(start - 1))) start--;
  return { span: { start, end: offset }, text: by };
}

/** The response with tags in place of the fence; what stands around it stays. */
function rewrite({ text, value, repairs }: ReadResponse, tags: readonly NewTag[]): string {
  const dict = isPyDict(value) ? value : new Map<string, PyValue>();
  const names = new Set(tags.map(({ name }) => name));
  const stranger = [...dict.keys()].find(key => !names.has(key));
  if (stranger !== undefined) throw new CannotConvert(`it has the key \`${stranger}\`, which the hint does not name`);
  const isRepaired = (name: string) => repairs.some(repair => repair.name === name);
  const start = isRepaired('missing-begin-tag') ? 0 : text.indexOf(beginFence);
  const from = isRepaired('missing-begin-tag') ? 0 : start + beginFence.length;
  const end = isRepaired('missing-end-tag') ? text.length : text.indexOf(endFence, from) + endFence.length;
  const lines = tags.flatMap(({ name, begin, end, isJson }) => {
    const item = dict.get(name);
    if (item === undefined) return [];
    if (isJson) return [`${begin}${jsonDumps(item, { ensureAscii: false })}${end}`];
    if (typeof item !== 'string') throw new CannotConvert(`its \`${name}\` is not text`);
    return [`${begin}${item}${end}`];
  });
  return text.slice(0, start) + lines.join('\n') + text.slice(end);
}
