import { createParser, type Definition, EngineError, type Host } from '../engine/index.ts';
import { changesSince } from './changes.ts';
import { destinations } from './destinations.ts';
import type { InstructionView, PieceView } from './protocol.ts';

/** UTF-16 units of an instruction that the preview shows; the rest opens as a document. */
export const shownLength = 100_000;

/** An instruction as the preview shows it, and its whole text (absent when the framework raises instead). */
export interface InstructionModel {
  readonly view: InstructionView;
  readonly text?: string;
}

/** The view of one definition's instruction. `saved` is the same definition as last saved, where there is one. */
export async function instructionModel(
  definition: Definition,
  saved: Definition | undefined,
  host: Host,
): Promise<InstructionModel> {
  const { name, type, description, span } = definition;
  const keys = destinations(definition);
  const common = { name, type, ...(description !== undefined && { description }), span, ...(keys && { keys }) };
  const result = await instructionOf(definition, host);
  if ('error' in result) return { view: { ...common, pieces: [], length: 0, error: result.error } };
  const { pieces, text } = result;
  const savedResult = saved && (await instructionOf(saved, host));
  const changes = savedResult && 'text' in savedResult ? changesSince(savedResult.text, text) : undefined;
  const view = {
    ...common,
    pieces: firstPieces(pieces, shownLength),
    length: text.length,
    ...(changes && { changes }),
  };
  return { view, text };
}

type Instruction =
  | { readonly pieces: readonly PieceView[]; readonly text: string }
  | { readonly error: { readonly class: string; readonly message: string } };

/** The instruction in pieces, or the framework's error. */
export async function instructionOf(definition: Definition, host: Host): Promise<Instruction> {
  try {
    const parser = createParser(definition, host);
    await parser.prepare();
    const pieces = parser.instructionPieces();
    return { pieces, text: pieces.map(piece => piece.text).join('') };
  } catch (error) {
    if (error instanceof EngineError) return { error: { class: error.class, message: error.message } };
    throw error;
  }
}

/** The pieces of the text's first `limit` units; no surrogate pair is split. */
export function firstPieces(pieces: readonly PieceView[], limit: number): PieceView[] {
  const first: PieceView[] = [];
  let left = limit;
  for (const piece of pieces) {
    if (piece.text === '') continue;
    if (piece.text.length <= left) first.push(piece);
    else if (left > 0) {
      const end = /[\uD800-\uDBFF]/.test(piece.text.charAt(left - 1)) ? left - 1 : left;
      first.push({ ...piece, text: piece.text.slice(0, end) });
    }
    left -= piece.text.length;
    if (left <= 0) break;
  }
  return first;
}
