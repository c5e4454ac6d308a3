import { applyEdits } from '../../core/applyEdits.ts';
import type { Edit } from '../../core/span.ts';
import { memberSpans } from '../../json/jsonSpans.ts';
import type { Anatomy } from './anatomy.ts';
import type { MutationOperator } from './operator.ts';
import { at } from './operator.ts';

const before = [
  'Sure! Here is my answer:',
  'Of course. This is the response in the format that you asked for:',
  'Okay, I have thought about it. My answer is as follows.',
];
const after = [
  'Let me know if you would like me to change anything.',
  'I hope this helps!',
  'That is my final decision; I can explain it if needed.',
];
const thoughts = [
  'Okay, the user wants an answer in a certain format. I must be careful to keep it.',
  'Let me think about this first. There are two options, and the second one is better.',
  'Hmm, wait. I should say only what I was asked for, so I keep it short.',
];

/** Of an instruction that is longer, what is echoed, in UTF-16 units. */
const maxEcho = 20_000;

const prose = { family: 'surroundings', on: 'prose', needs: 'text' } as const;
const text = { family: 'surroundings', on: 'text' } as const;

/** What models say before and after what they were asked for. */
export const surroundingOperators: readonly MutationOperator[] = [
  {
    ...prose,
    name: 'prose-before',
    summary: 'prose before the answer',
    mutate: ({ text }, random) => `${random.pick(before)}\n\n${text}`,
  },
  {
    ...prose,
    name: 'prose-after',
    summary: 'prose after the answer',
    mutate: ({ text }, random) => `${text}\n\n${random.pick(after)}`,
  },
  {
    ...prose,
    name: 'label-before',
    summary: 'a label before the answer',
    mutate: ({ text }, random) => `${random.pick(['Answer: ', 'Assistant: ', 'Response: ', 'Output: '])}${text}`,
  },
  {
    ...prose,
    name: 'reasoning-before',
    summary: 'a reasoning block before the answer',
    mutate: ({ text }, random) => `<think>\n${random.pick(thoughts)}\n</think>\n\n${text}`,
  },
  {
    ...prose,
    name: 'reasoning-end-only',
    summary: 'a reasoning block whose opening tag the provider removed',
    mutate: ({ text }, random) => `${random.pick(thoughts)}\n</think>\n\n${text}`,
  },
  {
    ...text,
    name: 'draft-in-reasoning',
    summary: 'a draft of the same form in a reasoning block',
    needs: 'a fence, tags or JSON',
    mutate(anatomy, random) {
      const draft = draftOf(anatomy);
      if (draft === undefined) return undefined;
      return `<think>\n${random.pick(thoughts)} Something like:\n${draft}\n</think>\n\n${anatomy.text}`;
    },
  },
  {
    ...text,
    name: 'draft-before',
    summary: 'a draft of the same form before the answer',
    needs: 'a fence, tags or JSON',
    mutate(anatomy) {
      const draft = draftOf(anatomy);
      if (draft === undefined) return undefined;
      return `I need to answer in this form:\n\n${draft}\n\nSo my answer is:\n\n${anatomy.text}`;
    },
  },
  {
    ...text,
    name: 'two-answers',
    summary: 'the answer twice',
    needs: 'an answer',
    mutate(anatomy) {
      const { text, answer: span } = anatomy;
      return at(text, span).trim() === '' ? undefined : `${text}\n\n${at(text, span)}`;
    },
  },
  {
    name: 'two-calls',
    family: 'surroundings',
    on: 'message',
    summary: 'the same tool call twice',
    needs: 'a tool call',
    mutate({ text, answer: call }) {
      const written = at(text, call);
      return written === '' ? undefined : `${text.slice(0, call.end)}, ${written}${text.slice(call.end)}`;
    },
  },
  {
    ...prose,
    name: 'instruction-echo',
    summary: 'a quoted echo of the instruction before the answer',
    needs: 'an instruction',
    mutate({ text, instruction }: Anatomy) {
      if (instruction.trim() === '') return undefined;
      const quoted = instruction
        .slice(0, maxEcho)
        .trim()
        .split('\n')
        .map(line => `> ${line}`.trimEnd());
      return `You asked me:\n\n${quoted.join('\n')}\n\n${text}`;
    },
  },
];

const omission = '...';

/**
 * The form of an answer with dots in place of what it says, as a model writes that thinks of what to say; `undefined`
 * where the answer has no form.
 */
function draftOf({ text, answer, fences, tags, json }: Anatomy): string | undefined {
  const edits: Edit[] = [];
  const outer = tags.filter(({ isInner }) => !isInner);
  const inner = tags.filter(({ isInner }) => isInner);
  const pairs = (inner.length > 0 ? inner : outer).filter(({ end }) => end.end > end.start);
  if (pairs.length > 0)
    for (const { begin, end } of pairs) edits.push({ span: { start: begin.end, end: end.start }, text: omission });
  else if (json) for (const { span } of memberSpans(text, json.span.start)) edits.push({ span, text: `"${omission}"` });
  else for (const { inner: span } of fences) edits.push({ span, text: `${omission}\n` });
  if (edits.length === 0) return undefined;
  const drafted = applyEdits(text.slice(0, answer.end), edits);
  return at(drafted, { start: answer.start, end: drafted.length });
}
