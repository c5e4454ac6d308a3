import type { Problem } from '../../core/problem.ts';
import { isPyDict, isPyList, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type { InstructionRequirement } from '../../parsers/parserFeatures.ts';
import { textHintProblems } from '../../parsers/problems/hintProblems.ts';
import { problemAt } from '../../parsers/problems/problemAt.ts';
import { type TagLine, tagProblems } from '../../parsers/problems/tagProblems.ts';
import { oddValue } from '../../parsers/shared/oddValue.ts';
import { pyStr, pyTruth } from '../../python/index.ts';
import { taggedContents } from './taggedContents.ts';

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
