import { addTo } from '../../core/addTo.ts';
import { EngineError } from '../../core/errors.ts';
import type { Problem } from '../../core/problem.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import {
  type AnswerGrammar,
  type Grammar,
  literal,
  NoGrammarError,
  separated,
  sequence,
  textUntil,
} from '../../grammar/index.ts';
import type { DefinitionSource, Piece } from '../../parsers/parser.ts';
import type { InstructionRequirement } from '../../parsers/parserFeatures.ts';
import { textHintProblems } from '../../parsers/problems/hintProblems.ts';
import { oddValue, problemAt } from '../../parsers/problems/problemAt.ts';
import { type TagLine, tagProblems } from '../../parsers/problems/tagProblems.ts';
import { checkDelimiters, checkWords, jsonGrammar, withRulesOf } from '../../parsers/shared/answerGrammars.ts';
import { documentationOf, namesIn, withList } from '../../parsers/shared/keyNames.ts';
import { pieceOf } from '../../parsers/shared/pieces.ts';
import type { KeyPlace, ValueKeys } from '../../parsers/shared/valueKeys.ts';
import { pyStr, pyTruth } from '../../python/index.ts';

/** AgentScope's `TaggedContent`: a pair of tags, with the pieces that the instruction shows of it. */
export interface TaggedContent {
  readonly name: string;
  readonly beginTag: string;
  readonly endTag: string;
  readonly parseJson: boolean;
  /** Whether name and tags are written as text, so that nothing about them can raise while a response is read: to ask for each takes a fifth of the reading. */
  readonly isText: boolean;
  readonly begin: Piece;
  readonly hint: Piece;
  readonly end: Piece;
  /** The constructor's arguments. */
  readonly args: PyDict;
}

/** The pairs of tags of a definition. Raises `EngineError` where the class's constructor does. */
export function taggedContents(source: DefinitionSource): readonly TaggedContent[] {
  const list = source.config.get('tagged_contents') ?? [];
  if (!isPyList(list)) throw new EngineError('InvalidDefinition', '`tagged_contents` must be a list.');
  return list.map((item, index) => {
    const content = isPyDict(item) ? item : new Map<string, PyValue>();
    const missing = ['name', 'tag_begin', 'content_hint', 'tag_end'].filter(key => !content.has(key));
    if (missing.length > 0)
      throw new EngineError(
        'TypeError',
        `TaggedContent.__init__() missing ${missing.length} required positional argument${missing.length === 1 ? '' : 's'}: ${joinNames(missing)}`,
        undefined,
        ['tagged_contents', index],
      );
    const text = (key: string): string => pyStr(content.get(key)!);
    const piece = (key: string): Piece => pieceOf(source, ['tagged_contents', index, key], text(key));
    return {
      name: text('name'),
      beginTag: text('tag_begin'),
      endTag: text('tag_end'),
      parseJson: pyTruth(content.get('parse_json') ?? false),
      isText: ['name', 'tag_begin', 'tag_end'].every(key => typeof content.get(key) === 'string'),
      begin: piece('tag_begin'),
      hint: piece('content_hint'),
      end: piece('tag_end'),
      args: content,
    };
  });
}

/** `'a'`, `'a' and 'b'`, `'a', 'b', and 'c'`, as Python names missing arguments. */
function joinNames(names: readonly string[]): string {
  const quoted = names.map(name => `'${name}'`);
  if (quoted.length <= 2) return quoted.join(' and ');
  return `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1)}`;
}

/** The keys of a `MultiTaggedContentParser`'s value: the names of its tags and nothing else. */
export function tagKeys({ config }: DefinitionSource): ValueKeys {
  const tags = config.get('tagged_contents');
  const places = new Map<string, KeyPlace[]>();
  const hints = new Map<string, PyValue>();
  // Tags that are not written yet, or not as the class wants them, may bring any name.
  let open = !isPyList(tags) || tags.length === 0;
  for (const [i, tag] of (isPyList(tags) ? tags : []).entries()) {
    const name = isPyDict(tag) ? tag.get('name') : undefined;
    if (isPyDict(tag) && typeof name === 'string') {
      addTo(places, name, { path: ['tagged_contents', i, 'name'], of: 'value' });
      hints.set(name, tag.get('content_hint') ?? '');
    } else open = true;
  }
  const keys = [...places].map(([name, declarations]) => ({
    name,
    declarations,
    references: [],
    required: true,
    ...documentationOf(hints.get(name)),
  }));
  return {
    keys: withList(keys, config, { list: 'keys_allow_missing', required: false, open }),
    open,
    exact: !open,
    lists: ['keys_allow_missing'],
  };
}

