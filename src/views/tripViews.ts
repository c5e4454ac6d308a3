import { EngineError, type ModelTrip, type PyValue, type TrainingChecks, toJsonText } from '../engine/index.ts';
import type { CheckView, TripView } from '../protocol/modelProtocol.ts';

/** The longest text that the page gets of a message. */
const maxText = 20_000;

/** What became of a message that was rendered and read again, for the page. */
export function tripView({ name, messages, trip }: ModelTrip): TripView {
  const last = messages.at(-1) ?? null;
  const head = { name, message: jsonText(last) };
  if (trip instanceof EngineError) return { ...head, outcome: 'error', differences: [], error: wordsOf(trip) };
  const { outcome, generated, prefill, promptTail } = trip;
  const common = {
    ...head,
    generated: cut(generated),
    prefill: cut(prefill),
    ...(promptTail !== undefined && { promptTail: cut(promptTail) }),
  };
  if ('error' in outcome) return { ...common, outcome: 'error', differences: [], error: wordsOf(outcome.error) };
  const { rerender } = outcome;
  return {
    ...common,
    outcome: outcome.same ? 'same' : 'different',
    differences: outcome.differences.map(({ key, original, parsed }) => ({
      key,
      ...(original !== undefined && { original: jsonText(original) }),
      ...(parsed !== undefined && { parsed: jsonText(parsed) }),
    })),
    ...('error' in rerender
      ? { rerendered: { error: wordsOf(rerender.error) } }
      : !rerender.same && { rerendered: { expected: cut(rerender.expectedTail), text: cut(rerender.tail) } }),
  };
}

/** TRL's checks, for the page. */
export function checkViews(checks: TrainingChecks): readonly CheckView[] {
  const view = (name: CheckView['name'], said: boolean | EngineError): CheckView =>
    said instanceof EngineError ? { name, ok: false, error: wordsOf(said) } : { name, ok: said };
  return [
    view('generation', checks.hasGenerationMarkers),
    view('tools', checks.supportsToolCalling),
    view('prefix', checks.prefixPreserving),
  ];
}

/** A value as JSON: an object or list of some size with a line for each part. */
function jsonText(value: PyValue): string {
  const line = toJsonText(value, 0);
  return cut(line.length > 60 ? toJsonText(value) : line);
}

function wordsOf({ class: name, message }: EngineError): string {
  return cut(`${name}: ${message}`);
}

function cut(text: string): string {
  if (text.length <= maxText) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(maxText - 1)) ? maxText - 1 : maxText;
  return `${text.slice(0, end)}…`;
}
