import { EngineError } from '../../core/errors.ts';
import { codePointLength } from '../codePoints.ts';
import { pyRepr } from '../repr.ts';
import type { ConditionalNode, FlagChange, Flags, Node, Pattern, Sequence } from './ast.ts';
import { readCondition, readGroupName, readInlineFlags, startsFlags } from './groupHead.ts';
import { readEscape, readSet } from './patternEscapes.ts';
import { readQuantifier, Tokenizer } from './patternTokenizer.ts';
import { checkLookBehinds } from './patternWidth.ts';

/** How deep groups may nest before CPython, which has 1000 frames in all, gives up. */
const maxDepth = 490;

/**
 * Reads a pattern as CPython 3.11's `re.compile(pattern, flags)` does. Raises what it raises, with its messages:
 * `re.error`, `OverflowError`, `RecursionError`; and `UntranslatablePattern` for `\N{…}`, for which Python needs its
 * table of names. Linear.
 */
export function parsePattern(pattern: string, flags: Flags): Pattern {
  const parsed = new PatternParser(pattern, flags).parse();
  checkLookBehinds(parsed);
  return parsed;
}

const whitespace = ' \t\n\r\v\f';

/** The state of one reading, with a method for each rule of the grammar. */
class PatternParser {
  readonly #source: Tokenizer;
  #flags: Flags;
  #verbose = false;
  #asciiSaid: boolean | undefined;
  #depth = 0;
  /** By number; `undefined` while the group is open. */
  readonly #groups: (Sequence | undefined)[] = [[]];
  readonly #names = new Map<string, number>();
  /** How many groups there were where the outermost look-behind began. */
  #lookBehindFrom: number | undefined;
  readonly #conditions = new Map<number, number>();

  constructor(pattern: string, flags: Flags) {
    this.#source = new Tokenizer(pattern);
    this.#flags = flags;
  }

