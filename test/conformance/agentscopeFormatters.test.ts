import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fromPlain, isPyList, type PyDict, type PyValue } from '../../src/engine/core/pyValue.ts';
import { type Conversation, type FormatResult, formatConversation, readConversation } from '../../src/engine/index.ts';
import { jsonDumps, toJsonText } from '../../src/engine/python/jsonDumps.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';

suite('AgentScope formatters, as recorded', () => {
  const cases = jsonLoads(readFileSync(new URL('./agentscope-formatters.json', import.meta.url), 'utf8'));
  assert(cases.ok && isPyList(cases.value));
  for (const item of cases.value as readonly PyDict[]) {
    test(`${item.get('id')} ${item.get('scenario')}`, () => runCase(item));
  }
});

async function runCase(item: PyDict): Promise<void> {
  const options = item.get('options') as PyDict;
  const expect = item.get('expect') as PyDict;
  const { conversation, problems } = read(item, options);
  if (!conversation || item.get('scenario') === 'not-msgs') {
    // What is no list of messages is refused by reading already; a message without a name is taken, with a notice.
    assert(expect.has('error') && problems.length > 0);
    return;
  }
  const counter = counterOf((options.get('token_counter') ?? null) as string | null);
  const result = await formatConversation(
    conversation,
    {
      resources: resourcesOf(item.get('env') as PyDict | undefined),
      ...(counter !== undefined && { tokenCounter: counter }),
    },
    nodeHost,
  );
  if (expect.has('hang')) assert(!result.ok);
  else if (expect.has('error')) {
    assert(!result.ok);
    const error = expect.get('error') as PyDict;
    assert.deepEqual(result.error, { class: error.get('class'), message: error.get('message') });
  } else {
    assert(result.ok, result.ok ? undefined : result.error.message);
    assert.equal(dump(payloadOf(result)), dump(expect.get('value') ?? null));
    const kept = (item.get('observed') as PyDict | undefined)?.get('kept');
    if (kept !== undefined && counter !== undefined)
      assert.deepEqual(
        [...result.perMessage.keys()].filter(i => result.perMessage[i]!.kept),
        kept,
      );
  }
}

/** The very list that was counted where the counter is given from outside; else with 1.0 and big integers. */
function payloadOf(result: FormatResult & { ok: true }): PyValue {
  return result.payload.length === result.exactPayload.length ? result.exactPayload : fromPlain(result.payload);
}

function dump(value: PyValue): string {
  return jsonDumps(value, { ensureAscii: false }).replaceAll('/the/folder', '{{CWD}}');
}

function read(item: PyDict, options: PyDict): ReturnType<typeof readConversation> & { conversation?: Conversation } {
  const messages = item.get('msgs') ?? unwrap(item.get('msgs_raw') ?? null);
  const file = new Map<string, PyValue>([['messages', messages]]);
  for (const [key, value] of options) if (key !== 'token_counter') file.set(key, value);
  file.set('formatter', item.get('formatter') ?? null);
  return readConversation(toJsonText(file), 'case.messages.json');
}

function unwrap(raw: PyValue): PyValue {
  return isPyList(raw) ? raw.map(each => (each as PyDict).get('$msg') ?? each) : raw;
}

function resourcesOf(env: PyDict | undefined) {
  const files = env?.get('files') as PyDict | undefined;
  const web = env?.get('web') as PyDict | undefined;
  return {
    cwd: '/the/folder',
    readFile: async (path: string) => (files?.has(path) ? Buffer.from(files.get(path) as string, 'base64') : undefined),
    async fetch(url: string) {
      const answer = web?.get(url) as PyDict | undefined;
      const status = (answer?.get('status') ?? (answer ? 200 : 404)) as number;
      if (status < 400) return Buffer.from(answer?.get('base64') as string, 'base64');
      throw Object.assign(new Error(`${status} Error for url: ${url}`), { name: 'HTTPError' });
    },
    writeTemp: async (_bytes: Uint8Array, suffix: string) => `{{TMP}}${suffix}`,
  };
}

/** The stand-ins that the cases were recorded with, and the real counters. */
function counterOf(name: string | null) {
  const dumped = (payload: unknown) => [...jsonDumps(fromPlain(payload), { ensureAscii: false })].length;
  const sum = (payload: unknown, size: (text: string) => number) =>
    leaves(payload).reduce((total, text) => total + size(text), 0);
  if (name === null) return undefined;
  if (name.startsWith('openai:')) return { type: 'OpenAITokenCounter', model_name: name.slice(7) };
  if (name.startsWith('hf:')) return { type: 'HuggingFaceTokenCounter', pretrained_model_name_or_path: name.slice(3) };
  const stands: Record<string, (payload: unknown[]) => number> = {
    chars_json: dumped,
    chars_leaves: payload => sum(payload, text => [...text].length),
    words_leaves: payload => sum(payload, text => text.split(/\s+/).filter(Boolean).length),
    messages_x10: payload => payload.length * 10,
    'anthropic:stub': payload => {
      const [first] = payload as { role: string }[];
      const system = first!.role === 'system' ? payload.shift() : undefined;
      return dumped({ messages: payload, ...(system !== undefined && { system }) });
    },
  };
  return { count: (payload: unknown) => stands[name]!(payload as unknown[]) };
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(leaves) : [];
}
