import {
  formatConversation,
  instructConversation,
  moduleFormatterName,
  resolveConversation,
} from '../conversation/index.ts';
import { agentscopeReleases, isSecondGeneration, newestRelease } from '../core/agentscopeReleases.ts';
import { EngineError } from '../core/errors.ts';
import type { Host, ModuleOutcome } from '../core/host.ts';
import { dict, fromPlain, isPyDict, type PyDict, type PyValue } from '../core/pyValue.ts';
import type { Resources } from '../core/resources.ts';
import type { Conversation, ConversationMessage } from '../messages/conversation.ts';
import type { ConversationFormatting } from '../messages/conversationFormatting.ts';
import type { FormatConversationOptions } from '../messages/formatConversationOptions.ts';
import type { FormatResult } from '../messages/formatResult.ts';
import { stableShortId } from '../messages/stableId.ts';
import { jsonDumps } from '../python/index.ts';
import { payloadInPython } from '../systems/registry.ts';
import { tokenCounterSpec } from '../tokens/index.ts';
import { formatterAsked } from './askedObject.ts';
import { AskedPython, type FoundFramework, type NotAsked } from './askedPython.ts';
import type { InstalledOptions, InstalledReport } from './compareInstalled.ts';
import { type Difference, exactlySame, InstalledTally, shortClass, shownValue } from './differences.ts';

/** The most messages of which every beginning is compared, so that the work stays linear. */
const maxBeginnings = 50;
/** How many stretches the framework formats at once. */
const batchSize = 50;

/** A stretch of a conversation that both sides format. */
interface Stretch {
  readonly from: string;
  readonly messages: readonly ConversationMessage[];
}

/**
 * Compares what the formatter of a conversation gives here with what the one gives that is installed in the Python of
 * its file: payload and count of the whole, of its beginnings and of each message alone, with the instruction of the
 * parser that it names. What would be fetched or written on the way is left out, and told. `file`: the conversation's,
 * a path. Never rejects.
 */
