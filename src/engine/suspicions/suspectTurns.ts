import { isPyDict, type PyValue } from '../core/pyValue.ts';
import type { AcceptedResult } from '../core/result.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { inventedTurn } from '../diagnosis/index.ts';
import type { AnswerFormat } from './answerFormat.ts';

/** Emphasis that began or ended a label stays at the edge of what stands beside it. */
const marked = /^(?:\*|`|__|#)|(?:\*\*|`|__)$/;

/** What is odd about a step of an agent: a turn of the tool's that the model wrote itself, and labels that stayed in tool or input. Linear. */
export function suspectTurns(
  text: string,
  { exact, fields }: AcceptedResult,
  format: AnswerFormat,
): readonly Suspicion[] {
  const { observations, labels } = format;
  const turn = inventedTurn(text, observations, labels);
  const found: Suspicion[] = turn ? [{ code: 'invented-turn', span: turn }] : [];
  for (const [key, value] of isPyDict(exact) ? exact : []) {
    if (!isOddPart(key, value, labels)) continue;
    const place = fields.find(field => field.key === key);
    found.push({ code: 'leftover-markup', detail: key, ...(place && { span: place.inner }) });
  }
  const lost = found.length === 0 && labels.length > 0 ? lostCall(text, exact, labels) : undefined;
  return lost ? [...found, lost] : found;
}

function isOddPart(key: string, value: PyValue, labels: readonly string[]): boolean {
  if (key === 'tool') return typeof value === 'string' && (value.includes('\n') || marked.test(value));
  if (key === 'toolInput')
    return typeof value === 'string' && labels.some(label => `\n${value}`.includes(`\n${label}`));
  const output = key === 'returnValues' && isPyDict(value) ? value.get('output') : undefined;
  return typeof output === 'string' && output.startsWith('**') && output.split('**').length % 2 === 0;
}

/** A call that the value does not have, because a final answer follows it. */
function lostCall(text: string, exact: PyValue, labels: readonly string[]): Suspicion | undefined {
  if (!isPyDict(exact) || !exact.has('returnValues')) return undefined;
  const starts = labels.map(label => (text.startsWith(label) ? 0 : text.indexOf(`\n${label}`)));
  const [call = -1, input = -1, answer = -1] = starts;
  if (call < 0 || input < call || answer < input) return undefined;
  return { code: 'answers-lost', detail: 'call', span: { start: call, end: answer } };
}
