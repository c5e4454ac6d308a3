import { pyStrip } from '../../python/index.ts';
import { type ArrayNode, LenientFault, type LenientMember, type LenientNode, type ObjectNode } from './lenientNode.ts';
import { LookaheadText } from './lookaheadText.ts';
import { isOneOf, quotes } from './membersAhead.ts';
import type { ValueReader } from './readContext.ts';

/** Rows that an array may consist of: their common length, and up to where its end was found not to be a row. */
interface Rows {
  counted: number;
  length: number | undefined;
  areEven: boolean;
  refused: number;
}

/** Reads one object, from behind its brace. */
export class ObjectReader {
  private readonly reader: ValueReader;
  private readonly start: number;
  private readonly members = new Map<string, LenientMember>();
  private readonly rows = new Map<ArrayNode, Rows>();
  private lastKey = '';
  private readonly isInValue: boolean;

  constructor(reader: ValueReader, start: number) {
    this.reader = reader;
    this.start = start;
    this.isInValue = reader.context.current === 'value';
  }

  read(): LenientNode {
    const { reader, members } = this;
    const { context } = reader;
    while (!this.isAtEnd()) {
      this.skipSpace();
      if (this.unit() === ':') reader.index++;
      const key = this.readKey();
      if (context.has('array') && members.has(key.text) && !this.isInValue && this.beginsAnother(key.rollback)) {
        // The same key again: another object begins, whose brace is missing.
        reader.missingBrace = key.rollback;
        reader.index = key.rollback - 1;
        break;
      }
      this.skipSpace();
      if (this.isAtEnd()) continue;
      reader.index++;
      const node = this.readMemberValue();
      if (!members.has(key.text)) this.lastKey = key.text;
      members.set(key.text, { start: key.start, end: key.end, node });
      if (isOneOf(this.unit(), `,'"`)) reader.index++;
      if (this.unit() === ']' && context.has('array')) {
        reader.index--;
        break;
      }
      this.skipSpace();
    }
    reader.index++;
    return this.otherThanObject() ?? this.complete();
  }

  private unit(): string {
    return this.reader.text.at(this.reader.index);
  }

  private isAtEnd(): boolean {
    return this.reader.index >= this.reader.text.length || this.unit() === '}';
  }

  private skipSpace(): void {
    this.reader.index = this.reader.text.skipSpace(this.reader.index);
  }

  /** The next key, with its place and where its reading began. Several tries: what is not a key is skipped. */
  private readKey(): { text: string; start: number; end: number; rollback: number } {
    const { reader } = this;
    return reader.context.within('key', () => {
      let key = { text: '', start: reader.index, end: reader.index, rollback: reader.index };
      while (reader.index < reader.text.length) {
        const rollback = reader.index;
        if (this.unit() === '[' && key.text === '' && this.continueArray()) {
          key = { ...key, rollback };
          continue;
        }
        const { start, end, ...node } = reader.readString();
        if (node.kind !== 'scalar' || typeof node.value !== 'string')
          throw new LenientFault('A code fence stands where the key of an object has to be.');
        key = { text: node.value, start, end, rollback };
        if (key.text === '') this.skipSpace();
        if (key.text !== '' || isOneOf(this.unit(), ':}')) break;
      }
      return key;
    });
  }

  private readMemberValue(): LenientNode {
    const { reader } = this;
    return reader.context.within('value', () => {
      this.skipSpace();
      return isOneOf(this.unit(), ',}') ? { ...reader.nothing(), isMissing: true } : reader.readValue();
    });
  }

  /** Whether a key that comes again begins another object: not where a comma, the quoted key and a colon follow one another. */
  private beginsAnother(rollback: number): boolean {
    const { text, index } = this.reader;
    let before = rollback - 1;
    while (before >= 0 && text.isSpace(before) && text.look()) before--;
    return !(isOneOf(text.at(rollback), quotes) && text.at(before) === ',' && text.at(text.skipSpace(index)) === ':');
  }

  /** An array where a key has to be: it goes on with the array before. */
  private continueArray(): boolean {
    const { reader } = this;
    const previous = this.members.get(this.lastKey)?.node;
    if (this.lastKey === '' || previous?.kind !== 'array') return false;
    const more = reader.readArray(++reader.index, ']');
    const rows = this.rowsOf(previous);
    if (rows.areEven && rows.length) {
      this.gatherRow(previous, rows, rows.length);
      if (more.items.length > 0) {
        if (more.items.every(({ kind }) => kind === 'array')) for (const row of more.items) previous.items.push(row);
        else previous.items.push(more);
      }
    } else {
      const [only] = more.items;
      for (const item of more.items.length === 1 && only?.kind === 'array' ? only.items : more.items)
        previous.items.push(item);
    }
    previous.end = more.end;
    this.skipSpace();
    if (this.unit() === ',') reader.index++;
    this.skipSpace();
    return true;
  }

