import { type ParseResult, pointerStep, type Violation } from '../engine/index.ts';
import { feedbackOf } from '../views/responseModel.ts';

/** One way in which a framework asks again. */
interface FeedbackWay {
  /** What the model is sent, and nothing beside it. */
  readonly text: string;
  /** Where its part of {@link feedbackText} begins, in UTF-16 units. */
  readonly offset: number;
  /** Where its text begins there, behind its name. */
  readonly start: number;
}

/** The feedback to the model. Where the framework has several ways of asking again, each stands under its name, the definition's first. */
export function feedbackText(result: ParseResult): string | undefined {
  const sections = sectionsOf(result);
  return sections.length === 0 ? undefined : sections.map(({ text, heading }) => heading + text).join(between);
}

/** The ways of asking again, in the order of {@link feedbackText}; empty: the model gets no feedback. */
export function feedbackWays(result: ParseResult): readonly FeedbackWay[] {
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

/** A member with another value than the format wants, and where the feedback to the model speaks of it. */
export interface FeedbackMember extends Pick<Violation, 'path' | 'cause' | 'wanted' | 'got'> {
  /** Behind its words in `feedbackText`, in UTF-16 units. */
  readonly offset: number;
}

/** The most places of the same words that are looked at. */
const mostPlaces = 200;
/** How far before its words a member's name may stand, in UTF-16 units. */
const namedWithin = 400;

/**
 * Where a framework speaks of each violation, in the order of `feedbackText`, in every way of asking again. A member whose
 * place is not certain has none: frameworks use other words, or stop at the first fault. Linear in the text, times the
 * violations.
 */
export function feedbackMembers(result: ParseResult): readonly FeedbackMember[] {
  const violations = result.ok ? [] : (result.error.violations ?? []);
  if (violations.length === 0) return [];
  return feedbackWays(result)
    .flatMap(({ text, start }) => {
      const places = new Places(text, violations);
      // Where the answer is quoted its names stand there.
      const isQuoting = result.response !== '' && text.includes(result.response);
      const said = violations.map(violation => places.ofWords(violation));
      const isNamed = !isQuoting && said.every(place => place === undefined);
      return violations.flatMap((violation, i) => {
        const { path, cause, wanted, got } = violation;
        const place = said[i] ?? (isNamed ? places.ofName(violation) : undefined);
        return place === undefined ? [] : [{ path, cause, wanted, got, offset: start + place }];
      });
    })
    .sort((one, other) => one.offset - other.offset);
}

type Said = Pick<Violation, 'path' | 'message'>;

/** The places of what is said of members in a text. */
class Places {
  readonly #text: string;
  readonly #all: readonly Said[];
  readonly #byMessage = new Map<string, readonly Place[]>();

  constructor(text: string, all: readonly Said[]) {
    this.#text = text;
    this.#all = all;
  }

  /** The end of what is said of a member: of its message behind its path, or of one that no other has; else of its path. */
  ofWords(said: Said): number | undefined {
    const places = this.#placesOf(said.message);
    const own = places.find(({ start }) => isPathAt(this.#lineBefore(start), said));
    if (own) return own.end;
    const isShared = this.#all.some(other => other.path !== said.path && other.message === said.message);
    // What the model said comes first in a text that quotes it.
    return (isShared ? undefined : places.at(-1)?.end) ?? this.#ofPath(said);
  }

  /** The end of the member's name in quotes, where it stands once. */
  ofName({ path }: Said): number | undefined {
    const name = stepsOf(path).at(-1);
    if (name === undefined || /^\d*$/.test(name)) return undefined;
    const places = ["'", '"', '`'].flatMap(quote => placesIn(this.#text, quote + name + quote));
    return places.length === 1 ? places[0]!.end : undefined;
  }

  /** A path on a line of its own, of a member of which the text lists each variant. */
  #ofPath(said: Said): number | undefined {
    const [first] = stepsOf(said.path);
    if (first === undefined) return undefined;
    return placesIn(this.#text, first)
      .map(({ end }) => end + this.#text.slice(end).search(/$|\n|\\n/))
      .find(end => isPathAt(this.#lineBefore(end), said));
  }

  /** The line that ends before an offset, or the one before that where nothing is on it. */
  #lineBefore(offset: number): string {
    const before = this.#text.slice(Math.max(0, offset - namedWithin), offset).trimEnd();
    const line = before.replace(/\\n$|:$/, '').split(/\\n|\n/);
    return line.at(-1)?.trim() ?? '';
  }

  #placesOf(message: string): readonly Place[] {
    const cached = this.#byMessage.get(message);
    if (cached) return cached;
    const places = writtenForms(message.replace(/…$/, '')).flatMap(form => placesIn(this.#text, form));
    this.#byMessage.set(message, places);
    return places;
  }
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** A message as it is, and as the `repr` of Python or JSON have it within a text. */
function writtenForms(message: string): readonly string[] {
  const json = JSON.stringify(message).slice(1, -1);
  return message === '' ? [] : [...new Set([message, message.replaceAll("'", "\\'"), json])];
}

function placesIn(text: string, words: string): readonly Place[] {
  const places: Place[] = [];
  for (let start = text.indexOf(words); start >= 0 && places.length < mostPlaces; ) {
    places.push({ start, end: start + words.length });
    start = text.indexOf(words, start + words.length);
  }
  return places;
}

/** Whether a line ends with a path as Pydantic writes it, perhaps with the variant that it was held against: `tags.1`, `('tags', 1)`, `$.tags[1]`. */
function isPathAt(line: string, { path }: Said): boolean {
  const steps = stepsOf(path);
  if (steps.length === 0) return false;
  const dotted = steps.join('.');
  if (line === dotted || line.startsWith(`${dotted}.`)) return true;
  if (line.endsWith(`$${steps.map(step => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')}`)) return true;
  if (!line.endsWith(')')) return false;
  const parts = line.slice(line.lastIndexOf('(') + 1, -1).split(',');
  return steps.every((step, i) => parts[i]?.trim().replace(/^(['"])(.*)\1$/, '$2') === step);
}

function stepsOf(path: string): readonly string[] {
  return path.split('/').slice(1).map(pointerStep);
}
