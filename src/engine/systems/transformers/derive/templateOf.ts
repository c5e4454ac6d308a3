import type { AnswerRegions } from './answerRegions.ts';
import type { CallShape, FieldJson } from './callParts.ts';
import { anchorOf, closesBefore, patternOf } from './textPieces.ts';
import { thoughtsField } from './thoughtMarks.ts';

/** How the parts of a derived template are written. */
export interface TemplateForm {
  /**
   * What becomes of the pieces of the words: a later one replaces what was before, blanks behind a closing too; or such
   * blanks belong to the closing; or all become one text, which servers refuse.
   */
  readonly pieces: 'replaced' | 'without-blanks' | 'joined';
  /** Whether a call closes only where another one, or the end, follows: its closing may stand in its arguments too. */
  readonly guardsCloses: boolean;
  /** How the arguments of calls are read: the number of one of the ways. */
  readonly reading: number;
  /** The key of the message for its thoughts. */
  readonly thoughtsKey: string;
}

/** The response template that reads answers with these regions. */
export function templateOf(regions: AnswerRegions, form: TemplateForm): FieldJson {
  const { thoughts, calls, contentOpens, contentCloses, contentStops, anchors } = regions;
  const { guardsCloses, reading, thoughtsKey } = form;
  const isLeftover = thoughts !== undefined && thoughts.open === '' && thoughts.close === '';
  const others = [...contentOpens.map(patternOf), ...(calls ? [patternOf(calls.open.trim())] : [])];
  const pieces = form.pieces === 'joined' && { repeats: true, join: '' };
  const closed = (field: FieldJson) => (form.pieces === 'without-blanks' ? withBlanks(field) : field);
  return {
    defaults: { role: 'assistant' },
    start_anchor: anchors.length === 1 ? anchors[0] : anchors,
    fields: {
      ...(thoughts && {
        [thoughtsKey]: { ...thoughtsField(thoughts, contentCloses, others), ...(isLeftover && pieces) },
      }),
      ...(calls && {
        tool_calls: closed({ ...callField(calls, contentCloses, guardsCloses), ...calls.readings?.[reading] }),
      }),
      content: {
        ...anchorOf('open', contentOpens),
        ...closed(closesOf(contentCloses, contentStops, calls)),
        ...(!isLeftover && pieces),
      },
    },
  };
}

/** A field whose closing takes the blanks that may follow it. */
function withBlanks(field: FieldJson): FieldJson {
  const { close, close_pattern: closing, ...rest } = field;
  const literals = (Array.isArray(close) ? close : [close]).filter(each => typeof each === 'string');
  const pattern = typeof closing === 'string' ? closing : literals.map(patternOf).join('|');
  return pattern === '' ? field : { ...rest, close_pattern: `(?:${pattern})\\s*` };
}

/** What closes words, or begins behind them. What is around calls, and has no letter, may stand in words as well: it closes behind a call alone. */
function closesOf(closes: readonly string[], stops: readonly string[], calls: CallShape | undefined): FieldJson {
  const isWeak = (mark: string) => calls?.around.includes(mark) && calls.close !== '' && !/\p{L}/u.test(mark);
  if (stops.length === 0 && !closes.some(isWeak)) return anchorOf('close', closes);
  const patterns = closes.map(mark => (isWeak(mark) ? `(?<=${patternOf(calls!.close)}\\s*)` : '') + patternOf(mark));
  return { close_pattern: [...patterns, ...stops.map(stop => `(?=${patternOf(stop)})`)].join('|') };
}

/** The field of calls with its closing: of a call without one what follows it, and where closings are guarded only before that. */
function callField({ field, next, close }: CallShape, ends: readonly string[], isGuarded: boolean): FieldJson {
  const isClosed = 'close' in field || 'close_pattern' in field;
  if (isClosed && !isGuarded) return field;
  if (!isClosed && next === undefined) return { ...field, ...anchorOf('close', ends) };
  const patterns = ends.map(patternOf);
  if (!isClosed && next !== undefined) return { ...field, close_pattern: [closesBefore(next), ...patterns].join('|') };
  const { close: _, close_pattern: closing = patternOf(close), ...rest } = field;
  const follows = [...(next === undefined ? [] : [next]), ...patterns, '$'].join('|');
  return { ...rest, close_pattern: `${closing}(?=\\s*(?:${follows}))` };
}
