import { has } from '../../json/schema/subschema.ts';
import { type PatternShape, patternShape } from '../patternShape.ts';
import { type Condition, condition } from './condition.ts';

function ofPattern(words: string, test: (shape: PatternShape) => boolean): Condition {
  return condition(words, ({ schema }) => typeof schema.pattern === 'string' && test(patternShape(schema.pattern)));
}

/** The keyword is: with a lookaround. */
export const looksAround = ofPattern('with a lookaround', shape => shape.looksAround);

/** The keyword is: with a lookaround, a backreference or a word boundary. */
export const beyondRegular = ofPattern(
  'with a lookaround, a backreference or a word boundary',
  shape => shape.looksAround || shape.refersBack || shape.hasWordBoundary,
);

/** The keyword is: with a backreference or a word boundary. */
export const backOrBoundary = ofPattern(
  'with a backreference or a word boundary',
  shape => shape.refersBack || shape.hasWordBoundary,
);

/** The keyword is: of 0, of a text, with nothing beside it. */
export const zeroAlone = condition(
  'of 0, of a text, with nothing beside it',
  ({ schema }) =>
    schema.minLength === 0 &&
    schema.type === 'string' &&
    ['maxLength', 'pattern', 'format'].every(keyword => !has(schema, keyword)),
);

/** The keyword is: not anchored. */
export const notAnchored = ofPattern('not anchored', shape => !shape.isAnchored);

/** The keyword is: without `^` and `$`. */
export const noAnchors = ofPattern('without `^` and `$`', shape => !shape.hasBothAnchors);

/** The keyword is: with `\d`, `\w` or `\s`. */
export const escapedClass = ofPattern('with `\\d`, `\\w` or `\\s`', shape => shape.hasEscapedClass);

/** Beside a pattern that, read as anchored, matches nothing of a wrong length. */
export const withinLengths = condition('that the pattern keeps by itself', ({ schema }, keyword) => {
  if (typeof schema.pattern !== 'string') return false;
  const { length } = patternShape(schema.pattern);
  const bound = Number(schema[keyword]);
  return keyword === 'minLength' ? length.min >= bound : length.max <= bound;
});

/** The keyword is: of a pattern that is not anchored. */
export const shorterThanText = condition('of a pattern that is not anchored', ({ schema }) =>
  typeof schema.pattern === 'string' ? !patternShape(schema.pattern).isAnchored : false,
);

/** A `format` that is none of these. */
export function formatNotIn(formats: readonly string[]): Condition {
  return condition(`other than ${formats.join(', ')}`, ({ schema }) => !formats.includes(String(schema.format)));
}

/** Beside a `format` that is one of these. */
export function formatIn(formats: readonly string[]): Condition {
  return condition('beside a `format` that it knows', ({ schema }) => formats.includes(String(schema.format)));
}

/** The keyword stands beside one another. */
export const severalStringGroups = condition(
  'beside one another',
  ({ schema }) =>
    [has(schema, 'format'), has(schema, 'pattern'), has(schema, 'minLength') || has(schema, 'maxLength')].filter(
      Boolean,
    ).length > 1,
);
