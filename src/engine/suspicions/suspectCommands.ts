import type { AcceptedResult, Field } from '../core/result.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { type HereDocument, openHereDocument } from '../text/index.ts';
import type { AnswerFormat } from './answerFormat.ts';

/** How many blocks in front of the command are looked at. */
const mostBlocks = 20;

/**
 * Commands with a here-document that does not end, which proves that they are not whole: a fence in it ended their block, or
 * the last block was taken for the command and its beginning for prose. Linear.
 */
export function suspectCommands(text: string, { fields }: AcceptedResult, format: AnswerFormat): readonly Suspicion[] {
  const commands = fields.filter(({ key }) => format.parts.some(part => part.key === key && part.isCommand));
  const found = commands.flatMap(field => {
    const open = typeof field.value === 'string' ? openHereDocument(field.value, format.blockEnds) : undefined;
    return open ? [openCommand(field.key, placeIn(text, field, open))] : [];
  });
  const [first] = commands;
  if (found.length > 0 || !first || format.prose.size === 0) return found;
  return openBefore(text, first, format.blockEnds);
}

function openCommand(key: string, span: Suspicion['span']): Suspicion {
  return { code: 'open-command', detail: key, ...(span && { span }) };
}

/** Where the operator stands in the text; the field, where its value is written otherwise. */
function placeIn(text: string, { inner, value }: Field, { span }: HereDocument): Suspicion['span'] {
  const start = text.indexOf(String(value), inner.start);
  return start < 0 || start >= inner.end ? inner : { start: start + span.start, end: start + span.end };
}

/** A block in front of the command whose here-document goes on behind its fence, and ends there. */
function openBefore(text: string, { key, span }: Field, blockEnds: ReadonlyMap<string, string>): readonly Suspicion[] {
  const fence = /^```[^\n`]*\n/gm;
  for (let i = 0; i < mostBlocks; i++) {
    const found = fence.exec(text);
    if (!found || found.index >= span.start) return [];
    const start = fence.lastIndex;
    const stop = text.indexOf('\n```', start - 1);
    const open = openHereDocument(text.slice(start, stop < 0 ? text.length : stop + 1), blockEnds);
    const ends = open && stop >= 0 && `${text.slice(stop)}\n`.includes(`\n${open.delimiter}\n`);
    if (ends) return [openCommand(key, { start: start + open.span.start, end: start + open.span.end })];
  }
  return [];
}
