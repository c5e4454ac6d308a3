import { idAt, listAt, memberAt, objectAt, textAt } from '../../json/plainData.ts';
import type { LogReader } from '../../messages/logReader.ts';
import { blocksResponse, type ToolCall, thoughtBeside } from './messageResponse.ts';
import { columnsAround } from './plainRows.ts';

/** Bodies of Gemini's `generateContent`, and the output of its batches and Vertex AI's. Of several candidates the first counts, and what a model thinks is not a part of its answer. */
export const geminiResponses: LogReader = {
  name: 'gemini',
  title: 'Gemini responses',
  field: 'candidates[0].content.parts[*].text',
  isAnswer: true,
  recognises(record) {
    const body = bodyOf(record);
    const first = firstCandidate(body);
    return (
      (first !== undefined && (Array.isArray(memberAt(first, 'content', 'parts')) || finishOf(first) !== undefined)) ||
      (isBlocked(body) && eitherAt(body, 'usageMetadata', 'usage_metadata') !== undefined)
    );
  },
  read(record) {
    const body = bodyOf(record);
    const candidate = firstCandidate(body);
    const parts = listAt(memberAt(candidate, 'content', 'parts')).filter(part => memberAt(part, 'thought') !== true);
    const texts = parts.flatMap(part => textAt(memberAt(part, 'text')) ?? []);
    const calls = parts.flatMap((part): readonly ToolCall[] => {
      const call = objectAt(eitherAt(part, 'functionCall', 'function_call'));
      return call ? [{ id: call.id ?? call.name, name: call.name, input: call.args }] : [];
    });
    const finish = finishOf(candidate);
    return {
      ...idAt(
        memberAt(record, 'key'),
        memberAt(record, 'custom_id'),
        memberAt(record, 'id'),
        eitherAt(body, 'responseId', 'response_id'),
      ),
      ...(candidate || isBlocked(body)
        ? blocksResponse(texts, calls)
        : { skip: memberAt(record, 'error') == null ? 'no-response' : 'connection-failed' }),
      ...thoughtBeside(memberAt(candidate, 'content')),
      ...(finish === malformed && { failure: { class: malformed, message: messageOf(candidate) } }),
      ...(finish !== undefined && { finish }),
      columns: {
        ...columnsAround(record, body),
        model: eitherAt(body, 'modelVersion', 'model_version') ?? memberAt(record, 'model'),
        finish_reason: finish,
      },
    };
  },
};

function bodyOf(record: unknown): unknown {
  const response = memberAt(record, 'response');
  return firstCandidate(response) || isBlocked(response) ? response : record;
}

function firstCandidate(body: unknown): Readonly<Record<string, unknown>> | undefined {
  return objectAt(listAt(memberAt(body, 'candidates'))[0]);
}

/** Whether the question was refused. */
function isBlocked(body: unknown): boolean {
  const feedback = eitherAt(body, 'promptFeedback', 'prompt_feedback');
  return eitherAt(feedback, 'blockReason', 'block_reason') !== undefined;
}

function finishOf(candidate: unknown): string | undefined {
  return textAt(eitherAt(candidate, 'finishReason', 'finish_reason'))?.replace(/^FinishReason\./, '');
}

/** How a candidate ended whose call Gemini could not read: it has no parts then. */
const malformed = 'MALFORMED_FUNCTION_CALL';

/** What Gemini says of its end. */
function messageOf(candidate: unknown): string {
  const said = textAt(eitherAt(candidate, 'finishMessage', 'finish_message'));
  return said ?? 'The model wrote a call that Gemini could not read.';
}

/** A member as the API calls it, or as its Python client does. */
function eitherAt(value: unknown, name: string, pythonName: string): unknown {
  return memberAt(value, name) ?? memberAt(value, pythonName);
}
