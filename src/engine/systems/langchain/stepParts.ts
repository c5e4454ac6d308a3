import type { PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { StreamEvents } from '../../parsers/shared/streamReader.ts';
import type { GrowingText } from '../../text/index.ts';

/** What stands in front of the parts of a step that is text. An answer without a label stands at the end of the text. */
export interface StepLabels {
  readonly tool: string;
  readonly toolInput: string;
  readonly returnValues?: string;
}

/** Where a part of a step stands: its first place behind the first label that follows `from`; nowhere for an empty one. Linear. */
export function placeBehind(text: string, part: string, label: string, from: number): Span | undefined {
  if (part === '') return undefined;
  const at = text.indexOf(label, from);
  const start = text.indexOf(part, at < 0 ? from : at + label.length);
  return start < 0 ? undefined : { start, end: start + part.length };
}

/** Tells the parts of a step that grows, each with the place that `placeBehind` gives it once and for all. */
export function stepTeller(response: GrowingText, events: StreamEvents, labels: StepLabels) {
  let toolEnd = 0;
  return (key: keyof StepLabels, part: string, final: boolean): void => {
    events.leave();
    const from = key === 'toolInput' ? toolEnd : 0;
    const span = placeBehind(response.slice(), part, labels[key] ?? '', from);
    if (!span) return;
    if (key === 'tool') toolEnd = span.end;
    const value: PyValue = key === 'returnValues' ? new Map([['output', part]]) : part;
    events.close({ key, value, span, inner: span, final });
  };
}

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

/** What the stream says of the tags of a step. */
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
