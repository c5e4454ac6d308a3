import { EngineError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { streamWholeObject } from '../../parsers/shared/streamMembers.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { isWhite } from '../../python/index.ts';
import type { GrowingText } from '../../text/index.ts';
import { parseValue } from './parseValue.ts';
import { chatSections } from './readChat.ts';
import { type DspySignature, fieldsOf } from './signature.ts';

const lineEnd = /[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
const opening = '[[ ## ';
const closing = ' ## ]]';

/**
 * `ChatAdapter`'s sections of a completion that grows. A section ends where the next header begins, and the first of a name
 * counts, so what is closed is final. Linear.
 */
export function streamChat(response: GrowingText, events: StreamEvents, signature: DspySignature): StreamReader {
  const pending = new Map(fieldsOf(signature, 'output').map(field => [field.name, field]));
  /** What may become a header: the line so far, blanks in front left out. Absent: the line is none. */
  let head: string | undefined = '';
  let lineStart = 0;
  let open: { readonly name: string; readonly start: number } | undefined;

  const end = (at: number) => {
    const field = open && pending.get(open.name);
    if (!open || !field) return;
    pending.delete(open.name);
    const start = open.start;
    open = undefined;
    const section = chatSections(response.slice(start, at)).at(-1)!;
    const shift = (place: number) => place + start;
    const inner = { start: shift(section.inner.start), end: shift(section.inner.end) };
    try {
      const value = parseValue(section.text, field);
      events.close({ key: field.name, value, span: { start, end: at }, inner, final: true });
    } catch (error) {
      // The whole completion is an error then.
      if (!(error instanceof EngineError)) throw error;
      events.leave();
    }
  };

  return (unit, at) => {
    const character = String.fromCharCode(unit);
    if (lineEnd.test(character)) {
      head = '';
      lineStart = at + 1;
      return;
    }
    if (head === undefined || (head === '' && isWhite(unit))) return;
    head += character;
    if (head.length <= opening.length ? !opening.startsWith(head) : !/[\p{L}\p{N}_ #\]]/u.test(character))
      head = undefined;
    else if (character === ']' && head.endsWith(closing)) {
      const name = head.slice(opening.length, -closing.length);
      head = undefined;
      if (!/^[\p{L}\p{N}_]+$/u.test(name)) return;
      end(lineStart);
      if (!pending.has(name)) return;
      open = { name, start: lineStart };
      events.open(name, lineStart);
    }
  };
}

/** `JSONAdapter`'s fields of a completion that grows. Without what json_repair may read otherwise. Linear. */
export function streamFields(response: GrowingText, events: StreamEvents, signature: DspySignature): StreamReader {
  const fields = new Map(fieldsOf(signature, 'output').map(field => [field.name, field]));
  return streamWholeObject(response, events, { made: (key, value) => madeValue(value, fields.get(key)) });
}

function madeValue(value: PyValue, field: DspySignature['fields'][number] | undefined): PyValue | undefined {
  try {
    return field && parseValue(value, field);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return undefined;
  }
}
