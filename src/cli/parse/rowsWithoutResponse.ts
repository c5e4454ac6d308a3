import { type FieldPath, fieldPathText, textFields } from '../../engine/index.ts';
import { type Io, print, UsageError } from '../io.ts';
import { inputName } from '../readInput.ts';

/** Lines that are held back before they are given after all; there is then no single message. */
const maxHeld = 2 ** 22;
/** Rows whose fields are looked through, and fields that are named. */
const maxRows = 100;
const maxFields = 20;
/** Lines that are named. */
const maxNamed = 5;

/**
 * The rows of a log that have no response. They are held back as long as no other row was met, so that a wrong field is one
 * message and not as many as there are rows; after that each is given at its place.
 */
export class RowsWithoutResponse {
  readonly #field: FieldPath | undefined;
  readonly #give: (line: number, problem: string) => Promise<void>;
  readonly #fields = new Set<string>();
  #held: number[] | undefined = [];
  readonly #first: number[] = [];
  #count = 0;

  /** `give` writes one row's problem. */
  constructor(field: FieldPath | undefined, give: (line: number, problem: string) => Promise<void>) {
    this.#field = field;
    this.#give = give;
  }

  async add(line: number, row: unknown): Promise<void> {
    this.#count++;
    if (this.#first.length < maxNamed) this.#first.push(line);
    if (this.#count <= maxRows)
      for (const field of textFields(row, maxFields)) if (this.#fields.size < maxFields) this.#fields.add(field);
    if (!this.#held) return this.#give(line, this.#problem());
    this.#held.push(line);
    if (this.#held.length > maxHeld) await this.release();
  }

  /** There is another row: what was held back is given. */
  async release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    for (const line of held ?? []) await this.#give(line, this.#problem());
  }

  /** The end of a log of `rows`. Throws `UsageError` where none has a response; where some have none at a field, says so. */
  async end(path: string, rows: number, { stderr }: Io): Promise<void> {
    if (this.#count === 0) return;
    if (this.#held) throw new UsageError(`${inputName(path)}: ${this.#nothing()}${this.#advice()}`);
    if (this.#field)
      await print(
        stderr,
        `${inputName(path)}: ${number(this.#count)} of ${number(rows)} rows have no response ${this.#place()}.${this.#lines()}\n`,
      );
  }

  #nothing(): string {
    const rows = this.#count === 1 ? 'the only row has no' : `none of the ${number(this.#count)} rows has a`;
    return `${rows} response ${this.#place()}.`;
  }

  #advice(): string {
    if (this.#fields.size === 0) return ' No field of the first ones holds a text.';
    const fields = [...this.#fields].map(field => `\`${field}\``).join(', ');
    return ` The fields that hold a text are ${fields}: name one with --field.`;
  }

  #lines(): string {
    const more = this.#count > this.#first.length ? ', …' : '';
    return ` ${this.#count === 1 ? 'Line' : 'Lines'} ${this.#first.join(', ')}${more}.`;
  }

  #place(): string {
    return this.#field
      ? `at \`${fieldPathText(this.#field)}\``
      : '(a JSON string, or an object with `response` or `message`)';
  }

  #problem(): string {
    return this.#field
      ? `has no response ${this.#place()}`
      : 'is neither a JSON string nor an object with `response` or `message`';
  }
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}
