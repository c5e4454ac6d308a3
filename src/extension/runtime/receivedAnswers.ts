import { oneLine } from '../../views/valuePreview.ts';
import type { ReceivedAnswer } from '../runs/runsApi.ts';

/** How often they are reported, in milliseconds. */
const pace = 250;
/** What is kept of each, in UTF-16 units: the end of what came. */
const longest = 160;

/** The answers of many runs while they come, reported at a pace that the eye can follow. */
export class ReceivedAnswers {
  readonly #tell: (answers: readonly ReceivedAnswer[]) => void;
  readonly #answers = new Map<object, { readonly name: string; text: string }>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (answers: readonly ReceivedAnswer[]) => void) {
    this.#tell = tell;
  }

  /** More of an answer; `answer` says of which. */
  add(answer: object, name: string, text: string): void {
    const entry = this.#answers.get(answer) ?? { name, text: '' };
    this.#answers.set(answer, entry);
    entry.text = `${entry.text}${text}`.slice(-longest);
    this.#tellSoon();
  }

  /** An answer has come, or what came of it counts no more. */
  remove(answer: object): void {
    if (this.#answers.delete(answer)) this.#tellSoon();
  }

  /** Nothing more will come. */
  end(): void {
    clearTimeout(this.#timer);
    this.#answers.clear();
  }

  #tellSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell([...this.#answers.values()].map(({ name, text }) => ({ name, text: oneLine(text) })));
    }, pace);
  }
}
