import type { AnswerRegions } from './answerRegions.ts';
import type { FieldJson } from './callParts.ts';

/** How the parts of a derived template are written. */
export interface TemplateForm {
  /** Whether the pieces of the words become one text; else later ones replace what was before. */
  readonly joins: boolean;
  /** The key of the message for its thoughts. */
  readonly thoughtsKey: string;
}

/** The response template that reads answers with these regions. */
export function templateOf(
  { thoughts, calls, contentOpens, contentCloses, anchors }: AnswerRegions,
  { joins, thoughtsKey }: TemplateForm,
): FieldJson {
  const one = (list: readonly string[]) => (list.length === 1 ? list[0] : list);
  const closesCall = calls && !('close' in calls.field) && !('close_pattern' in calls.field);
  return {
    defaults: { role: 'assistant' },
    start_anchor: one(anchors),
    fields: {
      ...(thoughts && { [thoughtsKey]: thoughts }),
      ...(calls && {
        tool_calls: { ...calls.field, ...(closesCall && contentCloses.length > 0 && { close: one(contentCloses) }) },
      }),
      content: {
        ...(contentOpens.length > 0 && { open: one(contentOpens) }),
        ...(contentCloses.length > 0 && { close: one(contentCloses) }),
        ...(joins && { repeats: true, join: '' }),
      },
    },
  };
}
