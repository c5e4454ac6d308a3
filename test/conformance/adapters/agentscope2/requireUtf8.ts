import { EngineError } from '../../../../src/engine/core/errors.ts';
import type { PyValue } from '../../../../src/engine/core/pyValue.ts';
import { codePointLength } from '../../../../src/engine/python/codePoints.ts';
import { pyTruth } from '../../../../src/engine/python/containers.ts';
import { jsonDumps } from '../../../../src/engine/python/jsonDumps.ts';
import type { Block, Message } from '../../../../src/engine/systems/agentscope2/messages/block.ts';

/** What Python's `encode("utf-8")` raises for the texts of an estimate, which are joined without anything between: halves of surrogate pairs. */
export function requireUtf8(messages: readonly Message[], tools: PyValue): void {
  const texts = messages.flatMap(({ blocks }) => blocks.flatMap(textsOf));
  if (pyTruth(tools)) texts.push(jsonDumps(tools, { ensureAscii: false }));
  let before = 0;
  for (const [i, text] of texts.entries()) {
    const match = /\p{Cs}+/u.exec(text);
    if (!match) {
      before += codePointLength(text);
      continue;
    }
    const start = before + codePointLength(text, 0, match.index);
    let end = start + match[0].length;
    // The run of halves may go on in the next text.
    for (let at = i; match.index + match[0].length === text.length && at + 1 < texts.length; at++) {
      const more = /^\p{Cs}*/u.exec(texts[at + 1]!)![0].length;
      end += more;
      if (more === 0 || more < texts[at + 1]!.length) break;
    }
    throw encodeError(match[0], start, end);
  }
}

function encodeError(half: string, start: number, end: number): EngineError {
  const where =
    end - start === 1
      ? `character '\\u${half.charCodeAt(0).toString(16)}' in position ${start}`
      : `characters in position ${start}-${end - 1}`;
  return new EngineError('UnicodeEncodeError', `'utf-8' codec can't encode ${where}: surrogates not allowed`);
}

function textsOf(block: Block): string[] {
  const content = block.type === 'hint' ? block.hint : block.type === 'tool_result' ? block.output : undefined;
  if (content !== undefined)
    return typeof content === 'string' ? [content] : content.flatMap(each => (each.type === 'text' ? [each.text] : []));
  if (block.type === 'text') return [block.text];
  if (block.type === 'thinking') return [block.thinking];
  return block.type === 'tool_call' ? [block.input] : [];
}
