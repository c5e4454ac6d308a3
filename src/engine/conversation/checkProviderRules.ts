import { type AgentScopeRelease, isSince, newestRelease } from '../core/agentscopeReleases.ts';
import type { Problem } from '../core/problem.ts';
import { isPyDict, type PyValue } from '../core/pyValue.ts';
import { checkTurns, type Say, sayTo } from '../messages/checkTurns.ts';
import type { ConversationMessage } from '../messages/conversation.ts';
import { callRules, type ProviderRules } from '../messages/providerRules.ts';
import { pyStr } from '../python/index.ts';
import { type FormatterType, supportIn } from './formatters/formatter.ts';
import { formatterTypes } from './formatters/registry.ts';
import { blocksOf, type PlacedBlock, turnsOf } from './turns.ts';

/**
 * What the provider would refuse or the formatter would drop, at its place: tool results without calls and calls without
 * results, blocks that the formatter does not convert, blocks in the wrong role, turns in the wrong order. Judges the
 * messages that are given, so give those that truncation keeps. Without a formatter only calls and results are matched.
 * `promoted`: the kinds of media that the formatter promotes out of results.
 */
export function checkProviderRules(
  messages: readonly ConversationMessage[],
  type?: FormatterType,
  release: AgentScopeRelease = newestRelease,
  promoted: ReadonlySet<string> = new Set(),
): Problem[] {
  const report: Problem[] = [];
  const rules = type?.rules;
  const say = sayTo(report, rules);
  matchCalls(messages, say, rules);
  if (!type || !rules) return report;
  checkBlocks(messages, type, rules, release, say);
  checkTurns(turnsOf(messages, type.multiAgent, promoted), type.provider, rules, say);
  return report.sort((a, b) => a.span.start - b.span.start);
}

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
      if (block.type === 'tool_use' && isKept && block.input !== undefined && !isPyDict(block.input))
        say(
          'tool-input',
          `The \`input\` of a call has to be an object. ${type.provider} gets this as the arguments of the call.`,
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
