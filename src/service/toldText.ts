import type { ParseResult } from '../engine/index.ts';
import { feedbackOf } from '../views/responseModel.ts';

/** One way in which a framework asks again. */
export interface ToldWay {
  /** What the model is sent, and nothing beside it. */
  readonly text: string;
  /** Where its part of {@link toldText} begins, in UTF-16 units. */
  readonly offset: number;
  /** Where its text begins there, behind its name. */
  readonly start: number;
}

/** What the model would be told; where the framework has several ways of asking again, each under its name, the definition's first. */
export function toldText(result: ParseResult): string | undefined {
  const sections = sectionsOf(result);
  return sections.length === 0 ? undefined : sections.map(({ text, heading }) => heading + text).join(between);
}

/** The ways of asking again, in the order of {@link toldText}; empty: the model is told nothing. */
export function toldWays(result: ParseResult): readonly ToldWay[] {
  let offset = 0;
  return sectionsOf(result).map(({ text, heading }) => {
    const way = { text, offset, start: offset + heading.length };
    offset += heading.length + text.length + between.length;
    return way;
  });
}

const between = '\n\n';

function sectionsOf(result: ParseResult): readonly { readonly heading: string; readonly text: string }[] {
  const own = feedbackOf(result);
  const { feedbacks } = result.ok ? {} : result.error;
  if (!feedbacks) return own === undefined ? [] : [{ heading: '', text: own }];
  return Object.entries(feedbacks)
    .sort(([, a], [, b]) => Number(b === own) - Number(a === own))
    .map(([name, text]) => ({ heading: `— ${name} —\n\n`, text }));
}
