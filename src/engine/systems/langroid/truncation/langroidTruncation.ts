import { EngineError } from '../../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Decision, TextTokens, Truncate, TruncationType } from '../../../messages/truncation.ts';
import type { Placed } from '../../../parsers/system.ts';

/**
 * Langroid's two ways to make a history fit (`context_overflow_strategy` of `ChatAgentConfig`), as far as they choose
 * messages: what a message costs and how its text is cut is the caller's.
 */

/** The tokens that `truncate` leaves of a message. */
export const shortenedTokens = 30;
/** What `truncate` writes below what it left of a message, also where nothing was cut. */
export const shorteningNote = '... [Contents truncated!]';

/** A range of messages, half-open. */
interface MessageRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The messages that `truncate` shortens, the oldest first: all after the leading system message and before the user's
 * last message. Empty where there is none. `roles` are those of the messages, in order.
 */
export function shortenable(roles: readonly string[]): MessageRange {
  const start = roles[0] === 'system' ? 1 : 0;
  return { start, end: Math.max(start, roles.lastIndexOf('user')) };
}

/**
 * The turns that `drop_turns` deletes, the oldest first: each from a message of the user to before the next one. The
 * last turn is not among them, nor what stands before the first.
 */
export function droppableTurns(roles: readonly string[]): MessageRange[] {
  const starts = roles.flatMap((role, index) => (role === 'user' ? [index] : []));
  return starts.slice(1).map((end, i) => ({ start: starts[i]!, end }));
}

/**
 * Langroid's `truncate`: the oldest messages are cut to 30 tokens, one after the other, until the rest fits; never the
 * system message, and nothing from the user's last message on. The limit stands for what Langroid has left for a history
 * (its context length less `min_output_tokens` and 300). As in Langroid each message's text is counted alone; where the
 * payload then is still too long, it goes on. Linear.
 */
function langroidTruncate(tokens: TextTokens): Truncate {
  let at: number | undefined;
  let step = 0;
  return async (drafts, over) => {
    const { start, end } = shortenable(drafts.map(({ msg }) => msg.role));
    const next = [...drafts];
    const decisions: Decision[] = [];
    let needed = over.tokens - over.limit;
    at ??= start;
    if (at >= end) throw outOfMessages('shorten', over.limit);
    for (; at < end && needed > 0; at++) {
      const draft = drafts[at]!;
      const { content, saved } = await shortened(draft.msg.content, tokens);
      step++;
      needed -= saved;
      if (content === draft.msg.content) continue;
      next[at] = { ...draft, msg: { ...draft.msg, content } };
      if (draft.index !== undefined)
        decisions.push({ index: draft.index, kept: true, step, reason: `cut to its first ${shortenedTokens} tokens` });
    }
    return { drafts: next, decisions };
  };
}

/** Langroid's `drop_turns`: the oldest turns are dropped, from one message of the user to the next, never the last one. Counts like {@link langroidTruncate}. Linear. */
function langroidDropTurns(tokens: TextTokens): Truncate {
  let step = 0;
  return async (drafts, over) => {
    const turns = droppableTurns(drafts.map(({ msg }) => msg.role));
    const [oldest] = turns;
    if (!oldest) throw outOfMessages('drop', over.limit);
    const decisions: Decision[] = [];
    let needed = over.tokens - over.limit;
    let { start: from } = oldest;
    for (const { start, end } of turns) {
      if (needed <= 0) break;
      step++;
      for (const { msg, index } of drafts.slice(start, end)) {
        for (const text of textsOf(msg.content)) needed -= await tokens.count(text);
        if (index !== undefined) decisions.push({ index, kept: false, step, reason: 'part of the oldest turn' });
      }
      from = end;
    }
    return { drafts: [...drafts.slice(0, oldest.start), ...drafts.slice(from)], decisions };
  };
}

function outOfMessages(what: 'shorten' | 'drop', limit: number): EngineError {
  return new EngineError(
    'ValueError',
    `No message is left to ${what}, and the payload still exceeds the token limit (${limit} tokens).`,
  );
}

/** A content with its texts cut, and what that saves. A tool's result is a message of its own in Langroid, so it is cut by itself. */
async function shortened(content: PyValue, tokens: TextTokens): Promise<{ content: PyValue; saved: number }> {
  let saved = 0;
  const shorten = async (text: string): Promise<string> => {
    const cut = `${await tokens.first(text, shortenedTokens)}\n${shorteningNote}`;
    saved += (await tokens.count(text)) - (await tokens.count(cut));
    return cut;
  };
  const shortenList = async (blocks: readonly PyValue[]): Promise<PyValue[]> => {
    const text = textsOf(blocks.filter(isText)).join('');
    const place = blocks.findIndex(isText);
    const cut = place < 0 ? '' : await shorten(text);
    return blocks.flatMap((block, i) =>
      i === place ? [withKey(block as PyDict, 'text', cut)] : isText(block) ? [] : [block],
    );
  };
  const shortenResult = async (block: PyValue): Promise<PyValue> => {
    if (!isPyDict(block) || block.get('type') !== 'tool_result') return block;
    const output = block.get('output');
    if (typeof output === 'string' && output !== '') return withKey(block, 'output', await shorten(output));
    return isPyList(output) && output.some(isText) ? withKey(block, 'output', await shortenList(output)) : block;
  };
  if (typeof content === 'string') return { content: await shorten(content), saved };
  if (!isPyList(content) || textsOf(content).length === 0) return { content, saved };
  const blocks: PyValue[] = [];
  for (const block of await shortenList(content)) blocks.push(await shortenResult(block));
  return { content: blocks, saved };
}

function isText(block: PyValue): boolean {
  return isPyDict(block) && block.get('type') === 'text' && typeof block.get('text') === 'string';
}

function withKey(dict: PyDict, key: string, value: PyValue): PyDict {
  return new Map([...dict, [key, value]]);
}

/** The texts of a content, those of tool results among them. */
function textsOf(content: PyValue): string[] {
  if (typeof content === 'string') return [content];
  if (!isPyList(content)) return [];
  return content.flatMap(block => {
    if (!isPyDict(block)) return [];
    if (isText(block)) return [block.get('text') as string];
    return block.get('type') === 'tool_result' ? textsOf(block.get('output') ?? null) : [];
  });
}

/** The encoding of Langroid's own splitter, for counters that have no tokens to show. */
const splitterEncoding = 'cl100k_base';

/** Langroid's two ways with a history that is too long. */
export const langroidTruncations: readonly Placed<TruncationType>[] = [
  {
    place: 10,
    entry: {
      id: 'langroid',
      title: 'Cut the oldest (Langroid)',
      name: 'langroid',
      summary: 'Langroid’s `truncate`: the oldest messages are cut to their first 30 tokens',
      create: ({ texts }) => langroidTruncate(texts(splitterEncoding)),
    },
  },
  {
    place: 11,
    entry: {
      id: 'langroid_drop_turns',
      title: 'Drop turns (Langroid)',
      name: 'langroid_drop_turns',
      summary: 'Langroid’s `drop_turns`: the oldest turns are dropped, never the last one',
      create: ({ texts }) => langroidDropTurns(texts(splitterEncoding)),
    },
  },
];
