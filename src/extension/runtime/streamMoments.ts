import { createReader, type Definition, exactOf, type Host, type Partial } from '../../engine/index.ts';
import type { StreamMoment } from '../../views/streamLens.ts';
import { clip, oneLine, valuePreview } from '../../views/valuePreview.ts';

/** How often moments are reported, and how often the framework says what it would say now, in milliseconds. */
const pace = 50;
const errorPace = 250;
/** The longest answer that the framework judges while it comes, in UTF-16 units. */
const maxText = 200_000;
/** Fields of a moment, the latest. */
const maxFields = 5;

/** Reads an answer as it comes, and reports at a pace that the eye can follow. */
export class StreamMoments {
  readonly #definition: Definition;
  readonly #host: Host;
  readonly #tell: (moment: StreamMoment) => void;
  #reader: ReturnType<typeof createReader>;
  #latest: Partial | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #askedAt = 0;
  #error: string | null | undefined;

  constructor(definition: Definition, host: Host, tell: (moment: StreamMoment) => void) {
    this.#definition = definition;
    this.#host = host;
    this.#tell = tell;
    this.#reader = createReader(definition, host);
  }

  /** What came counts no more. */
  restart(): void {
    this.end();
    this.#reader = createReader(this.#definition, this.#host);
  }

  /** More of the answer. */
  push(chunk: string): void {
    this.#latest = this.#reader.push(chunk);
    this.#timer ??= setTimeout(() => this.#tellLatest(), pace);
  }

  /** The answer has come. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#latest = undefined;
    this.#error = undefined;
  }

  #tellLatest(): void {
    this.#timer = undefined;
    const partial = this.#latest;
    if (!partial) return;
    this.#tell(momentOf(partial, this.#error));
    const at = performance.now();
    if (at - this.#askedAt < errorPace || partial.text().length > maxText) return;
    this.#askedAt = at;
    void partial.errorNow().then(
      error => {
        if (this.#latest === undefined) return;
        this.#error = error ? clip(oneLine(`${error.class}: ${error.message}`), 300) : null;
        this.#timer ??= setTimeout(() => this.#tellLatest(), pace);
      },
      () => {},
    );
  }
}

function momentOf({ closed, open, endOnly }: Partial, error: string | null | undefined): StreamMoment {
  return {
    fields: closed.slice(-maxFields).map(field => ({
      key: clip(oneLine(field.key), 40),
      final: field.final,
      value: valuePreview(exactOf(field), 40),
    })),
    ...(open && { open: clip(oneLine(open.key), 40) }),
    ...(endOnly !== undefined && { endOnly }),
    ...(error !== undefined && { error }),
  };
}
