import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import { jsonLoads } from '../../python/index.ts';
import { callsInText } from '../../text/index.ts';
import { closesBefore } from './derive/textPieces.ts';
import { type CallDraft, callDrafts } from './draftCalls.ts';
import { loadResponseTemplate } from './responseTemplate.ts';
import { TemplateReader } from './templateReader.ts';

const reasoningTag = /<(think|thinking|reasoning)>/;
const callTag = /([<[])(\|?)([A-Za-z][\w:-]{1,40})\2[>\]]\s*[[{]/g;
const endToken = /(?:<[|｜][^<>|｜\s]{1,60}[|｜]>|<(?:end_of_turn|eos)>|<\/s>)\s*$/;
/** How many beginnings of calls are looked at in a response. */
const maxCalls = 50;
/** How many responses forms of calls are tried on. */
const maxTried = 20;
/** Tokens that end an answer of some models, and a call of others. */
const closesCalls = /call|tool|action/i;

/** A pair of delimiters. */
interface Pair {
  readonly open: string;
  readonly close: string;
}

/**
 * The keys of a `response_template` definition for answers of an open model: reasoning, calls as families of models write them,
 * and the token that ends an answer, as far as the answers have them; `undefined` where they have none. Of the forms of calls
 * that may be meant that counts which reads most answers with no call left in a text. Linear, once for each form that may be meant.
 */
export function draftTemplate(responses: readonly string[]): PyDict | undefined {
  const reasoning = first(responses, reasoningOf);
  const all = responses.map(response => endToken.exec(response.slice(-200))?.[0].trim() ?? '');
  const ends = [...new Set(all)].filter(end => end !== '' && !closesCalls.test(end));
  const tagged = first(responses, callsOf);
  const calls = bestCalls([...(tagged ? [tagged] : []), ...callDrafts], responses, reasoning, ends) ?? tagged;
  if (!reasoning && !calls && ends.length === 0) return undefined;
  const joined = templateOf(reasoning, calls, ends, true);
  const plain = templateOf(reasoning, calls, ends, false);
  const [readJoined, readPlain] = [readerOf(joined), readerOf(plain)];
  const isSame = responses.slice(0, maxTried).every(each => contentOf(readPlain(each)) === contentOf(readJoined(each)));
  // What is not joined is served by more engines.
  return new Map([['response_template', fromPlain(isSame ? plain : joined)]]);
}

function templateOf(
  reasoning: Pair | undefined,
  calls: CallDraft | undefined,
  ends: readonly string[],
  joins = true,
): object {
  const closes = [...new Set([...(calls?.around ?? []), ...ends])];
  const closing = (list: readonly string[]) => (list.length === 0 ? {} : { close: list.length === 1 ? list[0] : list });
  return {
    defaults: { role: 'assistant' },
    start_anchor: ends.includes('<|im_end|>') ? '<|im_start|>assistant\n' : '<|assistant|>\n',
    fields: {
      ...(reasoning && { thinking: reasoning }),
      ...(calls && {
        tool_calls: {
          ...calls.field,
          ...(calls.field.transform_each === undefined && { repeats: true }),
          ...(calls.next === undefined
            ? calls.closes && closing([...calls.closes, ...ends])
            : { close_pattern: [closesBefore(calls.next), ...ends.map(escaped)].join('|') }),
        },
      }),
      content: { ...closing(closes), ...(joins && { repeats: true, join: '\n' }) },
    },
  };
}

/** The form that reads most of the responses that have it, and all that is a call of them. */
function bestCalls(
  drafts: readonly CallDraft[],
  responses: readonly string[],
  reasoning: Pair | undefined,
  ends: readonly string[],
): CallDraft | undefined {
  const tried = responses.slice(0, maxTried);
  let best: { readonly draft: CallDraft; readonly count: number } | undefined;
  for (const draft of drafts) {
    const meant = tried.filter(response => draft.sign.test(response));
    if (meant.length === 0) continue;
    const count = readCount(templateOf(reasoning, draft, ends), meant);
    if (count > (best?.count ?? 0)) best = { draft, count };
  }
  return best?.draft;
}

/** How many of the responses give calls, and have none in a text that is left. */
function readCount(template: object, responses: readonly string[]): number {
  const read = readerOf(template);
  return responses.filter(response => {
    const message = read(response);
    return message !== undefined && isWholly(message);
  }).length;
}

function contentOf(message: PyDict | undefined): PyValue | undefined {
  return message && (message.get('content') ?? '');
}

/** What a template reads of responses; `undefined`: it raises. */
function readerOf(template: object): (response: string) => PyDict | undefined {
  const loaded = attempt(() => loadResponseTemplate(fromPlain(template)));
  return response =>
    loaded &&
    attempt(() => {
      const reader = new TemplateReader(loaded, '', null);
      reader.feed(response);
      return reader.finalize().message;
    });
}

function isWholly(message: PyDict): boolean {
  const calls = message.get('tool_calls');
  const isLeft = ['content', 'thinking'].some(key => {
    const text = message.get(key);
    return typeof text === 'string' && callsInText(text, new Set()).length > 0;
  });
  return !isLeft && isPyList(calls) && calls.length > 0 && calls.every(isCall);
}

/** Whether a call has a name, and arguments by theirs. */
function isCall(call: PyValue): boolean {
  const called = isPyDict(call) ? (call.get('function') ?? null) : null;
  if (!isPyDict(called)) return false;
  const name = called.get('name');
  return typeof name === 'string' && name !== '' && isPyDict(called.get('arguments'));
}

function first<T>(responses: readonly string[], find: (response: string) => T | undefined): T | undefined {
  for (const response of responses) {
    const found = find(response);
    if (found) return found;
  }
  return undefined;
}

function reasoningOf(response: string): Pair | undefined {
  const name = reasoningTag.exec(response)?.[1];
  if (name === undefined || !response.includes(`</${name}>`)) return undefined;
  return { open: `<${name}>`, close: `</${name}>` };
}

/** The tags around a call as JSON: an object with a `name`, or a list of such. */
function callsOf(response: string): CallDraft | undefined {
  let tried = 0;
  for (const match of response.matchAll(callTag)) {
    if (++tried > maxCalls) return undefined;
    const [whole, bracket = '', bar = '', name = ''] = match;
    const end = bracket === '<' ? '>' : ']';
    const pair = {
      open: `${bracket}${bar}${name}${bar}${end}`,
      close: `${bracket}${bar}/${name}${bar}${end}`,
    };
    const from = match.index + whole.length - 1;
    const close = [pair.close, `${bracket}/${bar}${name}${bar}${end}`].find(each => response.includes(each, from));
    const read = close === undefined ? undefined : jsonLoads(response.slice(from, response.indexOf(close, from)));
    if (!read?.ok || close === undefined) continue;
    const form = taggedForm(read.value);
    if (form)
      return { sign: new RegExp(escaped(pair.open)), field: { open: pair.open, close, content: 'json', ...form } };
  }
  return undefined;
}

/** How the JSON of a call becomes one, by its keys. */
function taggedForm(value: PyValue): Readonly<Record<string, unknown>> | undefined {
  const one = isPyList(value) ? (value[0] ?? null) : value;
  if (!isPyDict(one)) return undefined;
  const nameKey = ['name', 'tool_name', 'function'].find(key => typeof one.get(key) === 'string');
  const argumentsKey = ['arguments', 'parameters', 'args', 'input'].find(key => one.has(key));
  if (nameKey === undefined) return undefined;
  if (isPyList(value))
    return {
      transform_each: true,
      transform: {
        type: 'function',
        function: { name: `{${nameKey}}`, arguments: `{${argumentsKey ?? 'arguments'}}` },
      },
    };
  const isUsual = nameKey === 'name' && argumentsKey === 'arguments';
  const mapped = { name: `{content.${nameKey}}`, arguments: `{content.${argumentsKey ?? 'arguments'}}` };
  return { transform: { type: 'function', function: isUsual ? '{content}' : mapped } };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
