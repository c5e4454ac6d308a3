import {
  type Definition,
  EngineError,
  moduleOf,
  type Piece,
  type ResponseParser,
  runtimeOf,
  runtimesOf,
} from '../engine/index.ts';
import type { ErrorView, InstructionView, PieceView } from '../protocol/instructionProtocol.ts';
import { changesSince } from './changes.ts';
import { destinations } from './destinations.ts';
import { firstPieces, shownLength } from './firstPieces.ts';

/** A definition's parser, or why its class makes none. */
export type MadeParser = ResponseParser | { readonly error: EngineError };

/** Keys that the preview shows. */
const shownKeys = 200;

/** An instruction as the preview shows it, and its whole text (absent when the framework raises instead). */
export interface InstructionModel {
  readonly view: InstructionView;
  readonly text?: string;
}

/**
 * The view of one definition's instruction. `saved` is what {@link instructionText} gave of the same definition as last
 * saved, where there is one. `viewName` is another text that the model is sent because of the definition, by its name; the
 * instruction where there is none.
 */
export async function instructionModel(
  definition: Definition,
  parser: MadeParser,
  saved: string | undefined,
  viewName?: string,
): Promise<InstructionModel> {
  const { name, type, description, span } = definition;
  const keys = destinations(definition);
  const runtime = runtimeOf(definition);
  const result = await instructionOf(parser, viewName);
  const common = {
    name,
    type,
    ...(moduleOf(definition) !== undefined && { runsModule: true as const }),
    ...(runtime && { runtime: { title: runtime.title, hasOthers: runtimesOf(definition).length > 1 } }),
    ...(description !== undefined && { description }),
    span,
    ...(keys && { keys: keys.slice(0, shownKeys) }),
    ...(keys && keys.length > shownKeys && { moreKeys: keys.length - shownKeys }),
    ...result.other,
  };
  if ('error' in result) return { view: { ...common, pieces: [], length: 0, error: result.error } };
  const { pieces, text } = result;
  const changes = saved === undefined ? undefined : changesSince(saved, text);
  const first = firstPieces(pieces, shownLength);
  const firstLength = first.reduce((sum, piece) => sum + piece.text.length, 0);
  const view = {
    ...common,
    pieces: first,
    length: text.length,
    ...(changes && { changes: changes.filter(({ start }) => start <= firstLength) }),
  };
  return { view, text };
}

/** The text that {@link instructionModel} would show; `undefined` where the framework raises. */
export async function instructionText(parser: MadeParser, viewName?: string): Promise<string | undefined> {
  const result = await instructionOf(parser, viewName);
  return 'text' in result ? result.text : undefined;
}

/** A text that the model is sent, or the framework's error, and what other texts there are. */
type Instruction = { readonly other?: Pick<InstructionView, 'views' | 'textName' | 'language'> } & (
  | { readonly pieces: readonly PieceView[]; readonly text: string }
  | { readonly error: ErrorView }
);

/** The instruction, or another text, in pieces, or the framework's error. */
async function instructionOf(parser: MadeParser, viewName?: string): Promise<Instruction> {
  if ('error' in parser) return { error: raised(parser.error) };
  const views = parser.views();
  const view = views.find(each => each.name === viewName);
  const other = {
    ...(views.length > 0 && { views: views.map(each => each.name) }),
    ...(view && { textName: view.name, language: view.language }),
  };
  try {
    await parser.prepare();
    const pieces = (view ? view.pieces() : parser.instructionPieces()).map(shownPiece);
    return { other, pieces, text: pieces.map(piece => piece.text).join('') };
  } catch (error) {
    return { other, error: raised(error) };
  }
}

/** A piece as it is shown: what raises stands in place of the text that it kept from being there. */
function shownPiece({ text, origin, error }: Piece): PieceView {
  return { text: error ? `«${error.class}: ${error.message}»` : text, ...(origin && { origin }) };
}

/** An error of the framework; any other is thrown again. */
function raised(error: unknown): ErrorView {
  if (error instanceof EngineError) return { class: error.class, message: error.message };
  throw error;
}
