import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource, Piece } from '../../parsers/parser.ts';
import { pieceOf } from '../../parsers/shared/hintPieces.ts';
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
