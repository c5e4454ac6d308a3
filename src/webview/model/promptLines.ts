import type { TextSpan } from '../../protocol/guards.ts';
import type { ChangeView } from '../../protocol/instructionProtocol.ts';
import type { ChatPieceView } from '../../protocol/modelProtocol.ts';

/** A stretch of a line of the prompt, alike throughout. */
export interface PromptPart {
  readonly text: string;
  readonly origin: TextSpan;
  readonly generation: boolean;
  /** It is new since the last choice. */
  readonly added: boolean;
  /** What stood there before the last choice. Without text nothing stands there now. */
  readonly removed?: string;
}

/** A line of the prompt, without its line feed. */
export interface PromptLine {
  /** The line of the template that its first text came from; absent: the same as that of the line before. */
  readonly from?: { readonly line: number; readonly origin: TextSpan };
  readonly parts: readonly PromptPart[];
}

/** The prompt in lines, cut where pieces, what is new, and what was removed begin and end. */
export function promptLines(pieces: readonly ChatPieceView[], changes: readonly ChangeView[] = []): PromptLine[] {
  const lines: PromptLine[] = [];
  let parts: PromptPart[] = [];
  let from: PromptLine['from'];
  let lastFrom: number | undefined;
  let offset = 0;
  let next = 0;
  const end = () => {
    const isNew = from !== undefined && from.line !== lastFrom;
    lines.push({ ...(isNew && { from }), parts });
    if (from) lastFrom = from.line;
    parts = [];
    from = undefined;
  };
  for (const { text, origin, line, generation = false } of pieces) {
    let start = 0;
    while (start < text.length) {
      const at = offset + start;
      while (next < changes.length && changes[next]!.end <= at && changes[next]!.start < at) next++;
      const change = changes[next];
      if (change && change.start === at && change.end === at) {
        parts.push({ text: '', origin, generation: false, added: false, removed: change.removed ?? '' });
        next++;
        continue;
      }
      const added = change !== undefined && change.start <= at && at < change.end;
      const limit = (added ? change.end : (change?.start ?? Number.POSITIVE_INFINITY)) - offset;
      const feed = text.indexOf('\n', start);
      const stop = Math.min(feed < 0 ? text.length : feed, limit, text.length);
      if (stop > start) {
        const isFirst = added && change.start === at;
        parts.push({
          text: text.slice(start, stop),
          origin,
          generation,
          added,
          ...(isFirst && change.removed !== undefined && { removed: change.removed }),
        });
        from ??= { line, origin };
      }
      start = stop;
      if (text[start] === '\n' && start < limit) {
        from ??= { line, origin };
        end();
        start++;
      }
    }
    offset += text.length;
  }
  for (; next < changes.length; next++) {
    const { start, removed } = changes[next]!;
    const origin = pieces.at(-1)?.origin;
    if (origin && start >= offset)
      parts.push({ text: '', origin, generation: false, added: false, removed: removed ?? '' });
  }
  if (parts.length > 0 || lines.length === 0) end();
  return lines;
}