export async function compareInstalledConversation(
  written: Conversation,
  file: string,
  options: FormatConversationOptions,
  host: Host,
  { signal, onProgress }: InstalledOptions = {},
): Promise<InstalledReport> {
  const resolved = resolveConversation(written, options, host);
  const { formatter, formatterType, ownFormatter, formatting: own } = resolved;
  const isVersion2 = own !== undefined;
  const refused = (kind: NotAsked['kind'], reason: string): NotAsked => ({ ok: false, kind, reason });
  if (!formatterType && !ownFormatter)
    return refused(
      'none',
      formatter === moduleFormatterName
        ? 'The conversation is formatted by a module of its own.'
        : `${formatter === undefined ? 'The conversation names no formatter' : `There is no formatter \`${formatter}\``} that AgentScope could be asked for.`,
    );
  let conversation: Conversation;
  try {
    conversation = (await instructConversation(written, options, host)).conversation;
  } catch (error) {
    return refused('refused', error instanceof EngineError ? `${error.class}: ${error.message}` : String(error));
  }
  const notes: string[] = [];
  const limits = isVersion2 ? new Map<string, PyValue>() : limitsOf(written, options, resolved.truncation, notes);
  const source = formatterAsked(
    {
      formatter: (formatterType ?? ownFormatter)!.name,
      options: optionsOf(conversation),
      folder: options.resources?.cwd ?? '.',
      limits,
      tools: conversation.tools ?? null,
    },
    payloadInPython(own?.system) ?? '',
  );
  const python = new AskedPython({ name: 'AgentScope', distributions: ['agentscope', 'pydantic'] }, source, file, host);
  const found = await python.versions();
  if (!found.ok) return found;
  const version = versionOf(found, isVersion2, resolved.agentscopeVersion, notes);
  if (typeof version !== 'string') return version;
  const isCounted = limits.size > 0 && (await isCounterThere(python, notes));
  const { parser: _, tools, ...plain } = conversation;
  const formatting: FormatConversationOptions = {
    ...(options.resources && { resources: withoutEffects(options.resources) }),
    ...(options.formatter !== undefined && { formatter: options.formatter }),
    ...(isCounted && options.tokenCounter !== undefined && { tokenCounter: options.tokenCounter }),
    maxTokens: isCounted ? ((limits.get('max_tokens') as number | undefined) ?? null) : null,
    truncation: 'fifo',
    agentscopeVersion: version,
    ...(signal && { signal }),
  };
  const { tokenCounter: __, ...uncounted } = plain;
  // Tools are counted by AgentScope 2 alone; AgentScope 1’s formatters do not see them.
  const base: Conversation = { ...(isCounted ? plain : uncounted), ...(isVersion2 && tools && { tools }) };
  const tally = new InstalledTally();
  const stretches = stretchesOf(conversation.messages);
  let left = 0;
  for (let at = 0; at < stretches.length && !signal?.aborted; at += batchSize) {
    const batch: (readonly [Stretch, FormatResult])[] = [];
    for (const stretch of stretches.slice(at, at + batchSize)) {
      const ours = await formatConversation({ ...base, messages: stretch.messages }, formatting, host);
      if (!ours.ok && /NotAllowed$/.test(ours.error.class)) left++;
      else batch.push([stretch, ours]);
    }
    const cases = batch.map(([{ messages }]) => ({ args: [caseOf(messages, own, isCounted)] }));
    const theirs = (cases.length > 0 && (await python.callAll('payload_of', cases))) || [];
    for (const [i, [{ from }, ours]] of batch.entries())
      if (theirs[i]) tally.add(from, undefined, payloadDifferences(ours, theirs[i], isVersion2 || isCounted));
    onProgress?.(Math.min(at + batchSize, stretches.length), stretches.length);
  }
  if (left > 0)
    notes.push(`${left} of ${stretches.length} stretches were left out: media would be fetched, or written to files.`);
  const { compared, same, differences } = tally;
  return { ...found, compared, same, differences, notes };
}

/** The whole, its beginnings, and each message alone. */
function stretchesOf(messages: readonly ConversationMessage[]): readonly Stretch[] {
  const whole: Stretch = { from: 'the conversation', messages };
  const some = messages.slice(0, maxBeginnings);
  const beginnings = some
    .slice(0, -1)
    .map((_, i): Stretch => ({ from: `the first ${i + 1}`, messages: messages.slice(0, i + 1) }));
  const alone = some.slice(1).map((each, i): Stretch => ({ from: `message ${i + 2} alone`, messages: [each] }));
  return [whole, ...beginnings, ...alone];
}

function optionsOf({ promotions, conversationHistoryPrompt, inputTypes }: Conversation): PyDict {
  return new Map<string, PyValue>([
    ...(promotions ?? []),
    ...(conversationHistoryPrompt === undefined
      ? []
      : [['conversation_history_prompt', conversationHistoryPrompt] as const]),
    ...(inputTypes === undefined ? [] : [['input_types', inputTypes] as const]),
  ]);
}

/** Counters of AgentScope's that count without asking a provider. */
const ownCounters = ['OpenAITokenCounter', 'HuggingFaceTokenCounter', 'CharTokenCounter'];

/** The counter and the limit as AgentScope's constructors take them; empty where there is none, or none that it has. */
function limitsOf(
  { tokenCounter, maxTokens }: Conversation,
  options: FormatConversationOptions,
  truncation: string | undefined,
  notes: string[],
): PyDict {
  const counter = options.tokenCounter;
  const named =
    typeof counter === 'string'
      ? fromPlain(tokenCounterSpec(counter))
      : counter === undefined
        ? null
        : fromPlain(counter);
  const spec = isPyDict(named) ? named : tokenCounter;
  if (!spec) return new Map();
  const type = spec.get('type');
  if (typeof type !== 'string' || !ownCounters.includes(type)) {
    notes.push(`Compared without counting: ${String(type)} asks a provider, or is not AgentScope’s.`);
    return new Map();
  }
  const limit = options.maxTokens === undefined ? maxTokens : options.maxTokens;
  const isLimited = typeof limit === 'number' && truncation === 'fifo';
  if (typeof limit === 'number' && !isLimited)
    notes.push(`Compared without the limit: AgentScope has no truncation ${truncation}.`);
  return dict({ token_counter: spec, max_tokens: isLimited ? limit : undefined });
}

/** The version that is followed: what is installed, where the conversation names none. */
function versionOf(
  { versions }: FoundFramework,
  isVersion2: boolean,
  named: string | undefined,
  notes: string[],
): string | NotAsked {
  const installed = versions[0]?.[1] ?? undefined;
  if (installed !== undefined && isVersion2 !== /^2\./.test(installed)) {
    const reason = `AgentScope ${installed} is installed, and the conversation is for ${named ?? newestRelease}.`;
    return { ok: false, kind: 'missing', reason };
  }
  if (named === undefined) {
    const supported = agentscopeReleases.find(release => release === installed);
    if (installed !== undefined && !supported)
      notes.push(`ParserLens does not know AgentScope ${installed}: it followed ${newestRelease}.`);
    return supported ?? newestRelease;
  }
  if (installed !== undefined && installed !== named.replace(/^v/, '') && !isSecondGeneration(named))
    notes.push(`The conversation is for AgentScope ${named}.`);
  return named;
}

async function isCounterThere(python: AskedPython, notes: string[]): Promise<boolean> {
  const [outcome] = (await python.callAll('unmade', [{ args: [] }])) ?? [];
  const why = outcome?.ok ? outcome.value : outcome?.error.message;
  if (why === null) return true;
  notes.push(`Compared without counting: the token counter cannot be made there (${String(why)}).`);
  return false;
}

/** The same resources, but nothing is fetched or written. */
function withoutEffects(resources: Resources): Resources {
  return { cwd: resources.cwd, readFile: path => resources.readFile(path) };
}

function caseOf(
  messages: readonly ConversationMessage[],
  own: ConversationFormatting | undefined,
  limits: boolean,
): string {
  const entries = messages.map(({ name, role, content, written }): PyDict => {
    const plain: PyDict = new Map<string, PyValue>([
      ['name', name],
      ['role', role],
      ['content', content],
    ]);
    return own ? own.loaded(new Map(written ? [...written, ['content', content]] : plain)) : plain;
  });
  const ids = own ? Array.from({ length: 100 }, (_, i) => stableShortId(`medium ${i}`)) : [];
  return jsonDumps(dict({ messages: entries, ids, limits }), { ensureAscii: true });
}

/** What our payload and the installed formatter's differ in. */
function payloadDifferences(ours: FormatResult, theirs: ModuleOutcome, isCounted: boolean): readonly Difference[] {
  const shownError = (error: { readonly class: string; readonly message: string }) =>
    `${shortClass(error.class)}: ${error.message}`;
  if (!theirs.ok) {
    if (ours.ok) return [{ group: 'error', ours: shownValue(payloadOf(ours)), theirs: shownError(theirs.error) }];
    const sides = { ours: shownError(ours.error), theirs: shownError(theirs.error) };
    if (shortClass(ours.error.class) !== shortClass(theirs.error.class)) return [{ group: 'error', ...sides }];
    return sides.ours === sides.theirs ? [] : [{ group: 'message', ...sides }];
  }
  const found = fromPlain(theirs.value);
  const at = (key: string): PyValue => (isPyDict(found) ? found.get(key) : undefined) ?? null;
  if (!ours.ok) return [{ group: 'error', ours: shownError(ours.error), theirs: shownValue(at('payload')) }];
  const payload = payloadOf(ours);
  if (!exactlySame(payload, at('payload')))
    return [{ group: 'payload', ours: shownValue(payload), theirs: shownValue(at('payload')) }];
  const tokens = at('tokens');
  if (!isCounted || tokens === null || tokens === ours.tokens) return [];
  return [{ group: 'count', ours: String(ours.tokens), theirs: String(tokens) }];
}

/** A2A’s message draws its id. */
function payloadOf({ exactPayload }: FormatResult & { readonly ok: true }): PyValue {
  return isPyDict(exactPayload) ? new Map([...exactPayload].filter(([key]) => key !== 'messageId')) : exactPayload;
}
