import { isWhite } from '../../python/index.ts';
import type { LookaheadText } from './lookaheadText.ts';
import {
  type CommaMeaning,
  commaMeaning,
  endOfContainer,
  isMemberAfterQuote,
  isOneOf,
  quotes,
} from './membersAhead.ts';
import { type OpenString, StringBuffer, type StringStart } from './openString.ts';
import { braceMeaning, lastBraceMeaning, quoteMeaning } from './quoteMeaning.ts';
import type { ReadContext } from './readContext.ts';

/** A string that was read: `end` is behind its closing quote, `next` where reading goes on. */
export interface ReadString {
  readonly text: string;
  readonly end: number;
  readonly next: number;
}

const namedEscapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b' };

/** Reads the content of one string, deciding at every quote, comma and bracket whether the string ends there. */
export class StringReader implements OpenString {
  readonly text: LookaheadText;
  readonly context: ReadContext;
  readonly start: StringStart;
  readonly content = new StringBuffer();
  index: number;
  /** Set when a quote inside the text counts as an opening one: the next is its counterpart. */
  expectsCounterpart = false;
  /** Open „ inside the string. */
  private lowQuotes = 0;
  /** Set when the next bracket may begin a stretch that belongs to the text. */
  containerComes = false;
  private readonly inlineContainers: string[] = [];
  private isTextToTheEnd = false;
  private readonly isGrowing: boolean;

  constructor(text: LookaheadText, context: ReadContext, start: StringStart, isGrowing = false) {
    this.isGrowing = isGrowing;
    this.text = text;
    this.context = context;
    this.start = start;
    this.index = start.index;
  }

  read(): ReadString {
    const stopped = this.scan();
    const { close, isBare } = this.start;
    let end = this.index;
    if (isBare && this.context.current === 'key' && isSpace(stopped)) {
      // A model's remark in the place of a key.
      const next = this.text.skipSpace(this.index);
      this.index = next;
      if (!isOneOf(this.text.at(next), ':,')) return { text: '', end, next };
    }
    let text = this.content.toString();
    const isClosed = stopped === close;
    if (isClosed) this.index++;
    if (!this.isGrowing && (!isClosed || isBare || text.endsWith('\n'))) text = trimEnd(text);
    if (isClosed) end = this.index;
    return { text, end, next: this.index };
  }

  /** Takes the unit at the index into the content. */
  keep(): void {
    this.content.append(this.text.at(this.index));
    this.index++;
  }

  /** Reads to the end of the content and gives the unit that ended it, `''` at the end of the text. */
  private scan(): string {
    const { text, start } = this;
    while (this.index < text.length && (text.at(this.index) !== start.close || this.lowQuotes > 0)) {
      if (this.start.isBare && this.endsBare()) break;
      if (this.keepsSpecial()) continue;
      const unit = text.at(this.index);
      if (this.guesses(',', unit) && !this.containerComes && this.inlineContainers.length === 0) {
        if (this.commaMeaning() === 'member') break;
        this.keep();
        continue;
      }
      if (this.closesInlineContainer(unit)) {
        this.keep();
        continue;
      }
      if (this.guesses('}', unit)) {
        const meaning = braceMeaning(this);
        if (meaning === 'end') break;
        if (meaning === 'text') {
          this.keep();
          continue;
        }
      }
      if (unit === ']' && !this.isGrowing && this.endsAtBracket()) break;
      if (unit === '}' && this.isValue()) {
        const meaning = lastBraceMeaning(this);
        if (meaning === 'end') break;
        if (meaning === 'text') {
          this.keep();
          continue;
        }
      }
      this.keep();
      if (this.index >= text.length) {
        if (this.isGrowing && this.content.last === '\\') this.content.replaceBackslash('');
        break;
      }
      if (this.content.last === '\\' && this.readEscape()) continue;
      if (text.at(this.index) === ':' && this.endsKeyAtColon()) break;
      if (this.lowQuotes > 0 && text.at(this.index) === '"') {
        this.lowQuotes--;
        this.keep();
        continue;
      }
      if (text.at(this.index) === start.close && !this.content.isEmpty && this.content.last !== '\\')
        if (quoteMeaning(this) === 'end') break;
    }
    return text.at(this.index);
  }

  /** A unit in a value that may stand behind a missing quote; in a text that grows the quote may come yet. */
  private guesses(expected: string, unit: string): boolean {
    return unit === expected && this.isValue() && !this.isGrowing;
  }

