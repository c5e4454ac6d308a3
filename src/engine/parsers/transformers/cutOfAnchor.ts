import { EngineError } from '../../core/errors.ts';
import { CodeText } from '../../python/regex/codeText.ts';
import { matchSamples } from '../../python/regex/matchSamples.ts';
import type { Regex } from '../../python/regex/regex.ts';
import type { Anchor } from './anchor.ts';
import { nextDelimiter, watch } from './delimiters.ts';
import type { TemplateField } from './responseTemplate.ts';

/** A text in which a delimiter is found elsewhere when the stream is cut behind `cut` of its characters. */
export interface FoundCut {
  readonly text: string;
  readonly cut: number;
  readonly whole: string | undefined;
  readonly streamed: string | undefined;
}

const knownCuts = new WeakMap<Regex, { readonly found: FoundCut | undefined }>();
/** Streams that are tried for a delimiter. */
const maxStreams = 1500;

/** A stream that finds a delimiter elsewhere than the text in one piece does; `undefined`: none was found. Bounded; what an anchor's pattern gives is kept. */
export function cutOfAnchor(field: TemplateField, anchor: Anchor): FoundCut | undefined {
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
