import { marksStart, reasoningEnd } from '../repair/index.ts';
import { type MarkupCause, trustIn } from './causes.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** What XML has at a `<`, whole, beside tags. */
const sections = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;
/** A longer tag counts as text. */
const longestTag = 1000;
/** Python's readers of XML answers go no deeper. */
const deepest = 1000;
/** How likely it is that an entity of HTML is text, and that of two letter cases the first is meant. */
const doubtTrust = 0.85;
/** How likely the first of several elements is the answer. */
const severalTrust = 0.5;

interface XmlRepairing extends Repairing {
  /** Where elements begin whose ends are missing and that have text in front of their first child: they may have no children. */
  readonly mixed: readonly number[];
}

/**
 * The edits under which the XML that begins with the first tag of a text is well-formed, and stands alone: ends that are
 * missing or written in other letters, `&` and `<` that stand for themselves, prose around it. `leaves`: where elements begin
 * that end where a child of theirs would begin. `undefined` where no element begins, or an end has no beginning. Linear.
 */
export function xmlEdits(text: string, leaves: ReadonlySet<number> = new Set()): XmlRepairing | undefined {
  const thought = reasoningEnd(text);
  const root = thought + text.slice(thought).search(/<[\p{L}_]/u);
  if (root < thought) return undefined;
  const fence = text.lastIndexOf('```');
  const element = new Element(text, root, fence > root && text.indexOf('```') < root ? fence : text.length, leaves);
  if (!element.read()) return undefined;
  const { end, isLossy, mixed, hasDoubts } = element;
  const edits = [...element.edits, ...around(text, root, end)].sort((one, other) => one.start - other.start);
  // Of several elements nobody knows which is the answer.
  const isOnly = !/<[/!]?[\p{L}_]/u.test(text.slice(thought, root) + text.slice(end, marksStart(text)));
  return {
    edits,
    confidence: trustIn(edits) * (isOnly ? 1 : severalTrust) * (hasDoubts ? doubtTrust : 1),
    lossy: isLossy,
    parts: [],
    mixed,
  };
}

/** The edits around the element: a code block that is not closed, or prose, which is not part of XML. */
function around(text: string, root: number, end: number): readonly ResponseEdit[] {
  const before = text.slice(0, root);
  const after = text.slice(end);
  if (before.includes('```'))
    return after.includes('```') ? [] : [{ start: end, end, text: '\n```', cause: 'unclosed-fence' }];
  const edits: ResponseEdit[] = [];
  const take = (from: number, to: number) => edits.push({ start: from, end: to, text: '', cause: 'prose-around' });
  if (before.trim() !== '' && !before.trim().startsWith('<?')) take(0, root);
  if (after.trim() !== '') take(end, text.length);
  return edits;
}

/** An element that has begun. */
interface OpenElement {
  readonly name: string;
  /** Where its first tag begins and ends. */
  readonly start: number;
  readonly inner: number;
  hasChild: boolean;
  /** Whether text stands in front of its first child. */
  hasText: boolean;
}

/** An element of XML that is read for the first time, with its faults. */
class Element {
  readonly edits: ResponseEdit[] = [];
  /** Its end: where it is cut off, that of what it stands in, without the blanks there. */
  end: number;
  isLossy = false;
  /** Whether an edit may as well be another one. */
  hasDoubts = false;
  readonly #text: string;
  readonly #start: number;
  readonly #leaves: ReadonlySet<number>;
  /** See `XmlRepairing`. */
  readonly mixed: number[] = [];
  /** The elements that are open. */
  readonly #open: OpenElement[] = [];

  constructor(text: string, start: number, limit: number, leaves: ReadonlySet<number>) {
    this.#text = text;
    this.#start = start;
    this.#leaves = leaves;
    this.end = text.slice(0, limit).trimEnd().length;
  }

