import { fromPlain, isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import {
  type AskedTemplate,
  answerMessage,
  type Message,
  type MessageForm,
  type ProbeCall,
  type RenderedAnswer,
} from './askedTemplate.ts';

/** Words that are in no template. */
export const words = { question: 'qzquestion', content: 'qzwords', thoughts: 'qzthoughts' } as const;

/** Two calls with two texts each, one with a value of every type, and one without arguments. */
export const probeCalls = {
  first: { name: 'qzfetch', arguments: { qzcity: 'Qzlisbon', qzunit: 'Qzcelsius' } },
  second: { name: 'qzbook', arguments: { qzhour: 'Qznoon', qzplace: 'Qzmill' } },
  typed: {
    name: 'qztyped',
    arguments: { qztext: 'Qzoak', qzwhole: 31337, qzpart: 2.75, qzyes: true, qzlist: [71, 'Qzelm'], qzend: 'Qzash' },
  },
  empty: { name: 'qznow', arguments: {} },
} as const satisfies Readonly<Record<string, ProbeCall>>;

const typeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return { type: 'array', items: {} };
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  return { type: typeof value };
};

/** The tools that calls are made of, with the types of what these calls give. */
export function toolsFor(calls: readonly ProbeCall[]): PyValue {
  return fromPlain(
    calls.map(({ name, arguments: args }) => ({
      type: 'function',
      function: {
        name,
        description: 'A probe.',
        parameters: {
          type: 'object',
          properties: Object.fromEntries(Object.entries(args).map(([key, value]) => [key, typeOf(value)])),
          required: [],
        },
      },
    })),
  );
}

/** The probes' answers with calls; `undefined`: the template raises. */
export interface CallAnswers {
  readonly one: RenderedAnswer;
  readonly two: RenderedAnswer | undefined;
  readonly typed: RenderedAnswer | undefined;
  readonly empty: RenderedAnswer | undefined;
}

const probeTools = toolsFor(Object.values(probeCalls));
/** What the user says in probes. */
export const question: Message = { role: 'user', content: words.question };

/** How messages with calls are tried, one form after the other. */
const callForms: readonly MessageForm[] = [
  {},
  { argumentsAsText: true },
  { contentAsNone: true },
  { argumentsAsText: true, contentAsNone: true },
];

/** Asks with calls, in the form in which the template writes them, which it has from then on; `undefined`: it writes none. */
export function askCalls(template: AskedTemplate): CallAnswers | undefined {
  const answer = (...calls: readonly ProbeCall[]) =>
    template.tryAnswer([question, answerMessage({ calls })], { tools: probeTools });
  const { first, second, typed, empty } = probeCalls;
  const isWritten = (text: RenderedAnswer | undefined) =>
    text?.text.includes(first.name) === true && text.text.includes(first.arguments.qzcity);
  const { wants } = template;
  let one: RenderedAnswer | undefined;
  for (const form of callForms) {
    template.wants = { ...wants, ...form };
    one = answer(first);
    if (isWritten(one)) break;
  }
  if (!one || !isWritten(one)) {
    template.wants = wants;
    return undefined;
  }
  const two = answer(first, second);
  const hasBoth = two?.text.includes(second.name) === true && two.text.includes(first.name);
  return { one, two: hasBoth ? two : undefined, typed: answer(typed), empty: answer(empty) };
}

/** The arguments of a probe's call, as the template gets them. */
export function argumentsOf(call: ProbeCall): PyDict {
  const value = fromPlain(call.arguments);
  return isPyDict(value) ? value : new Map();
}
