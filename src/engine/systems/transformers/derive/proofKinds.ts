import { fromPlain, type PyValue } from '../../../core/pyValue.ts';
import type { Message, ProbeCall } from './askedTemplate.ts';

/** A message that is rendered and read again, behind what was said before. */
export interface ProofMessage {
  readonly content?: string;
  readonly thoughts?: string;
  readonly calls?: readonly ProbeCall[];
  /** What stands before it beside the question. */
  readonly history?: 'result' | 'turns' | 'system';
  readonly withoutTools?: boolean;
}

/** Messages of one kind. */
export interface ProofKind {
  readonly kind: string;
  readonly messages: readonly ProofMessage[];
}

/** The tools of the proofs: arguments of all types, and those that may be nothing. */
const proofTools: readonly { readonly name: string; readonly properties: object }[] = [
  {
    name: 'find_route',
    properties: {
      start: { type: 'string' },
      stops: { type: 'integer' },
      mode: { type: 'string', enum: ['foot', 'rail'] },
      fast: { type: 'boolean' },
    },
  },
  {
    name: 'reserve_seat',
    properties: {
      train: { type: 'string' },
      coach: { type: 'integer' },
      price: { type: 'number' },
      quiet: { type: 'boolean' },
      wishes: { type: 'array', items: { type: 'string' } },
      owner: { type: 'object', properties: { name: { type: 'string' } } },
      remark: { type: 'string', nullable: true },
    },
  },
  {
    name: 'lookup',
    properties: {
      term: { type: 'string' },
      limit: { type: 'integer' },
      since: { type: ['string', 'null'] },
      ids: { type: 'array', items: { type: 'integer' } },
      exact: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
    },
  },
  { name: 'today', properties: {} },
];

const toolSets = new Map<string, PyValue>();

/** The tools that a message calls, and the one that is called before: each set is one value. All for each would render slowly. */
export function toolsOf({ calls = [] }: ProofMessage): PyValue {
  const called = proofTools.filter(({ name }) => name === today.name || calls.some(call => call.name === name));
  const key = called.map(({ name }) => name).join();
  const tools = toolSets.get(key) ?? fromPlain(called.map(described));
  toolSets.set(key, tools);
  return tools;
}

function described({ name, properties }: (typeof proofTools)[number]): object {
  const parameters = { type: 'object', properties, required: [] };
  return { type: 'function', function: { name, description: `About ${name}.`, parameters } };
}

const route: ProbeCall = { name: 'find_route', arguments: { start: 'Kraków', stops: 4 } };
const today: ProbeCall = { name: 'today', arguments: {} };
const seat: ProbeCall = {
  name: 'reserve_seat',
  arguments: {
    train: 'The "Zephyr"',
    coach: 12,
    price: 43.25,
    quiet: true,
    wishes: ['window', 'table, please'],
    owner: { name: 'Ewa', age: 31, list: [2, -1.5, { deep: false }] },
    remark: null,
  },
};
const unknown: ProbeCall = {
  name: 'reserve_seat',
  arguments: { train: 'R 7', owner: { name: 'Ewa', age: null, list: [null] } },
};
const hard: ProbeCall = {
  name: 'reserve_seat',
  arguments: {
    train: "L'Été & Fils",
    coach: 1,
    remark: 'one "line"\nkey: {"y": [2]} x < y, y > x ]\n\tlast \\ end',
  },
};
const lonely: ProbeCall = { name: 'lookup', arguments: { term: ' 5" wide,\n\nend.\n', limit: 2 } };
const inList: ProbeCall = { name: 'reserve_seat', arguments: { wishes: ["it's", 'a "b"\nc', '[x], {y: z}'] } };
const inObject: ProbeCall = {
  name: 'reserve_seat',
  arguments: { owner: { name: 'L\'Été "x"', note: 'a\\b\tc, d: e' } },
};
const likeValues: ProbeCall = {
  name: 'lookup',
  arguments: { term: '1984', since: 'false', ids: [3, 5], exact: null },
};
const said = 'The train leaves at noon.';
const lines =
  'Two things:\n\n- „ćma“ – 7 °C 🚆\n- 2 < 4, {a} and [b]\n\n`x = {"k": 1}` 日本語, max(x=1), or [see(4), or(5)].';