  /** Whether edits can make it one. */
  read(): boolean {
    const text = this.#text;
    if (!tagAt(text, this.#start)) return false;
    const marks = /[<&]/g;
    for (let at: number | undefined = this.#start; at !== undefined && at < this.end; at = marks.exec(text)?.index) {
      const next = text.charAt(at) === '&' ? this.#ampersand(at) : this.#bracket(at);
      if (next === undefined || this.#open.length > deepest) return false;
      if (this.#open.length === 0) {
        this.end = next;
        return true;
      }
      marks.lastIndex = next;
    }
    this.isLossy ||= !/[.!?>]$/.test(text.slice(this.#start, this.end));
    this.#close(this.end, this.#open);
    return true;
  }

  /** Reads what begins at an `&`, and gives its end. */
  #ampersand(at: number): number {
    const entity = /&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|amp|lt|gt|quot|apos);/y;
    entity.lastIndex = at;
    if (!entity.test(this.#text)) {
      this.hasDoubts ||= /^&[a-z]{2,8};/i.test(this.#text.slice(at, at + 10));
      this.#edit(at + 1, at + 1, 'amp;', 'bare-markup');
    }
    return at + 1;
  }

  /** Reads what begins at a `<`, and gives its end; `undefined`: nothing would make it XML. */
  #bracket(at: number): number | undefined {
    const text = this.#text;
    const tag = tagAt(text, at);
    if (tag) {
      // Marks of emphasis would stay in the values.
      if (isEmphasised(text, at, tag.end)) return undefined;
      if (!tag.isEnd) this.#enter(tag, at);
      return tag.isEnd && !this.#leave(tag.name, at) ? undefined : tag.end;
    }
    const section = sections.find(([begin]) => text.startsWith(begin, at));
    if (section) {
      const stop = text.indexOf(section[1], at);
      const after = stop + section[1].length;
      return stop < 0 || after > this.end ? undefined : after;
    }
    if (at + longestTag >= this.end && /^<\/?[\p{L}\p{N}_.-]*$/u.test(text.slice(at, this.end))) {
      // It would have become a tag.
      this.isLossy = true;
      this.#edit(at, this.end, '', 'missing-tag');
      return this.end;
    }
    // A tag all the same, in a way that is not for here.
    if (/^<[\s*_`\\/]*[\p{L}][\p{L}\p{N}_.-]*[\s*_`\\]*>/u.test(text.slice(at, at + longestTag))) return undefined;
    this.#edit(at, at + 1, '&lt;', 'bare-markup');
    return at + 1;
  }

  /** A beginning at `at`, after what is a leaf has ended. */
  #enter(
    { name, isEmpty, end }: { readonly name: string; readonly isEmpty: boolean; readonly end: number },
    at: number,
  ): void {
    let parent = this.#open.at(-1);
    while (parent && this.#leaves.has(parent.start)) {
      this.#close(this.#endOfText(at), this.#open.splice(-1));
      parent = this.#open.at(-1);
    }
    if (parent && !parent.hasChild) {
      parent.hasChild = true;
      parent.hasText = this.#text.slice(parent.inner, at).trim() !== '';
    }
    if (!isEmpty) this.#open.push({ name, start: at, inner: end, hasChild: false, hasText: false });
  }

  /** Where the text before `at` ends, without the blanks there. */
  #endOfText(at: number): number {
    let end = at;
    while (/\s/.test(this.#text.charAt(end - 1))) end--;
    return end;
  }

  /** An end at `at`: of the innermost element of that name, which closes those within it. False where there is none. */
  #leave(name: string, at: number): boolean {
    const open = this.#open;
    const exact = open.findLastIndex(each => each.name === name);
    const depth = exact >= 0 ? exact : open.findLastIndex(each => each.name.toLowerCase() === name.toLowerCase());
    if (depth < 0) return false;
    this.#close(at, open.splice(depth + 1));
    const own = open.pop()!.name;
    if (own !== name) {
      this.hasDoubts = true;
      this.#edit(at + 2, at + 2 + name.length, own, 'tag-case');
    }
    return true;
  }

  #close(at: number, elements: readonly OpenElement[]): void {
    for (const { start, hasText } of elements) if (hasText) this.mixed.push(start);
    const ends = elements.toReversed().map(({ name }) => `</${name}>`);
    if (ends.length > 0) this.#edit(at, at, ends.join(''), 'missing-tag');
  }

  #edit(start: number, end: number, text: string, cause: MarkupCause): void {
    const last = this.edits.at(-1);
    // In the place of a tag that was cut off.
    if (last && last.end === start && start === end && last.cause === cause)
      this.edits[this.edits.length - 1] = { ...last, text: last.text + text };
    else this.edits.push({ start, end, text, cause });
  }
}

function isEmphasised(text: string, start: number, end: number): boolean {
  const mark = text.charAt(start - 1);
  // A code block is not emphasis.
  return /[*_`]/.test(mark) && text.charAt(end) === mark && !text.startsWith('``', Math.max(start - 2, 0));
}

/** The tag that begins at `at`, if one does. */
function tagAt(text: string, at: number) {
  const pattern = /<(\/?)([\p{L}_][\p{L}\p{N}_.:-]*)(?:\s[^<>`]{0,1000})?(\/?)>/uy;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (!found) return undefined;
  const [all, slash, name = ''] = found;
  return { name, isEnd: slash === '/', isEmpty: all.endsWith('/>'), end: at + all.length };
}
