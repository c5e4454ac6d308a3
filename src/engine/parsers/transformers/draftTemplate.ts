import { fromPlain, isPyDict, type PyDict } from '../../core/pyValue.ts';
import { jsonLoads } from '../../python/jsonLoads.ts';

const reasoningTag = /<(think|thinking|reasoning)>/;
const callTag = /([<[])(\|?)([A-Za-z][\w-]{1,40})\2[>\]]\s*\{/g;
const endToken = /(?:<\|[^<>|\s]{1,60}\|>|<(?:end_of_turn|eos)>|<\/s>)\s*$/;
/** How many beginnings of calls are looked at in a response. */
const maxCalls = 50;

/** A pair of delimiters. */
interface Pair {
  readonly open: string;
  readonly close: string;
}

/**
 * The keys of a `response_template` definition for answers of an open model: reasoning and calls in tags, and the token that
 * ends an answer, as far as the answers have them; `undefined` where they have none. Linear.
 */
export function draftTemplate(responses: readonly string[]): PyDict | undefined {
  const reasoning = first(responses, reasoningOf);
  const calls = first(responses, callsOf);
  const ends = [...new Set(responses.map(response => endToken.exec(response.slice(-200))?.[0].trim() ?? ''))].filter(
    end => end !== '',
  );
  if (!reasoning && !calls && ends.length === 0) return undefined;
  const template = {
    defaults: { role: 'assistant' },
    start_anchor: ends.includes('<|im_end|>') ? '<|im_start|>assistant\n' : '<|assistant|>\n',
    fields: {
      ...(reasoning && { reasoning_content: reasoning }),
      ...(calls && {
        tool_calls: {
          ...calls,
          repeats: true,
          content: 'json',
          transform: { type: 'function', function: '{content}' },
        },
      }),
      content: { ...(ends.length > 0 && { close: ends.length === 1 ? ends[0] : ends }), repeats: true, join: '\n' },
    },
  };
  return new Map([['response_template', fromPlain(template)]]);
}

function first(responses: readonly string[], find: (response: string) => Pair | undefined): Pair | undefined {
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

/** The tags around a call as JSON: an object with a `name`. */
function callsOf(response: string): Pair | undefined {
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
    const close = response.indexOf(pair.close, from);
    const read = close === -1 ? undefined : jsonLoads(response.slice(from, close));
    if (read?.ok && isPyDict(read.value) && typeof read.value.get('name') === 'string') return pair;
  }
  return undefined;
}