/** What is wrong with pairs of tags, and odd although the class takes it. */
export function checkTaggedContents(source: DefinitionSource): readonly Problem[] {
  const problems: Problem[] = [];
  const allowMissing = source.config.get('keys_allow_missing');
  if (allowMissing === null)
    problems.push(
      ...oddValue(source, ['keys_allow_missing'], '`null` is the same as no keys: every tag must be there.'),
    );
  else if (allowMissing !== undefined && !isPyList(allowMissing))
    problems.push(
      ...oddValue(
        source,
        ['keys_allow_missing'],
        'In a string the class searches each name as a part of it. Write a list.',
      ),
    );

  const list = source.config.get('tagged_contents');
  const seen = new Set<PyValue>();
  for (const [index, item] of (isPyList(list) ? list : []).entries()) {
    if (!isPyDict(item)) continue;
    const path = (key: string) => ['tagged_contents', index, key];
    const odd = (key: string, message: string) => problems.push(...oddValue(source, path(key), message));
    const name = item.get('name');
    if (name !== undefined && seen.has(name))
      problems.push(
        ...problemAt(
          source,
          'duplicate-name',
          path('name'),
          `Two tags are named \`${pyStr(name)}\`; the later one wins.`,
        ),
      );
    if (name !== undefined) seen.add(name);
    const hint = item.get('content_hint');
    const parseJson = item.get('parse_json');
    if (hint !== undefined && typeof hint !== 'string')
      odd('content_hint', 'The hint is not a string; the class puts its Python `str()` in the instruction.');
    else if (typeof hint === 'string' && pyTruth(parseJson ?? false))
      problems.push(...textHintProblems(source, path('content_hint'), hint, false));
    if (parseJson !== undefined && typeof parseJson !== 'boolean')
      odd('parse_json', `The class takes it for ${pyTruth(parseJson)}. Write \`true\` or \`false\`.`);
  }
  return [...problems, ...tagProblems(source, tagLines(source), ownWords)];
}

/** What the template says beside the tags. */
const ownWords = ['Respond with specific tags as outlined below', 'and the content between', 'MUST be a JSON object:'];

/** The pairs of tags as the instruction shows them. */
function tagLines(source: DefinitionSource): readonly TagLine[] {
  const allowMissing = source.config.get('keys_allow_missing');
  return taggedContents(source).map(({ name, beginTag, endTag, hint }, index) => ({
    path: ['tagged_contents', index],
    name,
    begin: beginTag,
    hint: hint.text,
    end: endTag,
    isOptional: isPyList(allowMissing) && allowMissing.includes(name),
  }));
}

/** The tags that an answer must have. */
export function tagRequirements(source: DefinitionSource): readonly InstructionRequirement[] {
  return tagLines(source)
    .filter(({ isOptional }) => !isOptional)
    .flatMap(({ begin, end }) => [
      { text: begin, what: `the tag \`${begin}\``, opens: true },
      { text: end, what: `the tag \`${end}\`` },
    ]);
}

/**
 * The tags in their order, each on a line of its own. Each is searched for in the whole answer, so no content may hold the
 * opening of a later tag, or of one that may be missing. Throws `NoGrammarError` for tags that find one another.
 */
export function tagGrammar(source: DefinitionSource, isAround: boolean): AnswerGrammar {
  const tags = taggedContents(source);
  checkDelimiters(tags.flatMap(({ beginTag, endTag }) => [beginTag, endTag]));
  if (tags.length === 0) throw new NoGrammarError('There are no tags.');
  checkPlaces(tags);
  const optional = new Set(namesIn(source.config, 'keys_allow_missing').map(({ name }) => name));
  const rules = new Map<string, Grammar>();
  const items = tags.map((tag, i) => {
    const words = tags.filter((each, k) => k > i || (k < i && optional.has(each.name))).map(({ beginTag }) => beginTag);
    return { grammar: tagged(tag, words, rules), isRequired: !optional.has(tag.name) };
  });
  const all = separated(items, literal('\n'), grammar => {
    const name = `tags-${rules.size}`;
    rules.set(name, grammar);
    return { kind: 'reference', name };
  });
  const begins = tags.map(({ beginTag }) => beginTag);
  const [first] = begins;
  if (!isAround) return { start: all, rules };
  if (optional.size > 0) throw new NoGrammarError('With tags that may be missing, text around them has no grammar.');
  // The text before ends where the first tag begins, so that tag's opening is part of it.
  const [head, ...rest] = tags.map((tag, i) => taggedBehind(tag, begins.slice(i + 1), rules));
  const others = tags.slice(1).flatMap((tag, i) => [literal(`\n${tag.beginTag}`), rest[i]!]);
  return { start: sequence(textUntil(first!, { without: begins.slice(1) }), head!, ...others, textUntil('')), rules };
}

function tagged(tag: TaggedContent, words: readonly string[], rules: Map<string, Grammar>): Grammar {
  return sequence(literal(tag.beginTag), taggedBehind(tag, words, rules));
}

/** The content and the closing tag. */
function taggedBehind(
  { name, endTag, parseJson }: TaggedContent,
  words: readonly string[],
  rules: Map<string, Grammar>,
) {
  if (!parseJson) return textUntil(endTag, { without: words, part: { path: [name], reads: 'text' } });
  checkWords([endTag, ...words]);
  const json = jsonGrammar(undefined, [endTag, ...words], [name]);
  return sequence(withRulesOf(json, rules), literal(endTag));
}

/** Tags of which one stands in another, or across two, are found where they are not meant. */
function checkPlaces(tags: readonly TaggedContent[]): void {
  let text = '';
  const places = tags.map(({ beginTag, endTag }) => {
    const at = text.length;
    text += `${beginTag}${endTag}\n`;
    return at;
  });
  for (const [i, { beginTag, endTag }] of tags.entries()) {
    const begin = text.indexOf(beginTag);
    if (begin !== places[i] || text.indexOf(endTag, begin + beginTag.length) !== begin + beginTag.length)
      throw new NoGrammarError(
        `The tags of \`${tags[i]!.name}\` are found in other tags, so that no grammar tells them apart.`,
      );
    const inOwn = tags.findIndex((other, k) => k !== i && other.beginTag.includes(beginTag));
    if (inOwn >= 0)
      throw new NoGrammarError(
        `The tag ${JSON.stringify(beginTag)} stands in the tag ${JSON.stringify(tags[inOwn]!.beginTag)}.`,
      );
  }
}
