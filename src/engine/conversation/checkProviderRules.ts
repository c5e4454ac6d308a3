import { type AgentScopeRelease, isSince, newestRelease } from '../core/agentscopeReleases.ts';
import { type Problem, type ProblemCode, problem } from '../core/problem.ts';
import type { PyValue } from '../core/pyValue.ts';
import { pyStr } from '../python/repr.ts';
import type { ConversationMessage } from './conversation.ts';
import { type FormatterType, supportIn } from './formatters/formatter.ts';
import { callRules, type ProviderRules } from './formatters/providerRules.ts';
import { formatterTypes } from './formatters/registry.ts';
import { blocksOf, type Placed, type PlacedBlock, type Turn, turnsOf } from './turns.ts';

/**
 * What the provider would refuse or the formatter would drop, at its place: tool results without calls and calls without
 * results, blocks that the formatter does not convert, blocks in the wrong role, turns in the wrong order. Judges the
 * messages that are given, so give those that truncation keeps. Without a formatter only calls and results are matched.
 */
export function checkProviderRules(
  messages: readonly ConversationMessage[],
  type?: FormatterType,
  release: AgentScopeRelease = newestRelease,
): Problem[] {
  const report: Problem[] = [];
  const rules = type?.rules;
  const say = (code: ProblemCode, text: string, place: Placed, documentation?: string) => {
    const found = problem(code, text, place.span);
    report.push(documentation === undefined ? found : { ...found, documentation });
  };
  matchCalls(messages, say, rules);
  if (!type || !rules) return report;
  checkBlocks(messages, type, rules, release, say);
  checkTurns(turnsOf(messages, type.multiAgent), type, rules, say);
  return report.sort((a, b) => a.span.start - b.span.start);
}

type Say = (code: ProblemCode, text: string, place: Placed, documentation?: string) => void;

function matchCalls(messages: readonly ConversationMessage[], say: Say, rules: ProviderRules | undefined): void {
  const documentation = rules?.calls ?? callRules;
  const open = new Map<PyValue, PlacedBlock>();
  const called = new Set<PyValue>();
  for (const message of messages)
    for (const block of blocksOf(message)) {
      if (block.type === 'tool_use') {
        open.set(block.id, block);
        called.add(block.id);
      } else if (block.type === 'tool_result') {
        if (!called.has(block.id)) {
          const text = `No tool call with id \`${pyStr(block.id)}\` comes before this result.`;
          say('result-without-call', text, block, documentation);
        }
        open.delete(block.id);
      }
    }
  for (const block of open.values())
    say('call-without-result', `The tool call \`${pyStr(block.id)}\` has no result.`, block, documentation);
}

function checkBlocks(
  messages: readonly ConversationMessage[],
  type: FormatterType,
  rules: ProviderRules,
  release: AgentScopeRelease,
  say: Say,
): void {
  messages.forEach((message, index) => {
    const blocks = blocksOf(message);
    // The MultiAgent classes give messages with tool blocks to the Chat class.
    const asChat = !type.multiAgent || blocks.some(({ type }) => type === 'tool_use' || type === 'tool_result');
    const isSystem = type.multiAgent && index === 0 && message.role === 'system';
    const converting = asChat ? chatTypeOf(type) : type;
    for (const block of blocks) {
      const isKept = isSystem ? block.type === 'text' : isConverted(block.type, converting, release);
      if (isKept === false) {
        const how = asChat && !isSystem ? 'with a warning in the log' : 'without a word';
        const what = isSystem ? 'of a leading system message but its text' : `of type \`${block.type}\``;
        say('unsupported-block', `${type.name} drops every block ${what}, ${how}.`, block);
        continue;
      }
      const leftOut = isKept ? type.leavesOut?.(block.type, message.role) : undefined;
      if (leftOut && isSince(release, leftOut.since)) {
        const text = `${type.name} leaves out ${block.type} of role \`${message.role}\` without a word.`;
        say('unsupported-block', text, block);
        continue;
      }
      if (block.type === 'tool_use' && message.role !== 'assistant')
        say(
          'wrong-role',
          `${type.provider} takes tool calls from role \`assistant\` only, not from \`${message.role}\`.`,
          block,
          rules.calls,
        );
      const isMedium = ['image', 'audio'].includes(block.type);
      if (isMedium && asChat && rules.mediaByUser && message.role !== 'user')
        say(
          'wrong-role',
          `${type.provider} takes ${block.type} in messages of role \`user\` only, not \`${message.role}\`.`,
          block,
          rules.mediaByUser,
        );
    }
  });
}

/** The Chat class of a formatter's provider. */
function chatTypeOf(type: FormatterType): FormatterType {
  return formatterTypes.find(each => each.provider === type.provider && !each.multiAgent) ?? type;
}

/** `undefined` for a block that is of no known type, which reading the file has reported. */
function isConverted(block: string, type: FormatterType, release: AgentScopeRelease): boolean | undefined {
  if (block === 'text') return true;
  if (block === 'tool_use' || block === 'tool_result') return supportIn(type, 'tools', release) === 'converted';
  if (block === 'thinking' || block === 'image' || block === 'audio' || block === 'video')
    return supportIn(type, block, release) === 'converted';
  return undefined;
}

function checkTurns(turns: readonly Turn[], type: FormatterType, rules: ProviderRules, say: Say): void {
  const wrong = (turn: Turn, text: string, rule: string) => say('wrong-order', `${type.provider} ${text}`, turn, rule);
  const first = turns[turns[0]?.role === 'system' ? 1 : 0];
  if (rules.firstIsUser && first?.role === 'assistant')
    wrong(first, 'wants the first message after the system prompt from role `user`.', rules.firstIsUser);
  const answered = new Set(
    turns.flatMap(({ role, result }) => (role === 'tool' && result !== undefined ? [result] : [])),
  );
  const called = new Set<PyValue>();
  let open = new Set<PyValue>();
  turns.forEach((turn, i) => {
    const before = turns[i - 1];
    if (turn.role === 'tool') {
      const follows = before?.role === 'tool' || (before?.role === 'assistant' && before.calls.length > 0);
      if (rules.resultsFollowCalls && !follows && called.has(turn.result ?? null))
        wrong(turn, 'wants a tool result right behind the message that calls the tool.', rules.resultsFollowCalls);
      open.delete(turn.result ?? null);
      return;
    }
    if (rules.systemFirst && turn.role === 'system' && i > 0)
      wrong(turn, 'takes a system message in the first place only.', rules.systemFirst);
    if (rules.resultsFollowCalls && open.size > 0) {
      const ids = [...open].map(id => `\`${pyStr(id)}\``).join(', ');
      wrong(
        turn,
        `wants the results of all tool calls before the next message. Missing: ${ids}.`,
        rules.resultsFollowCalls,
      );
    }
    if (rules.callsFollowUser && turn.calls.length > 0 && (!before || before.role === 'assistant'))
      wrong(turn, 'wants a tool call right behind a message of the user or a tool result.', rules.callsFollowUser);
    // A call without any result is a problem of its own.
    open = new Set(turn.calls.filter(id => answered.has(id)));
    for (const id of turn.calls) called.add(id);
  });
}
