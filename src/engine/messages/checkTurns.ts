import { type Problem, type ProblemCode, problem } from '../core/problem.ts';
import type { PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import { pyStr } from '../python/index.ts';
import type { ProviderRules } from './providerRules.ts';

/** Something with a place in the file. */
export interface Placed {
  readonly span: Span;
}

/** A message of the payload, as far as the order of roles goes. Gemini's and Anthropic's results, which the user gives, count as `tool`. */
export interface Turn extends Placed {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** The ids of the tools that an assistant calls. */
  readonly calls: readonly PyValue[];
  /** The id of the call that a tool answers. */
  readonly result?: PyValue;
  /** Whether the formatter made it of media in the result before it, which it presents to the model as the user's. */
  readonly presented?: true;
}

/** Reports a problem at a place; `documentation`: the page that states the rule. */
export type Say = (code: ProblemCode, text: string, place: Placed, documentation?: string) => void;

/** What a provider answers with status 400, unless it is lenient; everything else only warns. */
const refused: readonly ProblemCode[] = [
  'result-without-call',
  'call-without-result',
  'wrong-role',
  'wrong-order',
  'tool-input',
];

/** Collects problems: what the provider refuses as errors, a warning where it is lenient or not known. */
export function sayTo(report: Problem[], rules: ProviderRules | undefined): Say {
  return (code, text, { span }, documentation) => {
    const found = problem(code, text, span);
    const isLenient =
      !rules || rules.isLenient === true || (documentation !== undefined && documentation === rules.systemFirst);
    const severity = refused.includes(code) ? (isLenient ? 'warning' : 'error') : found.severity;
    report.push({ ...found, severity, ...(documentation !== undefined && { documentation }) });
  };
}

/** Turns in an order that the provider does not take, each at the turn that stands where it may not. Linear. */
export function checkTurns(turns: readonly Turn[], provider: string, rules: ProviderRules, say: Say): void {
  const wrong = (turn: Turn, text: string, rule: string) => say('wrong-order', `${provider} ${text}`, turn, rule);
  const first = turns[turns[0]?.role === 'system' ? 1 : 0];
  if (rules.firstIsUser && first?.role === 'assistant')
    wrong(first, 'wants the first message after the system prompt from role `user`.', rules.firstIsUser);
  const answered = new Set(
    turns.flatMap(({ role, result }) => (role === 'tool' && result !== undefined ? [result] : [])),
  );
  const called = new Set<PyValue>();
  let open = new Set<PyValue>();
  let before: Turn | undefined;
  for (const [i, turn] of turns.entries()) {
    if (turn.role === 'tool') {
      const follows = before?.role === 'tool' || (before?.role === 'assistant' && before.calls.length > 0);
      if (rules.resultsFollowCalls && !follows && called.has(turn.result ?? null))
        wrong(turn, 'wants a tool result right behind the message that calls the tool.', rules.resultsFollowCalls);
      open.delete(turn.result ?? null);
      before = turn;
      continue;
    }
    if (turn.presented) {
      // What stands behind it is right: the results have to be moved, or the media.
      if (rules.resultsFollowCalls && open.size > 0) wrong(turn, presentedWords(open), rules.resultsFollowCalls);
      continue;
    }
    if (rules.systemFirst && turn.role === 'system' && i > 0)
      wrong(turn, 'takes a system message in the first place only.', rules.systemFirst);
    if (rules.resultsFollowCalls && open.size > 0)
      wrong(
        turn,
        `wants the results of all tool calls before the next message. Missing: ${idsOf(open)}.`,
        rules.resultsFollowCalls,
      );
    if (rules.callsFollowUser && turn.calls.length > 0 && (!before || before.role === 'assistant'))
      wrong(turn, 'wants a tool call right behind a message of the user or a tool result.', rules.callsFollowUser);
    // A call without any result is a problem of its own.
    open = new Set(turn.calls.filter(id => answered.has(id)));
    for (const id of turn.calls) called.add(id);
    before = turn;
  }
}

function presentedWords(open: ReadonlySet<PyValue>): string {
  return `wants the results of all tool calls before the next message. The formatter puts the media of this result into a message of the user before these results: ${idsOf(open)}.`;
}

function idsOf(ids: ReadonlySet<PyValue>): string {
  return [...ids].map(id => `\`${pyStr(id)}\``).join(', ');
}