const block = 'So:\n\n```py\nfind(1)\n```\n\nThat is 5" long; it\'s all.';
const thoughts = 'They want a train.\n\nNoon suits: 90 %.';
const spoken = 'I look it up.';

/** Kinds of messages, each with conversations that took no part in deriving. */
export const proofKinds: readonly ProofKind[] = [
  { kind: 'words', messages: [{ content: said }, { content: lines }, { content: 'x' }, { content: block }] },
  { kind: 'words without tools', messages: [{ content: said, withoutTools: true }] },
  { kind: 'nothing', messages: [{ content: '' }] },
  {
    kind: 'thoughts',
    messages: [
      { content: said, thoughts },
      { content: lines, thoughts: 'Yes.' },
    ],
  },
  { kind: 'a call', messages: [{ calls: [route] }, { calls: [{ ...route, arguments: { start: 'Ñ', fast: false } }] }] },
  { kind: 'arguments of all types', messages: [{ calls: [seat] }] },
  { kind: 'null within an argument', messages: [{ calls: [unknown] }] },
  { kind: 'difficult texts', messages: [{ calls: [hard] }, { calls: [lonely] }] },
  { kind: 'difficult texts within an argument', messages: [{ calls: [inList] }, { calls: [inObject] }] },
  { kind: 'texts like values', messages: [{ calls: [likeValues] }] },
  { kind: 'no arguments', messages: [{ calls: [today] }] },
  { kind: 'words and a call', messages: [{ content: spoken, calls: [route] }] },
  { kind: 'two calls', messages: [{ calls: [route, likeValues] }, { calls: [today, today] }] },
  { kind: 'words and two calls', messages: [{ content: spoken, calls: [today, seat] }] },
  {
    kind: 'after a result',
    messages: [
      { content: said, history: 'result' },
      { calls: [route], history: 'result' },
    ],
  },
  { kind: 'thoughts and a call', messages: [{ thoughts, calls: [route] }] },
  { kind: 'thoughts, words and two calls', messages: [{ content: spoken, thoughts, calls: [route, likeValues] }] },
  { kind: 'thoughts after a result', messages: [{ content: said, thoughts, history: 'result' }] },
  {
    kind: 'a later turn',
    messages: [
      { content: said, history: 'turns' },
      { content: lines, history: 'system' },
    ],
  },
  { kind: 'a call in a later turn', messages: [{ calls: [route], history: 'turns' }] },
];

/** Messages with a text that holds a delimiter. Where it is written as it is, no template tells the two apart. */
export function delimiterKinds(close: string, quote: string): readonly (ProofKind & { readonly mark: string })[] {
  const calls = (...terms: readonly string[]) =>
    terms.map(term => ({ calls: [{ ...lonely, arguments: { term, limit: 2 } }] }));
  return [
    { kind: 'the closing in a text', mark: close, messages: calls(`one ${close} two`) },
    {
      kind: 'the quote in a text',
      mark: quote,
      messages: calls(`one ${quote} two`, ` ${quote}one${quote}, limit: ${quote}2`),
    },
  ].filter(({ mark }) => mark !== '' && mark !== '"');
}

/** What is said before a message. */
export function historyOf({ history }: ProofMessage): readonly Message[] {
  const request = { role: 'user', content: 'When does a train leave?' };
  if (history === 'system') return [{ role: 'system', content: 'Be brief.' }, request];
  if (history === 'turns')
    return [request, { role: 'assistant', content: 'Where from?' }, { ...request, content: 'Here.' }];
  if (history === undefined) return [request];
  return [
    request,
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'callid100', type: 'function', function: today }],
    },
    { role: 'tool', name: 'today', tool_call_id: 'callid100', content: 'Monday' },
  ];
}
