import { jsonDumps } from '../../python/jsonDumps.ts';
import type { PyValue } from '../../python/value.ts';
import type { DefinitionSource, Piece } from '../parserType.ts';

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

/**
 * The hint of the JSON parsers: a string as it is, any other value as `json.dumps(hint, ensure_ascii=False)`, and
 * `fallback`, the class's own, for `None`. Raises `EngineError` for what JSON does not have.
 */
export function jsonHint(source: DefinitionSource, fallback: string): Piece {
  const hint: PyValue = source.config.get('content_hint') ?? null;
  if (hint === null) return { text: fallback };
  return pieceOf(source, ['content_hint'], typeof hint === 'string' ? hint : jsonDumps(hint, { ensureAscii: false }));
}
