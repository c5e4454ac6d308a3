import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../src/engine/core/pyValue.ts';
import { type Conversation, type FormatResult, formatConversation, readConversation } from '../../src/engine/index.ts';
import { jsonDumps, toJsonText } from '../../src/engine/python/jsonDumps.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';

const folder = '/the/folder';

for (const [release, file] of [
  ['1.0.0', 'agentscope-formatters.json'],
  ['1.0.21', 'agentscope-1.0.21.json'],
] as const)
  suite(`AgentScope ${release}'s formatters, as recorded`, () => {
    const cases = jsonLoads(readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll('{{CWD}}', folder));
    assert(cases.ok && isPyList(cases.value));
    for (const item of cases.value as readonly PyDict[]) {
      if (item.has('formatter')) test(`${item.get('id')} ${item.get('scenario')}`, () => runCase(item, release));
    }
  });

async function runCase(item: PyDict, release: string): Promise<void> {
  const options = item.get('options') as PyDict;
  const expect = item.get('expect') as PyDict;
  const { conversation, problems } = read(item, options, release);
  if (!conversation || item.get('scenario') === 'not-msgs') {
    // What is not a list of messages is refused by reading already; a message without a name is taken, with a notice.
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
    assert(!result.ok, JSON.stringify(result));
    const error = expect.get('error') as PyDict;
    const { class: className, message } = result.error;
    assert.deepEqual([className, withoutNames(message)], [error.get('class'), error.get('message')]);
  } else {
    assert(result.ok, result.ok ? undefined : result.error.message);
    assert.equal(result.agentscopeVersion, release);
    assert.equal(dump(payloadOf(result)), dump(expect.get('value_json') ?? expect.get('value') ?? null));
    const kept = (item.get('observed') as PyDict | undefined)?.get('kept') as readonly PyValue[] | undefined;
    if (kept !== undefined && counter !== undefined)
      assert.deepEqual(
        [...result.perMessage.keys()].filter(i => result.perMessage[i]!.kept),
        // What a dropped result left behind is not among the messages.
        kept.filter(each => each !== null),
      );
    const log = (item.get('observed') as PyDict | undefined)?.get('log') as readonly PyValue[][] | undefined;
    const logged = log?.filter(([level]) => level !== 'INFO').map(([, line]) => line);
    if (logged) assert.deepEqual(new Set(result.warnings), new Set(logged));
  }
}

/** The very list that was counted where the counter is given from outside; else with 1.0 and big integers. */
function payloadOf({ payload, exactPayload }: FormatResult & { ok: true }): PyValue {
  if (isPyDict(exactPayload)) return exactPayload;
  return (payload as unknown[]).length === exactPayload.length ? exactPayload : fromPlain(payload);
}

/** JSON, bytes as base64, random names by what stands for them in the recordings. */
function dump(value: PyValue): string {
  return withoutNames(toJsonText(value, 0));
}

function withoutNames(text: string): string {
  return text
    .replaceAll(/\/tmp\/tmp\d{8}/g, '{{TMP}}')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, '{{UUID}}');
}

function read(
  item: PyDict,
  options: PyDict,
  release: string,
): ReturnType<typeof readConversation> & { conversation?: Conversation } {
  const messages = item.get('msgs') ?? unwrap(item.get('msgs_raw') ?? null);
  const file = new Map<string, PyValue>([
    ['agentscope_version', release],
    ['messages', messages],
  ]);
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
  let written = 0;
  return {
    cwd: folder,
    async readFile(path: string) {
      const file = files?.get(posix.relative(folder, posix.resolve(folder, path)));
      return typeof file === 'string' ? Buffer.from(file, 'base64') : undefined;
    },
    async fetch(url: string) {
      const answer = web?.get(url) as PyDict | undefined;
      const status = (answer?.get('status') ?? (answer ? 200 : 404)) as number;
      if (status < 400) return Buffer.from(answer?.get('base64') as string, 'base64');
      throw Object.assign(new Error(`${status} Error for url: ${url}`), { name: 'HTTPError' });
    },
    writeTemp: async (_bytes: Uint8Array, suffix: string) => `/tmp/tmp${String(written++).padStart(8, '0')}${suffix}`,
  };
}

/** The stand-ins that the cases were recorded with, and the real counters. */
function counterOf(name: string | null) {
  const dumped = (payload: unknown) => [...jsonDumps(fromPlain(payload), { ensureAscii: false })].length;
  const sum = (payload: unknown, size: (text: string) => number) =>
    leaves(payload).reduce((total, text) => total + size(text), 0);
  if (name === null) return undefined;
  if (name === 'char') return { type: 'CharTokenCounter' };
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