  /** Whether the arrays in an array have one length; looks at each item once. */
  private rowsOf(node: ArrayNode): Rows {
    const rows = this.rows.get(node) ?? { counted: 0, length: undefined, areEven: true, refused: -1 };
    this.rows.set(node, rows);
    for (; rows.counted < node.items.length; rows.counted++) {
      const item = node.items[rows.counted]!;
      if (item.kind !== 'array') continue;
      rows.length ??= item.items.length;
      if (rows.length !== item.items.length) rows.areEven = false;
    }
    return rows;
  }

  /** Groups what stands behind the last row into rows, if it comes out even. */
  private gatherRow(node: ArrayNode, rows: Rows, length: number): void {
    const { items } = node;
    if (rows.refused === items.length) return;
    let from = items.length;
    while (from > 0 && items[from - 1]?.kind !== 'array') from--;
    if ((items.length - from) % length !== 0) {
      rows.refused = items.length;
      return;
    }
    const tail = items.splice(from);
    for (let i = 0; i < tail.length; i += length) {
      const row = tail.slice(i, i + length);
      items.push({ kind: 'array', start: row[0]!.start, end: row.at(-1)!.end, items: row });
    }
    rows.counted = Math.min(rows.counted, from);
  }

  /** What an object without members is instead: an array, or the same text with its quotes unescaped. */
  private otherThanObject(): LenientNode | undefined {
    const { reader, start } = this;
    const { text } = reader;
    if (this.members.size > 0 || reader.index - start <= 2) return undefined;
    const body = text.text.slice(start, reader.index + 1).replace(/\}$/, '');
    const content = text.text.slice(text.skipSpace(start), start + body.length);
    if (content === '') return undefined;
    if (startsEscaped(content)) {
      const end = Math.min(reader.index + 1, text.length);
      const unescaped = text.text.slice(start, end).replaceAll('\\"', '"').replaceAll("\\'", "'");
      reader.text = new LookaheadText(text.text.slice(0, start) + unescaped + text.text.slice(end));
      reader.isRewritten = true;
      return this.again(() => reader.readObject(start));
    }
    const plain = pyStrip(withoutComments(content));
    if (plain === '' || hasSeparator(plain)) return undefined;
    return this.again(() => reader.readArray(start, ']'));
  }

  private again(read: () => LenientNode): LenientNode {
    const { reader } = this;
    reader.index = this.start;
    const node = reader.context.within('key', read);
    reader.deferred = [...reader.deferred, 'key'];
    return node;
  }

  private complete(): LenientNode {
    const { reader, members } = this;
    const { context } = reader;
    const node: ObjectNode = {
      kind: 'object',
      start: this.start - 1,
      end: Math.min(reader.index, reader.text.length),
      members,
    };
    if (!context.isEmpty) {
      if (reader.peek() === '}' && context.current === 'array') reader.index++;
      return node;
    }
    this.skipSpace();
    if (this.unit() !== ',') return node;
    reader.index++;
    this.skipSpace();
    if (!isOneOf(this.unit(), quotes)) return node;
    // A comma and a quote behind the closing brace: further members.
    const more = reader.readObject(reader.index);
    if (more.kind === 'object') for (const [key, member] of more.members) members.set(key, member);
    node.end = more.end;
    return node;
  }
}

function startsEscaped(content: string): boolean {
  return (
    (content.startsWith('\\"') && content.includes('\\":')) || (content.startsWith("\\'") && content.includes("\\':"))
  );
}

/** The text without `#`, `//` and block comments; those in quotes stay. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { index, comment } of unquoted(text)) {
    if (!comment) continue;
    kept.push(text.slice(from, index));
    from = comment;
  }
  return kept.join('') + text.slice(from);
}

/** Whether a colon stands outside of quotes. */
function hasSeparator(text: string): boolean {
  for (const { index } of unquoted(text, false)) if (text.charAt(index) === ':') return true;
  return false;
}

/** The units outside of quotes that no backslash stands before; with `skips`, `comment` is the end of a comment, in which nothing is looked at. */
function* unquoted(text: string, skips = true): Generator<{ index: number; comment?: number }> {
  let quote = '';
  let backslashes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charAt(index);
    if (unit === '\\') {
      backslashes++;
      continue;
    }
    const isPlain = backslashes % 2 === 0;
    backslashes = 0;
    if (quote !== '') {
      if (unit === quote && isPlain) quote = '';
      continue;
    }
    if (isPlain && isOneOf(unit, quotes)) {
      quote = unit;
      continue;
    }
    const comment = skips ? endOfComment(text, index) : undefined;
    if (comment !== undefined) {
      yield { index, comment };
      index = comment - 1;
    } else if (isPlain) yield { index };
  }
}

function endOfComment(text: string, index: number): number | undefined {
  const pair = text.slice(index, index + 2);
  if (pair.startsWith('#') || pair === '//') {
    const rest = text.slice(index).search(/[\r\n]/);
    return rest === -1 ? text.length : index + rest;
  }
  if (pair !== '/*') return undefined;
  const end = text.indexOf('*/', index + 2);
  return end === -1 ? text.length : end + 2;
}
