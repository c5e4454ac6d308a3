import { EngineError } from '../core/errors.ts';
import type { Problem } from '../core/problem.ts';
import { toPlain } from '../core/pyValue.ts';
import { problem } from '../json/jsonSource.ts';
import type { TokenCounterSpec } from '../tokens/counter.ts';
import { createTokenCounter } from '../tokens/createTokenCounter.ts';
import type { Conversation } from './conversation.ts';
import { formatterTypes } from './formatters/registry.ts';
import { unknownFormatter } from './otherVersions.ts';
import { checkProviderRules } from './providerRules.ts';
import { truncations } from './truncation/truncation.ts';
import { unknownTruncation } from './truncationOf.ts';

/** What a conversation is checked for. */
export interface CheckConversationOptions {
  /** Takes the place of the file's. */
  readonly formatter?: string;
  /** Takes the place of the file's counter, which is then not checked. */
  readonly tokenCounter?: string;
  /** Whether truncation keeps the message at an index; all are kept where it is absent. */
  readonly isKept?: (index: number) => boolean;
}

/**
 * Problems that reading the file does not know: names that do not exist, and what the provider would refuse of the
 * messages that are sent. Pure, offline, linear. Never throws.
 */
export function checkConversation(conversation: Conversation, options: CheckConversationOptions = {}): Problem[] {
  const { messages, optionSpans, tokenCounter } = conversation;
  const name = options.formatter ?? conversation.formatter;
  const type = formatterTypes.find(each => each.name === name);
  const problems: Problem[] = [];
  if (!type && conversation.formatter !== undefined && conversation.formatter !== 'custom' && optionSpans?.formatter) {
    const { message, near } = unknownFormatter(conversation.formatter);
    const span = optionSpans.formatter;
    const fixes =
      near === undefined ? [] : [{ title: `Change to "${near}"`, edits: [{ span, text: JSON.stringify(near) }] }];
    problems.push(problem('unknown-formatter', message, span, fixes.length > 0 ? fixes : undefined));
  }
  if (tokenCounter && options.tokenCounter === undefined && optionSpans?.token_counter) {
    try {
      createTokenCounter(toPlain(tokenCounter) as TokenCounterSpec);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      problems.push(problem('unknown-counter', error.message, optionSpans.token_counter));
    }
  }
  const { truncation, module } = conversation;
  if (truncation !== undefined && optionSpans?.truncation && !truncations.some(each => each.name === truncation))
    problems.push(problem('unknown-truncation', unknownTruncation(truncation), optionSpans.truncation));
  const custom = [optionSpans?.formatter, optionSpans?.truncation].find(
    (_, i) => [conversation.formatter, truncation][i] === 'custom',
  );
  if (custom && module === undefined)
    problems.push(
      problem('missing-key', '`custom` needs a `module`: the path of an ES module, relative to this file.', custom),
    );
  const { isKept } = options;
  const sent = isKept ? messages.filter((_, index) => isKept(index)) : messages;
  return [...problems, ...checkProviderRules(sent, type)];
}
