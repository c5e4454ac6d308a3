import { EngineError } from '../../core/errors.ts';
import { caseVariants } from '../re/caseVariants.ts';
import { anyButLineFeed, anyCharacter, CodeSet, codeSet } from './codeSet.ts';
import { readRegexEscape, readRegexSet } from './regexEscape.ts';
import { dotAllFlags, type RegexFlags, readRegexFlags } from './regexFlags.ts';
import type { ParsedRegex, RegexNode } from './regexNode.ts';
import { RegexSource, readRegexName, readRegexQuantifier } from './regexSource.ts';

/** How deep groups may nest before Python gives up. */
const maxDepth = 300;

/** Raised inside the parser: flags for the whole pattern stand in it, so it is read again with them. */
class GlobalFlags extends Error {
  readonly change: Partial<RegexFlags>;
  constructor(change: Partial<RegexFlags>) {
    super();
    this.change = change;
  }
}

/**
 * Reads a pattern as `regex.compile(pattern, flags)` does, in version 0 of its syntax. Raises its `error`. `unsupported` says
 * what compiles there and cannot be run here. Linear, but for each new flag that stands in it.
 */
export function readRegex(pattern: string, flags: RegexFlags = dotAllFlags): ParsedRegex {
  let current = flags;
  for (;;) {
    try {
      return new RegexParser(pattern, current).parse();
    } catch (fault) {
      if (!(fault instanceof GlobalFlags)) throw fault;
      current = { ...current, ...fault.change };
    }
  }
}

const nothing: RegexNode = { type: 'sequence', items: [] };
const lineBreak = new CodeSet(
  code => (code >= 10 && code <= 13) || code === 0x85 || code === 0x2028 || code === 0x2029,
);

class RegexParser {
  readonly #source: RegexSource;
  #flags: RegexFlags;
  #count = 0;
  readonly #names = new Map<string, number>();
  readonly #references: { readonly group: number; readonly position: number }[] = [];
  #unsupported: ParsedRegex['unsupported'];
  #depth = 0;

  constructor(pattern: string, flags: RegexFlags) {
    this.#source = new RegexSource(pattern);
    this.#source.verbose = flags.verbose;
    this.#flags = flags;
  }

