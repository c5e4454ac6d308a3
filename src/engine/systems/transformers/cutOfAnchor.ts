import { EngineError } from '../../core/errors.ts';
import { CodeText, matchSamples, type Regex, type RegexMatch } from '../../python/index.ts';
import type { Anchor, LiteralAnchor, PatternAnchor } from './anchor.ts';
import { nextDelimiter, watch } from './delimiters.ts';
import type { TemplateField } from './responseTemplate.ts';

/** A text in which a delimiter is found elsewhere when the stream is cut behind `cut` of its characters. */
export interface FoundCut {
  readonly text: string;
  readonly cut: number;
  readonly whole: string | undefined;
  readonly streamed: string | undefined;
}

/** What may still be spent on the patterns of one template: about a step of a matcher each. */
export interface CutBudget {
  left: number;
}

const knownCuts = new WeakMap<Regex, { readonly found: FoundCut | undefined }>();
/** Streams that are tried for a pattern. */
const maxStreams = 1500;
const maxSteps = 30_000_000;

/** For one template, however many patterns it has and however long they are. */
export function cutBudget(): CutBudget {
  return { left: maxSteps };
}

/**
 * A stream that finds a delimiter elsewhere than the text in one piece does; `undefined`: there is none. For literals that
 * is exact, and linear; of a pattern as many streams are tried as the budget allows. What a pattern gives is kept.
 */
export function cutOfAnchor(field: TemplateField, anchor: Anchor, budget: CutBudget): FoundCut | undefined {
  if (anchor.literals) return cutOfLiterals(field, anchor);
  const cached = knownCuts.get(anchor.regex);
  if (cached) return cached.found;
  const found = cutOfPattern(field, anchor, budget);
  if (found || budget.left > 0) knownCuts.set(anchor.regex, { found });
  return found;
}

/** Lets each literal come character by character: the first match that is acted on is the one that later cuts find, too. */
function cutOfLiterals(field: TemplateField, anchor: LiteralAnchor): FoundCut | undefined {
  for (const literal of anchor.literals)
    for (const text of textsOf(literal)) {
      const whole = nextDelimiter(new CodeText(text), 0, [watch('close', field, anchor)], true).best?.match;
      const watches = [watch('close', field, anchor)];
      const growing = new CodeText();
      let cut = 0;
      for (const character of text) {
        cut += character.length;
        if (cut >= text.length) break;
        growing.append(character);
        const { best } = nextDelimiter(growing, 0, watches, false);
        if (!best) continue;
        if (!isSame(whole, best.match)) return foundCut(text, cut, whole, best.match);
        break;
      }
    }
  return undefined;
}

/** Tries texts that the pattern matches, cut at every place, as the reader would come to them. */
function cutOfPattern(field: TemplateField, anchor: PatternAnchor, budget: CutBudget): FoundCut | undefined {
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
    for (const sample of matchSamples(anchor.regex.tree))
      for (const text of textsOf(sample)) {
        const whole = search(text);
        for (let cut = 1; cut <= sample.length + 1 && cut < text.length; cut++) {
          if ((text.charCodeAt(cut) & 0xfc00) === 0xdc00) continue;
          budget.left -= text.length * (text.length + anchor.regex.pattern.length);
          if (++streams > maxStreams || budget.left <= 0) return undefined;
          const streamed = search(text.slice(0, cut), text.slice(cut));
          if (!isSame(whole, streamed)) return foundCut(text, cut, whole, streamed);
        }
      }
  } catch (error) {
    // What cannot be run here, or takes too long, raises when it is used.
    if (!(error instanceof EngineError)) throw error;
  }
  return undefined;
}

/** What may stand behind a delimiter. */
function textsOf(sample: string): readonly string[] {
  return [`${sample}x`, `${sample}\nx`];
}

function isSame(whole: RegexMatch | undefined, streamed: RegexMatch | undefined): boolean {
  return whole?.start === streamed?.start && whole?.end === streamed?.end;
}

function foundCut(
  text: string,
  cut: number,
  whole: RegexMatch | undefined,
  streamed: RegexMatch | undefined,
): FoundCut {
  const said = (match: RegexMatch | undefined) => match && Array.from(text).slice(match.start, match.end).join('');
  return { text, cut, whole: said(whole), streamed: said(streamed) };
}