  parse(): Pattern {
    const body = this.#readBranches(false, true);
    if (this.#source.next !== undefined) throw this.#source.error('unbalanced parenthesis');
    for (const [group, position] of this.#conditions)
      if (group >= this.#groups.length) throw this.#source.errorAt(`invalid group reference ${group}`, position);
    return { body, flags: this.#flags, groups: this.#groups.map(group => group ?? []), names: this.#names };
  }

  /** `a|b|c`. Only the outermost level sees a `(?x)` that is read on the way. */
  #readBranches(verbose: boolean, outermost = false): Sequence {
    const items = [this.#readSequence(verbose, outermost)];
    while (this.#source.match('|')) items.push(this.#readSequence(outermost ? this.#verbose : verbose));
    return items.length === 1 ? (items[0] as Sequence) : [{ type: 'branch', items }];
  }

  #readSequence(outerVerbose: boolean, first = false): Sequence {
    if (++this.#depth > maxDepth) throw new EngineError('RecursionError', 'maximum recursion depth exceeded');
    const source = this.#source;
    const nodes: Node[] = [];
    let verbose = outerVerbose;
    while (source.next !== undefined && source.next !== '|' && source.next !== ')') {
      const position = source.tell();
      const token = source.get() as string;
      if (verbose && whitespace.includes(token)) continue;
      if (verbose && token === '#') this.#skipLine();
      else if (token.startsWith('\\')) nodes.push(this.#readEscape(token, position));
      else if (token === '[') nodes.push(readSet(source, position));
      else if (token === '.') nodes.push({ type: 'any' });
      else if (token === '^') nodes.push({ type: 'anchor', anchor: 'beginning' });
      else if (token === '$') nodes.push({ type: 'anchor', anchor: 'end' });
      else if ('*+?{'.includes(token)) readQuantifier(source, token, nodes, position);
      else if (token === '(') {
        const node = this.#readGroup(position, verbose, first && nodes.length === 0);
        if (node === 'flags') verbose = this.#verbose;
        else if (node !== 'comment') nodes.push(node);
      } else nodes.push({ type: 'literal', code: token.codePointAt(0) ?? 0 });
    }
    this.#depth--;
    return nodes;
  }

  #skipLine(): void {
    for (let token = this.#source.get(); token !== undefined && token !== '\n'; ) token = this.#source.get();
  }

  #readEscape(token: string, position: number): Node {
    const read = readEscape(this.#source, token);
    if ('code' in read) return { type: 'literal', code: read.code };
    if ('anchor' in read) return { type: 'anchor', anchor: read.anchor };
    if ('category' in read) return { type: 'set', negated: false, items: [read] };
    const { group, text } = read;
    if (group >= this.#groups.length) throw this.#source.error(`invalid group reference ${group}`, text.length - 1);
    return this.#backReference(group, text.length, position);
  }

  #backReference(group: number, width: number, position: number): Node {
    if (this.#groups[group] === undefined) throw this.#source.error('cannot refer to an open group', width);
    this.#checkLookBehindGroup(group);
    return { type: 'backReference', group, position };
  }

  #checkLookBehindGroup(group: number): void {
    if (this.#lookBehindFrom === undefined) return;
    if (this.#groups[group] === undefined) throw this.#source.error('cannot refer to an open group');
    if (group >= this.#lookBehindFrom)
      throw this.#source.error('cannot refer to group defined in the same lookbehind subpattern');
  }

  #readGroup(position: number, verbose: boolean, mayBeGlobal: boolean): Node | 'flags' | 'comment' {
    const source = this.#source;
    if (!source.match('?')) return this.#readBody(position, verbose, this.#openGroup());
    const char = this.#take();
    if (char === 'P') return this.#readNamed(position, verbose);
    if (char === ':') return this.#readBody(position, verbose, undefined);
    if (char === '#') {
      while (source.next !== undefined) if (source.get() === ')') return 'comment';
      throw source.error('missing ), unterminated comment', source.tell() - position);
    }
    if (char === '=' || char === '!') return this.#readLook(position, verbose, false, char === '!');
    if (char === '<') {
      const kind = this.#take();
      if (kind === '=' || kind === '!') return this.#readLook(position, verbose, true, kind === '!');
      throw source.error(`unknown extension ?<${kind}`, codePointLength(kind) + 2);
    }
    if (char === '(') return this.#readConditional(position, verbose);
    if (char === '>') return { type: 'atomic', body: this.#readClosed(position, verbose) };
    if (!startsFlags(char)) throw source.error(`unknown extension ?${char}`, codePointLength(char) + 1);
    const flags = readInlineFlags(source, char);
    if (!flags.global) return this.#readBody(position, flags.verbose ?? verbose, undefined, flags.change);
    this.#addGlobalFlags(flags.change, flags.verbose);
    if (!mayBeGlobal) throw source.error('global flags not at the start of the expression', source.tell() - position);
    return 'flags';
  }

  #addGlobalFlags(change: FlagChange, verbose: boolean | undefined): void {
    if (change.ascii !== undefined && this.#asciiSaid === !change.ascii)
      throw new EngineError('ValueError', 'ASCII and UNICODE flags are incompatible');
    this.#asciiSaid = change.ascii ?? this.#asciiSaid;
    this.#flags = { ...this.#flags, ...change };
    this.#verbose ||= verbose ?? false;
  }

  #take(): string {
    const char = this.#source.get();
    if (char === undefined) throw this.#source.error('unexpected end of pattern');
    return char;
  }

  #readNamed(position: number, verbose: boolean): Node {
    const source = this.#source;
    if (source.match('<')) {
      const name = readGroupName(source, '>');
      return this.#readBody(position, verbose, this.#openGroup(name));
    }
    if (!source.match('=')) {
      const char = this.#take();
      throw source.error(`unknown extension ?P${char}`, codePointLength(char) + 2);
    }
    const name = readGroupName(source, ')');
    return this.#backReference(this.#groupNamed(name), codePointLength(name) + 1, position);
  }

  #groupNamed(name: string): number {
    const group = this.#names.get(name);
    if (group === undefined) throw this.#source.error(`unknown group name ${pyRepr(name)}`, codePointLength(name) + 1);
    return group;
  }

  #openGroup(name?: string): number {
    const group = this.#groups.push(undefined) - 1;
    if (name === undefined) return group;
    const old = this.#names.get(name);
    if (old !== undefined) {
      const message = `redefinition of group name ${pyRepr(name)} as group ${group}; was group ${old}`;
      throw this.#source.error(message, codePointLength(name) + 1);
    }
    this.#names.set(name, group);
    return group;
  }

  #readBody(position: number, verbose: boolean, index: number | undefined, flags: FlagChange = {}): Node {
    const body = this.#readClosed(position, verbose);
    if (index !== undefined) this.#groups[index] = body;
    return { type: 'group', index, flags, body, position };
  }

  #readClosed(position: number, verbose: boolean): Sequence {
    const body = this.#readBranches(verbose);
    this.#close(position);
    return body;
  }

  #close(position: number): void {
    if (!this.#source.match(')'))
      throw this.#source.error('missing ), unterminated subpattern', this.#source.tell() - position);
  }

  #readLook(position: number, verbose: boolean, behind: boolean, negated: boolean): Node {
    const outer = this.#lookBehindFrom;
    if (behind) this.#lookBehindFrom ??= this.#groups.length;
    const body = this.#readBranches(verbose);
    this.#lookBehindFrom = outer;
    this.#close(position);
    return { type: 'look', behind, negated, body };
  }

  #readConditional(position: number, verbose: boolean): ConditionalNode {
    const source = this.#source;
    const condition = readCondition(source);
    const group = typeof condition === 'string' ? this.#groupNamed(condition) : condition;
    if (typeof condition === 'number' && !this.#conditions.has(group)) this.#conditions.set(group, position + 3);
    this.#checkLookBehindGroup(group);
    const yes = this.#readSequence(verbose);
    const no = source.match('|') ? this.#readSequence(verbose) : [];
    if (source.next === '|') throw source.error('conditional backref with more than two branches');
    this.#close(position);
    return { type: 'conditional', group, yes, no, position };
  }
}