  parse(): ParsedRegex {
    const body = this.#branches();
    if (this.#source.next !== '') throw this.#source.error('unbalanced parenthesis');
    for (const { group, position } of this.#references)
      if (group > this.#count) throw this.#source.error('invalid group reference', position);
    return { body, groupCount: this.#count, names: this.#names, unsupported: this.#unsupported };
  }

  #branches(): RegexNode {
    if (++this.#depth > maxDepth) throw new EngineError('RecursionError', 'maximum recursion depth exceeded');
    const items = [this.#sequence()];
    while (this.#source.match('|')) items.push(this.#sequence());
    this.#depth--;
    return items.length === 1 ? (items[0] as RegexNode) : { type: 'branch', items };
  }

  #sequence(): RegexNode {
    const source = this.#source;
    const items: RegexNode[] = [];
    // Whether a quantifier may stand here, or what it would be.
    let before: 'nothing' | 'item' | 'repeat' = 'nothing';
    for (;;) {
      const char = source.next;
      if (char === '' || char === '|' || char === ')') break;
      const start = source.position;
      const quantifier = readRegexQuantifier(source);
      if (quantifier === 'fuzzy') {
        items.push(this.#refuse('fuzzy matching, {e<=…},', start));
        continue;
      }
      if (quantifier) {
        if (before === 'nothing') throw source.error('nothing to repeat', start);
        if (before === 'repeat') throw source.error('multiple repeat', start);
        items.push({ type: 'repeat', ...quantifier, body: items.pop() ?? nothing });
        before = 'repeat';
        continue;
      }
      const item = this.#item();
      if (item === undefined) continue;
      items.push(item);
      before = 'item';
    }
    return items.length === 1 ? (items[0] as RegexNode) : { type: 'sequence', items };
  }

  #item(): RegexNode | undefined {
    const source = this.#source;
    const position = source.position;
    const char = source.take();
    const { multiline, dotAll, isAscii } = this.#flags;
    switch (char) {
      case '.':
        return { type: 'set', set: dotAll ? anyCharacter : anyButLineFeed };
      case '^':
        return { type: 'anchor', anchor: multiline ? 'lineStart' : 'textStart', isAscii };
      case '$':
        return { type: 'anchor', anchor: multiline ? 'lineEnd' : 'textEndOrLast', isAscii };
      case '(':
        return this.#parenthesis(position);
      case '[': {
        const { set, unsupported } = readRegexSet(source, this.#flags);
        return unsupported === undefined ? { type: 'set', set } : this.#refuse(unsupported, position);
      }
      case '\\':
        return this.#escape(position);
      default:
        return this.#character(char.codePointAt(0) ?? 0);
    }
  }

  #character(code: number): RegexNode {
    const { ignoreCase, isAscii } = this.#flags;
    if (!ignoreCase || caseVariants(code, isAscii).length < 2) return { type: 'char', code };
    return { type: 'set', set: codeSet([each => each === code], { negated: false, ignoreCase, isAscii }) };
  }

  #escape(position: number): RegexNode {
    const { ignoreCase, isAscii } = this.#flags;
    const read = readRegexEscape(this.#source, false, isAscii);
    if ('code' in read) return this.#character(read.code);
    if ('member' in read) return { type: 'set', set: new CodeSet(read.member) };
    if ('anchor' in read) return { type: 'anchor', anchor: read.anchor, isAscii };
    if ('unsupported' in read) return this.#refuse(read.unsupported, position);
    if ('group' in read)
      return { type: 'backReference', group: this.#reference(read.group, this.#source.position), ignoreCase };
    if (read.special === 'keep') return { type: 'keep' };
    const pair: RegexNode = {
      type: 'sequence',
      items: [
        { type: 'char', code: 13 },
        { type: 'char', code: 10 },
      ],
    };
    return { type: 'atomic', body: { type: 'branch', items: [pair, { type: 'set', set: lineBreak }] } };
  }

  #reference(group: number | string, position: number): number {
    if (typeof group === 'string') {
      const found = this.#names.get(group);
      if (found === undefined) throw this.#source.error('unknown group', position);
      return found;
    }
    if (group > this.#count) this.#references.push({ group, position });
    return group;
  }

  #refuse(what: string, position: number): RegexNode {
    const refused = { type: 'unsupported', what, position } as const;
    this.#unsupported ??= refused;
    return refused;
  }

  #parenthesis(position: number): RegexNode | undefined {
    const source = this.#source;
    if (source.match('*')) {
      if (source.takeUntil(')') === undefined) throw source.error('missing )');
      return this.#refuse('a verb such as (*SKIP)', position);
    }
    if (!source.match('?')) return this.#group(undefined);
    const start = source.position;
    if (source.match('P')) return this.#named(position);
    if (source.match('<=')) return this.#look(true, false);
    if (source.match('<!')) return this.#look(true, true);
    if (source.match('<')) return this.#group(readRegexName(this.#source, '>'));
    if (source.match('#')) {
      if (source.takeUntil(')') === undefined) throw source.error('missing )');
      return undefined;
    }
    if (source.match('=')) return this.#look(false, false);
    if (source.match('!')) return this.#look(false, true);
    if (source.match('>')) return { type: 'atomic', body: this.#closedBody() };
    if (source.match(':')) return this.#closedBody();
    if (source.match('|')) return this.#branchReset();
    if (source.match('(')) return this.#conditional(position);
    if (/[R0-9&+]/.test(source.nextRaw)) {
      if (source.takeUntil(')') === undefined) throw source.error('missing )');
      return this.#refuse('a recursive pattern', position);
    }
    return this.#inlineFlags(start);
  }

  #inlineFlags(start: number): RegexNode | undefined {
    const source = this.#source;
    const { change, isScoped, unsupported } = readRegexFlags(source);
    if (unsupported !== undefined) this.#refuse(unsupported, start);
    if (!isScoped) {
      // In version 0 they are the whole pattern's, wherever they stand.
      const entries = Object.entries(change).filter(([name, value]) => this.#flags[name as keyof RegexFlags] !== value);
      if (entries.length > 0) throw new GlobalFlags(change);
      return undefined;
    }
    const outer = this.#flags;
    this.#setFlags({ ...outer, ...change });
    const body = this.#branches();
    this.#setFlags(outer);
    this.#close();
    return body;
  }

  #setFlags(flags: RegexFlags): void {
    this.#flags = flags;
    this.#source.verbose = flags.verbose;
  }

  #named(position: number): RegexNode {
    const source = this.#source;
    if (source.match('<')) return this.#group(readRegexName(this.#source, '>'));
    if (source.match('=')) {
      const at = source.position;
      const name = readRegexName(this.#source, ')');
      const group = this.#names.get(name);
      if (group === undefined) throw source.error('unknown group', at - 1);
      return { type: 'backReference', group, ignoreCase: this.#flags.ignoreCase };
    }
    if (source.match('>') || source.match('&')) {
      readRegexName(this.#source, ')');
      return this.#refuse('a recursive pattern', position);
    }
    throw source.error('unknown extension');
  }

  #group(name: string | undefined): RegexNode {
    let index = name === undefined ? undefined : this.#names.get(name);
    if (index === undefined) {
      index = ++this.#count;
      if (name !== undefined) this.#names.set(name, index);
    }
    return { type: 'group', index, body: this.#closedBody() };
  }

  #closedBody(): RegexNode {
    const body = this.#branches();
    this.#close();
    return body;
  }

  #close(): void {
    if (!this.#source.match(')')) throw this.#source.error('missing )');
  }

  #look(behind: boolean, negated: boolean): RegexNode {
    return { type: 'look', behind, negated, body: this.#closedBody() };
  }

  #branchReset(): RegexNode {
    const from = this.#count;
    const items: RegexNode[] = [];
    let most = from;
    do {
      this.#count = from;
      items.push(this.#sequence());
      most = Math.max(most, this.#count);
    } while (this.#source.match('|'));
    this.#count = most;
    this.#close();
    return { type: 'branch', items };
  }

  #conditional(position: number): RegexNode {
    const source = this.#source;
    if (/[?]/.test(source.nextRaw)) {
      this.#unsupported ??= { type: 'unsupported', what: 'a condition that looks around', position };
      this.#parenthesis(position);
      this.#closedBody();
      return this.#unsupported;
    }
    const at = source.position;
    const name = readRegexName(this.#source, ')');
    if (name === 'DEFINE') {
      this.#closedBody();
      return this.#refuse('a (?(DEFINE)…) group', position);
    }
    const group = this.#reference(/^\d+$/.test(name) ? Number(name) : name, at);
    const yes = this.#sequence();
    const no = source.match('|') ? this.#sequence() : nothing;
    this.#close();
    return { type: 'conditional', group, yes, no };
  }
}