  isValue(): boolean {
    return this.context.current === 'value';
  }

  private endsBare(): boolean {
    const unit = this.text.at(this.index);
    if (this.context.current === 'key') return unit === ':' || isSpace(unit);
    return this.context.current === 'array' && (unit === ']' || unit === ',');
  }

  /** Quotation marks „…” and bracketed stretches that belong to the text. */
  private keepsSpecial(): boolean {
    const unit = this.text.at(this.index);
    const isEscaped = this.content.last === '\\';
    if (unit === '„' && !isEscaped) this.lowQuotes++;
    else if (unit === '”' && this.lowQuotes > 0) this.lowQuotes--;
    else {
      if (!this.containerComes || !isOneOf(unit, '[{(') || isEscaped) return false;
      const end = endOfContainer(this.text, this.index);
      if (end === undefined) return false;
      this.containerComes = false;
      this.inlineContainers.length = 0;
      this.content.append(this.text.text.slice(this.index, end));
      this.index = end;
      return true;
    }
    this.keep();
    return true;
  }

  private commaMeaning(): CommaMeaning {
    if (this.isTextToTheEnd) {
      this.containerComes = false;
      return 'text';
    }
    const meaning = commaMeaning(this.text, this.index);
    if (meaning === 'text to the end') this.isTextToTheEnd = true;
    if (meaning !== 'member') this.containerComes = meaning === 'container';
    return meaning;
  }

  private closesInlineContainer(unit: string): boolean {
    if (unit === '{' || unit === '[') {
      if (this.containerComes) {
        this.inlineContainers.push(unit);
        this.containerComes = false;
        return false;
      }
      if (this.inlineContainers.length > 0) this.inlineContainers.push(unit);
    }
    const innermost = this.inlineContainers.at(-1);
    if (!((unit === '}' && innermost === '{') || (unit === ']' && innermost === '['))) return false;
    this.inlineContainers.pop();
    return true;
  }

  /** A `]` in a text without a closing quote ahead, somewhere in an array. */
  private endsAtBracket(): boolean {
    const { text, start } = this;
    return (
      this.context.has('array') &&
      this.content.last !== start.close &&
      text.find(start.close, this.index) >= text.length
    );
  }

  /** The escape whose backslash was just read; false where it does not begin an escape. */
  private readEscape(): boolean {
    const { text, content } = this;
    const unit = text.at(this.index);
    const close = this.lowQuotes > 0 ? '\0' : this.start.close;
    if (this.lowQuotes > 0 && unit === '"') {
      this.lowQuotes--;
      content.replaceBackslash(unit);
      this.index++;
      return true;
    }
    if (unit === close || isOneOf(unit, 'tnrb\\')) {
      content.replaceBackslash(namedEscapes[unit] ?? unit);
      this.index++;
      while (content.last === '\\' && (text.at(this.index) === '\\' || isOneOf(text.at(this.index), close))) {
        content.replaceBackslash(text.at(this.index));
        this.index++;
      }
      return true;
    }
    if (unit === 'u' || unit === 'x') {
      const size = unit === 'u' ? 4 : 2;
      const digits = text.text.slice(this.index + 1, this.index + 1 + size);
      if (digits.length !== size || !/^[0-9a-fA-F]+$/.test(digits)) return false;
      content.replaceBackslash(String.fromCharCode(Number.parseInt(digits, 16)));
      this.index += 1 + size;
      return true;
    }
    if (unit !== '„' && !isOneOf(unit, quotes)) return false;
    content.replaceBackslash(unit);
    this.index++;
    return true;
  }

  /** A colon in a quoted key: the closing quote is missing before it. */
  private endsKeyAtColon(): boolean {
    const { text, start } = this;
    if (start.isBare || this.context.current !== 'key') return false;
    const open = text.find(start.open, this.index + 1);
    if (open >= text.length) return true;
    const close = text.find(start.close, open + 1);
    return close < text.length && isOneOf(text.at(text.skipSpace(close + 1)), ',}');
  }

  /** Whether a quoted or bare member follows the quote at `quote`. */
  isMemberAfterQuote(quote: number): boolean {
    return isMemberAfterQuote(this.text, quote);
  }
}

function isSpace(unit: string): boolean {
  return unit !== '' && isWhite(unit.charCodeAt(0));
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isWhite(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}
