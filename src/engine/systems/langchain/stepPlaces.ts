import type { PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { StreamEvents } from '../../parsers/shared/streamReader.ts';
import type { GrowingText } from '../../text/index.ts';

/** What stands in front of the parts of a step that is text. An answer without a label stands at the end of the text. */
export interface StepLabels {
  readonly tool: string;
  readonly toolInput: string;
  readonly returnValues?: string;
}

/** Where a part of a step stands: its first place behind the first label that follows `from`; nowhere for an empty one. Linear. */
export function placeBehind(text: string, part: string, label: string, from: number): Span | undefined {
  if (part === '') return undefined;
  const at = text.indexOf(label, from);
  const start = text.indexOf(part, at < 0 ? from : at + label.length);
  return start < 0 ? undefined : { start, end: start + part.length };
}

/** Tells the parts of a step that grows, each with the place that `placeBehind` gives it once and for all. */
export function stepTeller(response: GrowingText, events: StreamEvents, labels: StepLabels) {
  let toolEnd = 0;
  return (key: keyof StepLabels, part: string, final: boolean): void => {
    events.leave();
    const from = key === 'toolInput' ? toolEnd : 0;
    const span = placeBehind(response.slice(), part, labels[key] ?? '', from);
    if (!span) return;
    if (key === 'tool') toolEnd = span.end;
    const value: PyValue = key === 'returnValues' ? new Map([['output', part]]) : part;
    events.close({ key, value, span, inner: span, final });
  };
}
