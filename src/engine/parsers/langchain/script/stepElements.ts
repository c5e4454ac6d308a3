import type { Span } from '../../../core/span.ts';

const names = ['tool', 'tool_input', 'final_answer'] as const;
/** What an element of an XML agent's step may be. */
export type ElementName = (typeof names)[number];

const tags = names.flatMap(name => [
  { name, tag: `<${name}>`, closes: false },
  { name, tag: `</${name}>`, closes: true },
]);

/** Whether a tag's second unit may be this one: a slash, or the first letter of a name. */
function mayBeTag(unit: number): boolean {
  return unit === 0x2f || unit === 0x74 || unit === 0x66;
}

/** What is told of the tags of a step. */
interface ElementEvents {
  /** A `<` ends the text of what is open. */
  breaks?(): void;
  begins(name: ElementName, tag: Span): void;
  /** A closing tag; `inner`: the text of the element that it closes, if that has no `<` in it. */
  ends(name: ElementName, inner: Span | undefined): void;
}

/** The search for elements with no `<` in them, in a text that is whole or grows. Linear. */
export class StepElements {
  readonly #told: ElementEvents;
  /** What has come of a tag. */
  #begun = '';
  #open: { readonly name: ElementName; readonly start: number } | undefined;
  /** The element that ends with the last `<`. */
  #ended: { readonly name: ElementName; readonly inner: Span } | undefined;

  constructor(told: ElementEvents) {
    this.#told = told;
  }

  /** The element whose text goes on, and where that begins. */
  get open(): { readonly name: ElementName; readonly start: number } | undefined {
    return this.#open;
  }

  /** Reads the piece that stands `at` in the text. */
  take(piece: string, at: number): void {
    const text = this.#begun + piece;
    const offset = at - this.#begun.length;
    let last = -1;
    for (let i = text.indexOf('<'); i >= 0; i = text.indexOf('<', i + 1)) {
      last = i;
      if (i > 0 || this.#begun === '') this.#break(offset + i);
      this.#tag(text, i, offset);
    }
    const begun = last < 0 ? '' : text.slice(last);
    this.#begun = last >= 0 && tags.some(({ tag }) => tag !== begun && tag.startsWith(begun)) ? begun : '';
  }

  #break(at: number): void {
    const open = this.#open;
    this.#ended = open && { name: open.name, inner: { start: open.start, end: at } };
    this.#open = undefined;
    if (open) this.#told.breaks?.();
  }

  #tag(text: string, i: number, offset: number): void {
    if (!mayBeTag(text.charCodeAt(i + 1))) return;
    const found = tags.find(({ tag }) => text.startsWith(tag, i));
    if (!found) return;
    const { name, tag, closes } = found;
    if (closes) {
      this.#told.ends(name, this.#ended?.name === name ? this.#ended.inner : undefined);
    } else {
      const end = offset + i + tag.length;
      this.#open = { name, start: end };
      this.#told.begins(name, { start: offset + i, end });
    }
  }
}
