import {
  type Conversation,
  formatConversation,
  type Host,
  type Problem,
  type ResolvedConversation,
  type Resources,
} from '../engine/index.ts';
import type { FormattedView } from '../protocol/conversationView.ts';

/** How many messages are tried for an error. */
const maxBlamed = 2000;

/** Problems by what they say, each with all its places, as many as anyone reads. */
export function refusalsOf(problems: readonly Problem[]): FormattedView['refusals'] {
  const spans = new Map<string, Problem['span'][]>();
  for (const { message, span } of problems) spans.set(message, [...(spans.get(message)?.slice(0, 999) ?? []), span]);
  return [...spans].slice(0, 50).map(([message, places]) => ({ message: message.replaceAll('`', ''), spans: places }));
}

/** The warnings of AgentScope's log but for those that a problem tells already. */
export function unsaid(warnings: readonly string[], problems: readonly Problem[]): readonly string[] {
  const dropped = problems.filter(({ code }) => code === 'unsupported-block').map(({ message }) => message);
  return warnings.filter(warning => {
    const type = /^Unsupported block type (\w+) in the message, skipped\.$/.exec(warning)?.[1];
    return type === undefined || !dropped.some(message => message.includes(`\`${type}\``));
  });
}

/** What the token counter's error is as a problem's message. */
export const counterRaises = (error: { readonly class: string; readonly message: string }): string =>
  `The token counter raises ${error.class}: ${error.message}`;

/** The problem of formatting that raises. */
export function raisedProblem(message: string, span: Problem['span']): Problem {
  return { code: 'format-error', severity: 'error', message, span };
}

/** The message because of which formatting raises, found by formatting each alone; the first one where none does. */
export async function blame(
  conversation: Conversation,
  { formatter = '', formatterType, formatterType2, agentscopeVersion }: ResolvedConversation,
  error: { readonly class: string; readonly message: string },
  host: Host,
  resources: Resources,
): Promise<readonly Problem[]> {
  const { messages, optionSpans, promotions, inputTypes } = conversation;
  const options = { formatter, resources, ...(agentscopeVersion !== undefined && { agentscopeVersion }) };
  if (!formatterType && !formatterType2) return [];
  const said = `${error.class}: ${error.message}`;
  const problem = (span: Problem['span']) => raisedProblem(said, span);
  for (const message of messages.slice(0, maxBlamed)) {
    const one = {
      messages: [message],
      ...(promotions && { promotions }),
      ...(inputTypes !== undefined && { inputTypes }),
    };
    const alone = await formatConversation(one, options, host);
    if (!alone.ok && alone.error.class === error.class && alone.error.message === error.message)
      return [problem(message.span)];
  }
  const start = messages[0]?.span.start ?? 0;
  return [problem(optionSpans?.max_tokens ?? { start, end: start + 1 })];
}
