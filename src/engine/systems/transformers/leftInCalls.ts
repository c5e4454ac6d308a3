import { isPyDict } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { CodeText, literalRuns, regexOf } from '../../python/index.ts';
import { literalsOf, marksIn } from './anchorLiterals.ts';
import type { AnswerRegion } from './answerRegion.ts';
import { CodeOffsets } from './codeOffsets.ts';

import type { ResponseTemplate, TemplateField } from './responseTemplate.ts';

/**
 * What is left over of a call whose arguments stand in tags: text between the tags that none of them took, and tags that
 * stand within a value, or in the name that the opening captured, as where one of a pair is missing. Linear in the region for
 * each tag of the pattern.
 */
export function leftInCalls(template: ResponseTemplate, region: AnswerRegion, answer: string): readonly Span[] {
  const { field: name, span, inner } = region;
  const field = template.fields.get(name);
  const pattern = field && tagPatternOf(field);
  if (!field || pattern === undefined) return [];
  const regex = regexOf(pattern);
  const tags = marksIn(literalRuns(regex.tree));
  const own = field.open?.regex ? marksIn(literalRuns(field.open.regex.tree)) : literalsOf(field.open);
  const foreign = [...tags, ...literalsOf(field.close)].filter(tag => !own.includes(tag));
  const found: Span[] = [];
  const add = (start: number, end: number) => found.push({ start, end });
  for (const tag of foreign) {
    const at = answer.slice(span.start, inner.start).indexOf(tag);
    if (at >= 0) add(span.start + at, span.start + at + tag.length);
  }
  const text = answer.slice(inner.start, inner.end);
  const codes = new CodeText(text);
  const offsets = new CodeOffsets(text, 0);
  let behind = 0;
  for (const { start, end, groups } of regex.matches(codes)) {
    const match = offsets.span({ start, end });
    between(behind, match.start);
    behind = match.end;
    const place = groups.get('value');
    const value = place && offsets.span({ start: place[0], end: place[1] });
    const tag = value && tags.find(each => text.slice(value.start, value.end).includes(each));
    if (value && tag !== undefined) {
      const at = inner.start + text.indexOf(tag, value.start);
      add(at, at + tag.length);
    }
  }
  between(behind, text.length);
  return found;

  /** What stands between two matches, blanks aside. */
  function between(from: number, to: number): void {
    const rest = text.slice(from, to);
    if (rest.trim() === '') return;
    const start = inner.start + from + rest.length - rest.trimStart().length;
    add(start, start + rest.trim().length);
  }
}

function tagPatternOf({ contentArgs }: TemplateField): string | undefined {
  const pattern = isPyDict(contentArgs) ? contentArgs.get('tag_pattern') : undefined;
  return typeof pattern === 'string' ? pattern : undefined;
}
