import {
  type AnswerGrammar,
  type Grammar,
  literal,
  NoGrammarError,
  separated,
  sequence,
  textUntil,
} from '../../grammar/index.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { checkDelimiters, checkWords, jsonGrammar, withRulesOf } from '../../parsers/shared/answerGrammars.ts';
import { namesIn } from '../../parsers/shared/keyNames.ts';
import { type TaggedContent, taggedContents } from './taggedContents.ts';

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
