import { EngineError } from '../../../core/errors.ts';
import { CodeText } from '../../../python/regex/codeText.ts';
import { matchSamples } from '../../../python/regex/matchSamples.ts';
import type { Regex } from '../../../python/regex/regex.ts';
import { asksForEnd, canBeEmpty, lookApart, looksFarAhead } from '../../../python/regex/regexShape.ts';
import type { Anchor } from '../anchor.ts';
import { nextDelimiter, watch } from '../delimiters.ts';
import type { ResponseTemplate, TemplateField } from '../responseTemplate.ts';
import { responseWarning, type TemplateWarning } from './templateWarning.ts';

/** What is wrong with the delimiters of a template when an answer streams in. The time is bounded for each delimiter. */
export function anchorWarnings({ fields }: ResponseTemplate): readonly TemplateWarning[] {
  return [...fields.values()].flatMap(field => {
    const { name, open, close } = field;
    const place = (key: 'open' | 'close', anchor: Anchor) => ['fields', name, anchor.literals ? key : `${key}_pattern`];
    const warnings: TemplateWarning[] = [];
    if (open && looksFarAhead(open.regex.tree))
      warnings.push(
        responseWarning(
          'held-stream',
          'This looks ahead over any amount of text: a stream is held back from its first character until what is looked for has come, and everything behind it until the end.',
          place('open', open),
        ),
      );
    const isEndless = open && close && isEmptyPair(open.regex, close.regex);
    if (isEndless)
      warnings.push(
        responseWarning(
          'endless-region',
          'Open and close can both match nothing at one place: there transformers opens and closes the region for ever.',
          place('close', close),
        ),
      );
    const empty = close && !isEndless ? emptyClose(field, close) : undefined;
    if (close && empty !== undefined) warnings.push(responseWarning('empty-close', empty, place('close', close)));
    for (const [key, anchor] of [['open', open] as const, ['close', close] as const]) {
      if (!anchor || (key === 'close' && (isEndless || empty !== undefined))) continue;
      const found = cutOf(field, anchor);
      if (found) warnings.push(responseWarning('cut-dependent', wordsOf(found), place(key, anchor)));
    }
    return warnings;
  });
}

function isEmptyPair(open: Regex, close: Regex): boolean {
  return canBeEmpty(open.tree) && canBeEmpty(close.tree) && !lookApart(open.tree, close.tree);
}

/** Why a close that can match nothing loses text; a look ahead that closes a region of its own does not. */
function emptyClose({ open }: TemplateField, { regex }: Anchor): string | undefined {
  if (!canBeEmpty(regex.tree)) return undefined;
  const atEnd = asksForEnd(regex.tree);
  if (open && !atEnd) return undefined;
  return atEnd
    ? 'The end of the text is also the end of every piece of a stream: a piece that ends in a line feed closes the region, and what follows replaces it; and the other alternatives are not waited for. Leave `$` out: at the end of the answer every region is closed.'
    : 'This can match nothing: what follows opens the field again and replaces what it was, or is lost. Let it match at least one character.';
}

/** A text in which a delimiter is found elsewhere when the stream is cut behind `cut` of its characters. */
interface FoundCut {
  readonly text: string;
  readonly cut: number;
  readonly whole: string | undefined;
  readonly streamed: string | undefined;
}

const knownCuts = new WeakMap<Regex, { readonly found: FoundCut | undefined }>();
/** Streams that are tried for a delimiter. */
const maxStreams = 1500;

function cutOf(field: TemplateField, anchor: Anchor): FoundCut | undefined {
  const known = knownCuts.get(anchor.regex);
  if (known) return known.found;
  const found = findCut(field, anchor);
  knownCuts.set(anchor.regex, { found });
  return found;
}

/** Tries texts that the delimiter matches, cut at every place, as the reader would come to them. */
function findCut(field: TemplateField, anchor: Anchor): FoundCut | undefined {
  const search = (...chunks: readonly string[]) => {
    const text = new CodeText();
    const watches = [watch('close', field, anchor)];
    let from = 0;
    for (const chunk of chunks) {
      text.append(chunk);
      const { best, hold } = nextDelimiter(text, from, watches, false);
      if (best) return best.match;
      from = hold;
    }
    return nextDelimiter(text, from, watches, true).best?.match;
  };
  let streams = 0;
  try {
    for (const sample of anchor.literals ?? matchSamples(anchor.regex.tree))
      for (const text of [`${sample}x`, `${sample}\nx`]) {
        const whole = search(text);
        for (let cut = 1; cut <= sample.length + 1 && cut < text.length; cut++) {
          if ((text.charCodeAt(cut) & 0xfc00) === 0xdc00) continue;
          if (++streams > maxStreams) return undefined;
          const streamed = search(text.slice(0, cut), text.slice(cut));
          if (whole?.start === streamed?.start && whole?.end === streamed?.end) continue;
          const said = (match: typeof whole) => match && Array.from(text).slice(match.start, match.end).join('');
          return { text, cut, whole: said(whole), streamed: said(streamed) };
        }
      }
  } catch (error) {
    // What cannot be run here, or takes too long, is told when it is used.
    if (!(error instanceof EngineError)) throw error;
  }
  return undefined;
}

function wordsOf({ text, cut, whole, streamed }: FoundCut): string {
  const quoted = (part: string | undefined) =>
    part === undefined ? 'nothing' : part === '' ? 'an empty match' : JSON.stringify(part);
  return `What is found depends on where a stream is cut: in ${quoted(text)} it is ${quoted(whole)}, but ${quoted(streamed)} when the text comes as ${quoted(text.slice(0, cut))} and ${quoted(text.slice(cut))}.`;
}
