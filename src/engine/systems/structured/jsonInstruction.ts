import { EngineError } from '../../core/errors.ts';
import type { Piece } from '../../parsers/parser.ts';

/** What the instruction is made of: kinds and extra fields, each with its place in the file if it has one. */
export interface InstructionParts {
  readonly kinds: readonly Piece[];
  readonly extras: readonly Piece[];
}

/** The hints of the fields that are not strings. */
const typedHints: ReadonlyMap<string, string> = new Map([
  ['winner', '"<a player\'s name, or null>"'],
  ['scores', '{"<player>": 0-10}'],
]);

/** multi-agent-lab's `json_instruction`. Throws its `IndexError` where there is no kind. */
export function jsonInstruction(allowedKinds: readonly string[], extraFields?: readonly string[] | null): string {
  const parts = { kinds: allowedKinds.map(asPiece), extras: (extraFields ?? []).map(asPiece) };
  return instructionPieces(parts)
    .map(({ text }) => text)
    .join('');
}

/** The instruction in pieces. Throws `EngineError` where there is no kind. */
export function instructionPieces(parts: InstructionParts): readonly Piece[] {
  const [firstKind] = parts.kinds;
  if (!firstKind) throw new EngineError('IndexError', 'list index out of range');
  return [
    {
      text: '\n\nOUTPUT FORMAT\nReply with a single JSON object and NOTHING else. No analysis, no reasoning, no <think> blocks, no markdown fences, no text before or after the JSON.\nSchema: ',
    },
    ...schemaPieces(parts),
    { text: '\nkind must be one of: ' },
    ...kindPieces(parts),
    {
      text: '\ntext must be one or two sentences, vivid and specific — your line, never your reasoning.\nIf you were given a secret word, never spell or quote it; describe it only.\nExample: {"kind": "',
    },
    firstKind,
    { text: '", "text": "A brief, evocative response."}' },
  ];
}

/** The kinds as the instruction lists them. */
export function kindPieces({ kinds }: InstructionParts): readonly Piece[] {
  return joinPieces(kinds, ' | ');
}

/** The schema line. It is not JSON: without typed fields, all names share one hint. */
export function schemaPieces({ extras }: InstructionParts): readonly Piece[] {
  const names = [asPiece('kind'), asPiece('text'), ...extras];
  if (!extras.some(({ text }) => typedHints.has(text)))
    return [{ text: '{"' }, ...joinPieces(names, '", "'), { text: '": "..."}' }];
  const members = names.map((name, i) => [
    { text: i === 0 ? '{"' : ', "' },
    name,
    { text: `": ${typedHints.get(name.text) ?? '"..."'}` },
  ]);
  return [...members.flat(), { text: '}' }];
}

function joinPieces(pieces: readonly Piece[], separator: string): readonly Piece[] {
  return pieces.flatMap((piece, i) => (i === 0 ? [piece] : [{ text: separator }, piece]));
}

function asPiece(text: string): Piece {
  return { text };
}
