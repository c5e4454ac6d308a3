import { EngineError } from '../../core/errors.ts';
import { untranslatable } from '../re/untranslatable.ts';
import type { CodeText } from './codeText.ts';
import { readRegex } from './readRegex.ts';
import { dotAllFlags, type RegexFlags } from './regexFlags.ts';
import { outcome, RegexMatcher } from './regexMatcher.ts';
import type { ParsedRegex, RegexNode } from './regexNode.ts';
import { compileProgram } from './regexProgram.ts';
import { type RegexMatch, RegexScan } from './regexScan.ts';
import { type FirstCharacters, firstCharacters } from './regexShape.ts';
import { compileScan, type ScanInstruction } from './scanProgram.ts';

/** The steps that one search may take, besides those that the length of the text allows. */
const maxSteps = 4_000_000;

/** Where a search goes on that was begun before on a shorter text, from the same place. Belongs to one text and one pattern. */
export interface RegexProgress {
  from: number;
  /** Steps spent since `from` was set. */
  spent: number;
  scan: RegexScan | undefined;
}

/** A pattern as Python's `regex` module compiles it, run by our own matcher: no thread is blocked for ever, and texts that grow can be searched. */
export class Regex {
  readonly pattern: string;
  /** The names of its groups, in the order of their numbers. */
  readonly names: readonly string[];
  readonly #parsed: ParsedRegex;
  readonly #first: FirstCharacters | undefined;
  #matcher: RegexMatcher | undefined;
  #scanCode: readonly ScanInstruction[] | undefined | null = null;

  /** Raises the module's `error`. What compiles there and cannot be run here raises `UntranslatablePattern` when it is used. */
  constructor(pattern: string, flags: RegexFlags = dotAllFlags) {
    this.pattern = pattern;
    this.#parsed = readRegex(pattern, flags);
    this.names = [...this.#parsed.names].sort((a, b) => a[1] - b[1]).map(([name]) => name);
    this.#first = firstCharacters(this.#parsed.body);
  }

  /** What it consists of. */
  get tree(): RegexNode {
    return this.#parsed.body;
  }

  /**
   * `pattern.search(text, from, partial=…)`: the leftmost match; with `partial`, if there is none, the leftmost place where
   * one could be if more text came. `progress` makes repeated searches of a growing text linear, where the pattern has no
   * look-around (but a look-ahead at its end), back-reference, atomic group or condition. Raises `PatternTimeoutError`
   * where there are too many ways to match, and `UntranslatablePattern`.
   */
  search(
    text: CodeText,
    from: number,
    partial = false,
    progress?: RegexProgress,
    notEmptyAt = -1,
  ): RegexMatch | undefined {
    const matcher = this.#ready();
    const start = { from, spent: 0, scan: undefined };
    const state = progress ?? start;
    if (state.from !== from) Object.assign(state, start);
    const allowed = 4096 + 8 * (text.length - from);
    const canScan = notEmptyAt === -1 && this.#canScan();
    if (!state.scan && (!canScan || state.spent <= allowed)) {
      matcher.steps = canScan ? allowed - state.spent + 1 : maxSteps + 64 * (text.length - from);
      const before = matcher.steps;
      const found = this.#backtrack(matcher, text, from, partial, notEmptyAt);
      state.spent += before - matcher.steps;
      if (found !== 'given up') return found;
      if (!canScan) throw tooManyWays();
    }
    state.scan ??= new RegexScan(this.#scanCode ?? []);
    return state.scan.search(text, from, partial, this.#parsed.names);
  }

  /** Every match of `pattern.finditer(text)`. Raises like {@link search}. */
  *matches(text: CodeText): Generator<RegexMatch> {
    let [from, notEmptyAt] = [0, -1];
    while (from <= text.length) {
      const match = this.search(text, from, false, undefined, notEmptyAt);
      if (!match) return;
      yield match;
      from = match.end;
      notEmptyAt = match.end === match.start ? match.end : -1;
    }
  }

  #ready(): RegexMatcher {
    const { unsupported } = this.#parsed;
    if (unsupported) throw untranslatable(unsupported.what, unsupported.position, 'Write the pattern without it');
    this.#matcher ??= new RegexMatcher(compileProgram(this.#parsed));
    return this.#matcher;
  }

  #canScan(): boolean {
    if (this.#scanCode === null) this.#scanCode = compileScan(this.#parsed);
    return this.#scanCode !== undefined;
  }

  #backtrack(
    matcher: RegexMatcher,
    text: CodeText,
    from: number,
    partial: boolean,
    notEmptyAt: number,
  ): RegexMatch | 'given up' | undefined {
    const complete = this.#pass(matcher, text, from, false, notEmptyAt);
    if (complete || !partial) return complete;
    const { length } = text;
    // Nothing at all is always a beginning of something.
    return (
      this.#pass(matcher, text, from, true, notEmptyAt) ?? { start: length, end: length, partial, groups: new Map() }
    );
  }

  #pass(
    matcher: RegexMatcher,
    text: CodeText,
    from: number,
    partial: boolean,
    notEmptyAt: number,
  ): RegexMatch | 'given up' | undefined {
    const { codes, length } = text;
    const first = this.#first;
    let start = from;
    for (;;) {
      if (first) {
        const before = start;
        while (start < length) {
          const code = codes[start] as number;
          if (code < 128 ? first.ascii[code] === 1 : first.others) break;
          start++;
        }
        matcher.steps -= (start - before) >> 4;
        if (start >= length && !partial) return undefined;
      }
      if (start > length) return undefined;
      const how = matcher.run(text, start, from, partial, notEmptyAt);
      if (how === outcome.givenUp) return 'given up';
      if (how !== outcome.fail) return this.#match(matcher, start, how === outcome.partial, length);
      start++;
    }
  }

  #match({ registers, end }: RegexMatcher, at: number, partial: boolean, length: number): RegexMatch {
    const kept = registers[0] as number;
    const start = kept >= 0 ? kept : at;
    if (partial) return { start, end: length, partial, groups: new Map() };
    const groups = new Map<string, readonly [number, number]>();
    for (const [name, index] of this.#parsed.names) {
      const [from, to] = [registers[2 * index] as number, registers[2 * index + 1] as number];
      if (from >= 0 && to >= 0) groups.set(name, [from, to]);
    }
    return { start, end, partial, groups };
  }
}

/** The error for a pattern that does not end in time. */
function tooManyWays(): EngineError {
  return new EngineError(
    'PatternTimeoutError',
    'The pattern did not finish on this response: it has too many ways to match. Nested or adjacent repetitions that can match the same text are the usual cause; make them exclude one another, as in [^<]*.',
  );
}

const cache = new Map<string, Regex>();
/** Python keeps as many. */
const maxKnown = 500;

/** A pattern compiled with `DOTALL`; as in Python, the last ones are kept. Raises the `regex` module's `error`. */
export function regexOf(pattern: string): Regex {
  const found = cache.get(pattern);
  if (found) return found;
  const made = new Regex(pattern);
  if (cache.size >= maxKnown) cache.clear();
  if (pattern.length <= 1000) cache.set(pattern, made);
  return made;
}
