import { isPyDict, isPyList, type PyValue } from '../../core/pyValue.ts';
import { jsonDumps } from '../../python/index.ts';
import type { DefinitionSource, Piece } from '../parser.ts';

/** Pieces of several texts, with `separator` between them. */
export function joinPieces(groups: readonly (readonly Piece[])[], separator: string): readonly Piece[] {
  return groups.flatMap((group, i) => (i === 0 ? group : [{ text: separator }, ...group]));
}

/** The text of pieces. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/**
 * A template with each `{name}` of `values` replaced, once, so that braces in what is put in stay. Other braces stay as
 * well. Empty pieces are left out.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, readonly Piece[]>>): readonly Piece[] {
  return template
    .split(/(\{\w+\})/)
    .flatMap(part => (Object.hasOwn(values, part.slice(1, -1)) ? (values[part.slice(1, -1)] ?? []) : [{ text: part }]))
    .filter(piece => piece.text !== '');
}

/** A text that was written in the definition at `path`. */
export function pieceOf(source: DefinitionSource, path: readonly (string | number)[], text: string): Piece {
  const origin = source.spanOf(path);
  return origin ? { text, origin } : { text };
}

/** The longest hint whose members are pieces of their own, in UTF-16 units; nobody clicks through more. */
const maxSplit = 1_000_000;

/**
 * The hint of the JSON parsers: a string as it is, any other value as `json.dumps(hint, ensure_ascii=False)`, and
 * `fallback`, the class's own, for `None`. Each key and each value inside is a piece. Raises `EngineError` for what JSON
 * does not have.
 */
export function jsonHint(source: DefinitionSource, fallback: string): readonly Piece[] {
  const path = ['content_hint'];
  const hint: PyValue = source.config.get('content_hint') ?? null;
  if (hint === null) return [{ text: fallback }];
  if (typeof hint === 'string') return [pieceOf(source, path, hint)];
  const text = dumps(hint);
  return text.length > maxSplit ? [pieceOf(source, path, text)] : [...jsonPieces(source, path, hint)];
}

/** The pieces of `dumps(value)`: what stands between members leads to the object or list that they are in. */
function* jsonPieces(source: DefinitionSource, path: readonly (string | number)[], value: PyValue): Generator<Piece> {
  const isDict = isPyDict(value);
  const items: [string | number, PyValue][] = isDict || isPyList(value) ? [...value.entries()] : [];
  if (items.length === 0) {
    yield pieceOf(source, path, dumps(value));
    return;
  }
  const own = (text: string) => pieceOf(source, path, text);
  yield own(isDict ? '{' : '[');
  let first = true;
  for (const [step, item] of items) {
    if (!first) yield own(', ');
    first = false;
    const inner = [...path, step];
    if (isDict) {
      const origin = source.keySpanOf(inner);
      yield { text: dumps(String(step)), ...(origin && { origin }) };
      yield own(': ');
    }
    yield* jsonPieces(source, inner, item);
  }
  yield own(isDict ? '}' : ']');
}

function dumps(value: PyValue): string {
  return jsonDumps(value, { ensureAscii: false });
}
