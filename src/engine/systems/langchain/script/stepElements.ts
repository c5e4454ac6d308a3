import type { Span } from '../../../core/span.ts';

const names = ['tool', 'tool_input', 'final_answer'] as const;
/** What an element of an XML agent's step may be. */
export type ElementName = (typeof names)[number];

const openTags = names.map(name => ({ name, tag: `<${name}>`, closes: false }));
const closeTags = names.map(name => ({ name, tag: `</${name}>`, closes: true }));
const tags = [...openTags, ...closeTags];
const longest = Math.max(...tags.map(({ tag }) => tag.length));

/** The tag that stands at a place. */
function tagAt(text: string, at: number): (typeof tags)[number] | undefined {
  const unit = text.charCodeAt(at + 1);
  if (unit !== slash && unit !== letterT && unit !== letterF) return undefined;
  for (const each of unit === slash ? closeTags : openTags) if (text.startsWith(each.tag, at)) return each;
  return undefined;
}

const slash = 0x2f;
const letterF = 0x66;
const letterT = 0x74;

/** What is told of the tags of a step. */
interface ElementEvents {
  /** A `<` ends the text of what is open. */
  breaks?(): void;
  /** An opening tag, and where it begins. */
  begins(name: ElementName, start: number): void;
  /** A closing tag; `inner`: the text of the element that it closes, if that has no `<` in it. */
  ends(name: ElementName, inner: Span | undefined): void;
}

/** The search for elements with no `<` in them, in a text that is whole or grows. Linear. */
export class StepElements {
  readonly #events: ElementEvents;
  /** What has come of a tag. */
  #begun = '';
  /** The element that was opened last, where its text begins, and the `<` that ends it; -1: its text goes on. */
  #name: ElementName | undefined;
  #start = 0;
  #end = -1;

  constructor(events: ElementEvents) {
    this.#events = events;
  }

  /** The element whose text goes on, and where that begins. */
  get open(): { readonly name: ElementName; readonly start: number } | undefined {
    return this.#name && this.#end < 0 ? { name: this.#name, start: this.#start } : undefined;
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
    const begun = last < 0 || text.length - last >= longest ? '' : text.slice(last);
    this.#begun = begun !== '' && tags.some(({ tag }) => tag !== begun && tag.startsWith(begun)) ? begun : '';
  }

  #break(at: number): void {
    if (this.#end < 0) {
      this.#end = at;
      if (this.#name) this.#events.breaks?.();
    } else this.#name = undefined;
  }

  #tag(text: string, i: number, offset: number): void {
    const found = tagAt(text, i);
    if (!found) return;
    const { name, tag, closes } = found;
    if (closes) {
      this.#events.ends(name, this.#name === name ? { start: this.#start, end: this.#end } : undefined);
    } else {
      this.#name = name;
      this.#start = offset + i + tag.length;
      this.#end = -1;
      this.#events.begins(name, offset + i);
    }
  }
}
