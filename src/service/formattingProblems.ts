import type { Problem } from '../engine/index.ts';
import type { FormattedView } from '../protocol/conversationView.ts';

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
