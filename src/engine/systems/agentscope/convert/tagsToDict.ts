import type { Node } from 'jsonc-parser';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Edit } from '../../../core/span.ts';
import { spanOfNode } from '../../../json/jsonSource.ts';
import {
  CannotConvert,
  type ConversionInput,
  type ConversionPlan,
  type ConversionRule,
  type KnownValues,
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
import { jsonDumps, jsonLoads, toJsonText } from '../../../python/index.ts';

/** Words by which a hint asks for a value that is not text. */
const jsonWords = /\b(true|false|json|bool|boolean|int|integer|float|number|list|array|dict|dictionary)\b/i;

/**
 * Whether the values of a key with a hint in words are JSON or plain text: what the samples show, else what the hint
 * says. Both directions decide by it, so that a conversion there and back ends where it began.
 */
export function keyKind(name: string, hint: string, known: KnownValues): 'json' | 'text' {
  const values = known.get(name) ?? [];
  const isJson = values.length > 0 ? values.some(value => typeof value !== 'string') : jsonWords.test(hint);
  return isJson ? 'json' : 'text';
}

/** The value of a hint that is itself JSON, such as `["name"]`; `undefined` for words and for a JSON string. */
export function jsonHintValue(hint: string): PyValue | undefined {
  const read = jsonLoads(hint);
  return read.ok && typeof read.value !== 'string' ? read.value : undefined;
}

/** Tags become a JSON dictionary: a key for each tag, required unless the tag may be missing. How the tags were spelt is all that goes. */
export const tagsToDict: ConversionRule = {
  from: 'MultiTaggedContentParser',
  to: 'MarkdownJsonDictParser',
  plan,
  isSameValue: sameValue,
  missingKey: {
    error: 'TagNotFoundError',
    becomes: 'RequiredFieldNotFoundError',
    relaxed: ({ source }) => new Map([...source.config, ['keys_allow_missing', namesOf(source.config)]]),
  },
};

function plan({ text, definition, known }: ConversionInput): ConversionPlan {
  const { source } = definition;
  const { config } = source;
  refuseOwnInstruction(config);
  const root = source.nodeAt([])!;
  const whole = uniqueMembers(root, 'the definition');
  const list = whole.get('tagged_contents')!;
  const names = namesOf(config);
  if (names.length === 0) throw new CannotConvert('There are no tags.');
  if (new Set(names).size < names.length) throw new CannotConvert('Two tags have the same name.');
  const optional = keyList(config.get('keys_allow_missing'), 'keys_allow_missing', names);
  const required = names.filter(name => !optional.has(name));

  const { start, end } = spanOfNode(list.value);
  const edits: Edit[] = [
    { span: spanOfNode(list.key), text: '"content_hint"' },
    { span: { start, end: start + 1 }, text: '{' },
    ...(list.value.children ?? []).map(item => itemEdit(text, item, known)),
    { span: { start: end - 1, end }, text: '}' },
  ];
  const old = whole.get('keys_allow_missing');
  const json = `"required_keys": ${jsonDumps(required, { ensureAscii: false })}`;
  if (old && required.length === 0) {
    refuseLosses(text, old.value.parent!, '`keys_allow_missing`');
    edits.push(...removeMember(text, root, old.value.parent!));
  } else if (old) edits.push(replaceNode(text, old.value.parent!, json, '`keys_allow_missing`'));
  else if (required.length > 0) edits.push(insertBehind(text, list.value.parent!, json));
  const tags = tagTexts(config);
  return { edits, rewrite: response => rewrite(response, tags) };
}

/** The names of the tags, those that are texts. */
function namesOf(config: PyDict): readonly string[] {
  return items(config).flatMap(item => {
    const name = item.get('name');
    return typeof name === 'string' ? [name] : [];
  });
}

function tagTexts(config: PyDict): readonly string[] {
  return items(config)
    .flatMap(item => [item.get('tag_begin'), item.get('tag_end')])
    .filter(tag => typeof tag === 'string');
}

function items(config: PyDict): readonly PyDict[] {
  const list: PyValue = config.get('tagged_contents') ?? [];
  return (isPyList(list) ? list : []).filter(isPyDict);
}

/** An item of the list becomes a member of the hint, in its place. */
function itemEdit(text: string, item: Node, known: ConversionInput['known']): Edit {
  const parts = uniqueMembers(item, 'a tag');
  const raw = (key: string) => {
    const node = parts.get(key)?.value;
    return node?.type === 'string' ? text.slice(node.offset, node.offset + node.length) : undefined;
  };
  const name = raw('name');
  const hint = raw('content_hint');
  const parseJson = parts.get('parse_json')?.value;
  if (name === undefined || hint === undefined || (parseJson && parseJson.type !== 'boolean'))
    throw new CannotConvert('A tag has a name, a hint or a `parse_json` that the class takes for something else.');
  const words: string = parts.get('content_hint')!.value.value;
  const key: string = parts.get('name')!.value.value;
  const value = jsonHintValue(words);
  const isJson = parseJson?.value === true;
  if (value !== undefined && !isJson)
    throw new CannotConvert(`The hint of \`${key}\` reads as JSON, its content is text.`);
  if (value === undefined && (keyKind(key, words, known) === 'json') !== isJson)
    throw new CannotConvert(
      isJson
        ? `The hint of \`${key}\` does not say that it is JSON. A sample would show it.`
        : `The hint of \`${key}\` would ask for another value than a text in JSON. A sample would show that it is text.`,
    );
  return replaceNode(text, item, `${name}: ${value === undefined ? hint : toJsonText(value, 0)}`, `the tag \`${key}\``);
}

/** The response with a fence in place of the tags; what stands around them stays, and between them may be nothing. */
function rewrite({ text, value, spans }: ReadResponse, tags: readonly string[]): string {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) throw new CannotConvert('it has no tags');
  for (const [i, { start }] of sorted.entries()) {
    const before = sorted[i - 1]?.end ?? start;
    if (before > start || text.slice(before, start).trim() !== '')
      throw new CannotConvert('its tags are not side by side');
  }
  const [head, tail] = [text.slice(0, first.start), text.slice(last.end)];
  if (tags.some(tag => head.includes(tag) || tail.includes(tag))) throw new CannotConvert('a tag stands alone in it');
  return `${head}${beginFence}\n${toJsonText(value)}\n${endFence}${tail}`;
}
