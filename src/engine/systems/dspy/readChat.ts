import { EngineError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { refusing } from '../../core/refusedValue.ts';
import type { Span } from '../../core/span.ts';
import { pyStrip, splitLines, stripSpan } from '../../python/index.ts';
import { adapterParseError, completeFields, type DspyReading, refusedAt } from './completeFields.ts';
import { parseValue } from './parseValue.ts';
import { type DspySignature, fieldsOf } from './signature.ts';

/** A part of a completion, from its header to the next one. */
interface ChatSection {
  /** Absent: what stands in front of the first header. */
  readonly name?: string;
  readonly text: string;
  /** The whole section, and its text without blanks around it. */
  readonly span: Span;
  readonly inner: Span;
}

const header = /^\[\[ ## ([\p{L}\p{N}_]+) ## \]\]/u;

/** The sections of a completion as `ChatAdapter` cuts it: a header begins its line. Linear. */
export function chatSections(completion: string): readonly ChatSection[] {
  const sections: { name?: string; start: number; from: number; lines: string[] }[] = [
    { start: 0, from: 0, lines: [] },
  ];
  let at = 0;
  const lines = splitLines(completion);
  for (const [i, line] of splitLines(completion, true).entries()) {
    const text = lines[i] ?? '';
    const match = header.exec(pyStrip(text));
    if (match) {
      // DSPy cuts the line by the length of the header, blanks in front of it left out.
      const rest = pyStrip(text.slice(match[0].length));
      sections.push({ name: match[1]!, start: at, from: at + match[0].length, lines: rest === '' ? [] : [rest] });
    } else sections.at(-1)!.lines.push(text);
    at += line.length;
  }
  return sections.map(({ name, start, from, lines }, i) => {
    const end = sections[i + 1]?.start ?? completion.length;
    const span = { start, end };
    return {
      ...(name !== undefined && { name }),
      text: pyStrip(lines.join('\n')),
      span,
      inner: stripSpan(completion, Math.min(from, end), end),
    };
  });
}

/** `ChatAdapter.parse`. Raises `AdapterParseError`. Linear. */
export function readChat(signature: DspySignature, completion: string): DspyReading {
  const fault = { adapter: 'ChatAdapter', signature, response: completion };
  const outputs = new Map(fieldsOf(signature, 'output').map(field => [field.name, field]));
  const found = new Map<string, PyValue>();
  const places = new Map<string, ChatSection>();
  const sections = chatSections(completion);
  for (const section of sections) {
    const { name = '', text, inner } = section;
    const field = outputs.get(name);
    if (!field || found.has(name)) continue;
    try {
      found.set(name, parseValue(text, field));
      places.set(name, section);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const message = `Failed to parse field ${name} with value ${text} from the LM response. Error message: ${error.message}`;
      throw refusing(adapterParseError({ ...fault, message }, { span: inner }), refusedAt(error, completion, inner));
    }
  }
  const used = new Set(places.values());
  const isDropped = (section: ChatSection) => !used.has(section) && section.name !== 'completed';
  return {
    ...completeFields(found, fault),
    places,
    dropped: () =>
      sections.flatMap(section => {
        const { name, span } = section;
        return name !== undefined && isDropped(section) ? [{ name, span }] : [];
      }),
  };
}
