import { type AgentScopeRelease, isSince, newestRelease, readRelease, tooOld } from '../core/agentscopeReleases.ts';
import { EngineError } from '../core/errors.ts';
import { type Problem, problem } from '../core/problem.ts';
import type { Conversation } from '../messages/conversation.ts';
import type { FormatConversationOptions } from '../messages/formatConversationOptions.ts';
import { pyTruth } from '../python/index.ts';
import { systemConversations } from '../systems/registry.ts';
import { checkProviderRules } from './checkProviderRules.ts';
import type { FormatterType } from './formatters/formatter.ts';
import { promotionOptions, takesOption } from './formatters/promotion.ts';
import { formatterNames, moduleFormatterName } from './formatters/registry.ts';
import { unknownFormatter } from './otherVersions.ts';
import { resolveConversation } from './resolveConversation.ts';
import { truncationTypes } from './truncation/registry.ts';
import { unknownTruncation } from './truncationOf.ts';

/** What a conversation is checked for. */
export interface CheckConversationOptions
  extends Pick<FormatConversationOptions, 'formatter' | 'agentscopeVersion' | 'usualAgentscopeVersion'> {
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
  const resolved = resolveConversation(conversation, options);
  if (resolved.formatting) return resolved.formatting.check(conversation, resolved, options.isKept);
  const type = resolved.formatterType;
  const { release, problems } = checkRelease(conversation, resolved.agentscopeVersion, type);
  if (
    conversation.formatter !== undefined &&
    !formatterNames.includes(conversation.formatter) &&
    optionSpans?.formatter
  ) {
    const { message, near } = unknownFormatter(conversation.formatter);
    const span = optionSpans.formatter;
    const fixes =
      near === undefined ? [] : [{ title: `Change to "${near}"`, edits: [{ span, text: JSON.stringify(near) }] }];
    problems.push(problem('unknown-formatter', message, span, fixes.length > 0 ? fixes : undefined));
  }
  if (tokenCounter && options.tokenCounter === undefined && optionSpans?.token_counter) {
    try {
      resolved.counter();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      problems.push(problem('unknown-counter', error.message, optionSpans.token_counter));
    }
  }
  const { truncation, module } = conversation;
  if (truncation !== undefined && optionSpans?.truncation && !truncationTypes.some(each => each.name === truncation))
    problems.push(problem('unknown-truncation', unknownTruncation(truncation), optionSpans.truncation));
  const byModule =
    conversation.formatter === moduleFormatterName
      ? optionSpans?.formatter
      : truncationTypes.some(each => each.byModule && each.name === truncation)
        ? optionSpans?.truncation
        : undefined;
  if (byModule && module === undefined)
    problems.push(
      problem('missing-key', '`custom` needs a `module`: the path of an ES module, relative to this file.', byModule),
    );
  for (const { check } of systemConversations) problems.push(...check(conversation));
  const { isKept } = options;
  const sent = isKept ? messages.filter((_, index) => isKept(index)) : messages;
  return [...problems, ...checkProviderRules(sent, type, release, promotedIn(conversation, type, release))];
}

/** The kinds of media that the formatter is told to promote; none that it cannot. */
function promotedIn(
  { promotions }: Conversation,
  type: FormatterType | undefined,
  release: AgentScopeRelease,
): ReadonlySet<string> {
  const kinds = [...(promotions ?? [])].flatMap(([option, value]) =>
    pyTruth(value) ? (promotionOptions[option] ?? []) : [],
  );
  return new Set(kinds.filter(kind => type !== undefined && takesOption(type, kind, release)));
}

/** The release that a conversation is for, the newest where it is unknown, and what came with a later one or with none. */
function checkRelease(
  { agentscopeVersion, formatter, promotions, optionSpans = {} }: Conversation,
  version: string | undefined,
  type: FormatterType | undefined,
): { readonly release: AgentScopeRelease; readonly problems: Problem[] } {
  const problems: Problem[] = [];
  let release = newestRelease;
  try {
    release = readRelease(version);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (optionSpans.agentscope_version && agentscopeVersion === version)
      problems.push(problem('agentscope-version', error.message, optionSpans.agentscope_version));
    return { release, problems };
  }
  if (!type) return { release, problems };
  if (type.since && !isSince(release, type.since) && optionSpans.formatter && type.name === formatter)
    problems.push(problem('agentscope-version', tooOld(type.name, type.since, release), optionSpans.formatter));
  for (const option of promotions?.keys() ?? []) {
    const kind = promotionOptions[option];
    const span = optionSpans[option];
    if (!kind || !span || takesOption(type, kind, release)) continue;
    const since = type.promotes?.[kind];
    problems.push(
      since
        ? problem('agentscope-version', tooOld(`\`${option}\` of ${type.name}`, since, release), span)
        : problem('formatter-option', `${type.name} has no option \`${option}\`.`, span),
    );
  }
  return { release, problems };
}
