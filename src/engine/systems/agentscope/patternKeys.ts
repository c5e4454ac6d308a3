import { addTo } from '../../core/addTo.ts';
import { EngineError } from '../../core/errors.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { withList } from '../../parsers/shared/keyNames.ts';
import type { KeyPlace, ValueKey, ValueKeys } from '../../parsers/shared/valueKeys.ts';
import { type Node, parsePattern, type Sequence } from '../../python/index.ts';

/**
 * The keys of a `RegexTaggedContentParser`'s value. They are known only where the pattern's group `name` is a choice of
 * words, such as `(?P<name>thought|speak)`; any other pattern finds whatever names the answer has.
 */
export function patternKeys({ config }: DefinitionSource): ValueKeys {
  const pattern = config.get('tagged_content_pattern');
  const words = typeof pattern === 'string' ? wordsOf(pattern) : undefined;
  const open = !words;
  return {
    keys: withList(words ?? [], config, { list: 'required_keys', required: true, open }),
    open,
    exact: !open,
    lists: ['required_keys'],
  };
}

const groupStart = '(?P<name>';
const choice = /[\p{L}\p{N}_-]+(?:\|[\p{L}\p{N}_-]+)*(?=\))/uy;

/** The words of the group `name`; `undefined` where it is not a choice of words, or letter case does not count. */
function wordsOf(pattern: string): readonly ValueKey[] | undefined {
  const start = pattern.indexOf(groupStart);
  if (start < 0 || start !== pattern.lastIndexOf(groupStart) || /\(\?[A-Za-z]*i/.test(pattern)) return undefined;
  choice.lastIndex = start + groupStart.length;
  const written = choice.exec(pattern)?.[0];
  // The same characters may stand in a set or a comment: the pattern itself must have that group.
  if (written === undefined || groupWords(pattern) !== written) return undefined;
  const places = new Map<string, KeyPlace[]>();
  let at = start + groupStart.length;
  for (const name of written.split('|')) {
    const within = { span: { start: at, end: at + name.length }, as: 'pattern' } as const;
    addTo(places, name, { path: ['tagged_content_pattern'], of: 'value', within });
    at += name.length + 1;
  }
  return [...places].map(([name, declarations]) => ({ name, declarations, references: [], required: false }));
}

/** The group `name` as its words, joined again. */
function groupWords(pattern: string): string | undefined {
  try {
    const flags = { ignoreCase: false, multiline: false, dotAll: true, ascii: false };
    const { groups, names } = parsePattern(pattern, flags);
    const body = groups[names.get('name') ?? 0] ?? [];
    const [first] = body;
    const words = body.length === 1 && first?.type === 'branch' ? first.items : [body];
    return words.map(wordOf).join('|');
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

function wordOf(sequence: Sequence): string {
  return sequence.map((node: Node) => (node.type === 'literal' ? String.fromCodePoint(node.code) : '(')).join('');
}
