import { type AnswerGrammar, literal, NoGrammarError, notBlank, sequence, textUntil } from '../../grammar/index.ts';
import { checkDelimiters, plainAnswer } from '../../parsers/shared/answerGrammars.ts';
import type { PieceReader, StreamEvents } from '../../parsers/shared/streamReader.ts';
import { isWhite, stripSpan } from '../../python/index.ts';
import { type GrowingText, PairSearch } from '../../text/index.ts';
import { defaultActionRegex } from './modelClass.ts';
import type { readSettings } from './readSettings.ts';

/** Where a pattern matched, and its group; UTF-16 offsets as in `PatternOutcome`. */
type ActionSpans = readonly ActionSpan[];

interface ActionSpan {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

const metacharacters = /[\\^$.*+?()[\]{}|]/;
const opening = '```mswea_bash_command';
const closing = '\n```';
const feed = 0x0a;

/** The search for the actions of a pattern that needs no pattern engine, in a text that is whole or grows. Linear. */
class ActionSearch {
  readonly #pair: PairSearch;
  /** Whether blanks up to their last line feed, which must be there, belong to the beginning. */
  readonly #skipsBlanks: boolean;
  #isInBlanks = false;
  /** Where the group begins; in blanks, behind their last line feed so far, -1 without one. */
  #from = -1;

  private constructor(begin: string, end: string, skipsBlanks: boolean) {
    this.#pair = new PairSearch(begin, end);
    this.#skipsBlanks = skipsBlanks;
  }

  /** For mini-swe-agent's default, and for `BEGIN(.*?)END`; `undefined`: another pattern. */
  static of(pattern: string): ActionSearch | undefined {
    if (pattern === defaultActionRegex) return new ActionSearch(opening, closing, true);
    const [begin, end, ...more] = pattern.split('(.*?)');
    if (!begin || !end || more.length > 0 || metacharacters.test(begin) || metacharacters.test(end)) return undefined;
    return new ActionSearch(begin, end, false);
  }

  /**
   * Reads the piece that stands `at` in the text from an index on, until the beginning of an action, or else its end, has
   * come: the index behind what was read; or -1, and all of it is read. Behind an end the next action is looked for.
   */
  find(piece: string, from: number, at: number): number {
    const pair = this.#pair;
    if (pair.isClosed) pair.next();
    for (let i = from; ; ) {
      if (!this.#isInBlanks) {
        i = pair.find(piece, i, at);
        if (i < 0 || pair.isClosed) return i;
        this.#from = this.#skipsBlanks ? -1 : at + i;
        this.#isInBlanks = this.#skipsBlanks;
      }
      if (this.#isInBlanks) {
        for (; i < piece.length && isWhite(piece.charCodeAt(i)); i++)
          if (piece.charCodeAt(i) === feed) this.#from = at + i + 1;
        if (i === piece.length) return -1;
        this.#isInBlanks = false;
      }
      if (this.#from >= 0) return i;
      pair.next();
    }
  }

  /** Where the action begins whose end is looked for. */
  get start(): number {
    return this.#pair.opened?.start ?? -1;
  }

  /** Whether the end of an action was the last that was found. */
  get isClosed(): boolean {
    return this.#pair.isClosed;
  }

  /** The action whose end was the last that was found; `undefined`: it was a beginning. */
  get closed(): ActionSpan | undefined {
    if (!this.#pair.isClosed) return undefined;
    const [start, to, end] = this.#pair.ends;
    return { start, end, from: this.#from, to };
  }

  /**
   * The actions of the default pattern whose fences close directly behind the white space, which gives back its last line feed
   * for that: certain when all of a text is read, and no other end has come.
   */
  rest(text: string): ActionSpans {
    const found: ActionSpan[] = [];
    for (let start = this.#skipsBlanks ? this.start : -1; start !== -1; ) {
      let next = start + opening.length;
      let [before, newline] = [-1, -1];
      for (; isWhite(text.charCodeAt(next)); next++)
        if (text.charCodeAt(next) === feed) [before, newline] = [newline, next];
      if (before >= 0 && text.startsWith(closing, newline)) {
        next = newline + closing.length;
        found.push({ start, end: next, from: before + 1, to: newline });
      }
      start = text.indexOf(opening, next);
    }
    return found;
  }
}

/** The matches of a pattern that {@link ActionSearch} takes; `undefined`: another pattern. Linear. */
export function scanActions(pattern: string, text: string): ActionSpans | undefined {
  const search = ActionSearch.of(pattern);
  if (!search) return undefined;
  const found: ActionSpan[] = [];
  for (let from = search.find(text, 0, 0); from >= 0; from = search.find(text, from, 0))
    if (search.isClosed) found.push(search.closed!);
  return found.concat(search.rest(text));
}

/**
 * The command of a response that grows, when its fence closes: final, as a second one is an error. One that closes directly
 * behind its blanks is certain only at the end. In words why none closes for patterns that need a pattern engine. Linear.
 */
export function streamActions(response: GrowingText, events: StreamEvents, pattern: string): PieceReader | string {
  const search = ActionSearch.of(pattern);
  if (!search) return 'The pattern is the author’s own: what it matches is known only when the response is complete.';
  let isRead = false;

  const close = ({ start, end, from, to }: NonNullable<typeof search.closed>) => {
    events.leave();
    if (isRead) return;
    isRead = true;
    const body = response.slice(from, to);
    const { start: left, end: right } = stripSpan(body);
    const inner = { start: from + left, end: from + right };
    events.close({ key: 'command', value: body.slice(left, right), span: { start, end }, inner, final: true });
  };
  const read: PieceReader = {
    take(piece, at) {
      for (let from = search.find(piece, 0, at); from >= 0; from = search.find(piece, from, at)) {
        const { closed } = search;
        if (closed) close(closed);
        else events.open('command', search.start);
      }
    },
  };
  return pattern === defaultActionRegex ? read : unlessMessage(read);
}

/** A message as JSON text is not read here: its content is another text, and a pattern could match the JSON. */
function unlessMessage(read: PieceReader): PieceReader {
  let isMessage: boolean | undefined;
  return {
    take(piece, at) {
      const blanks = isMessage === undefined ? piece.search(/\S/) : -1;
      if (blanks >= 0) isMessage = piece.startsWith('{', blanks);
      if (!isMessage) read.take(piece, at);
      else if (blanks > 0) read.take(piece.slice(0, blanks), at);
    },
  };
}

const command = { path: ['0', 'command'], reads: 'stripped' } as const;

/** A thought and one action, as far as the pattern shows what stands around it. Throws `NoGrammarError` for other patterns and modes. */
export function actionGrammar({ mode, actionRegex }: ReturnType<typeof readSettings>): AnswerGrammar {
  if (mode !== 'actions_text')
    throw new NoGrammarError('The actions are calls of a tool, which the provider holds to its schema.');
  if (actionRegex === defaultActionRegex)
    return plainAnswer(
      sequence(
        textUntil('```mswea_bash_command'),
        literal('\n'),
        textUntil('\n```', { part: command, also: notBlank() }),
      ),
    );
  if (!ActionSearch.of(actionRegex))
    throw new NoGrammarError('The pattern of an action does not show what stands around it.');
  const [begin = '', end = ''] = actionRegex.split('(.*?)');
  checkDelimiters([begin, end]);
  return plainAnswer(sequence(textUntil(begin), textUntil(end, { part: command, also: notBlank() })));
}
