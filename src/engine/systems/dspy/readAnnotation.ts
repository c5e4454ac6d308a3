import { EngineError } from '../../core/errors.ts';
import { isPyList } from '../../core/pyValue.ts';
import { literalEval } from '../../python/index.ts';
import { ellipsis, noneType, type PyType, unionOf } from './pyType.ts';

/** What the names of classes mean; `undefined` for one that nobody knows. */
export type KnownTypes = (name: string) => PyType | undefined;

/** What Python's names are called once they are types. */
const plainNames = new Map(
  [
    ...['str', 'int', 'float', 'bool', 'bytes', 'Any', 'NoneType', 'list', 'dict', 'tuple', 'set', 'frozenset'],
    ...['datetime', 'date', 'time', 'timedelta', 'Decimal', 'UUID', 'object', 'complex'],
  ].map(name => [name, name]),
);
plainNames.set('None', 'NoneType');

/** Generic types by each of their names. */
const genericNames = new Map<string, string>([
  ...['list', 'dict', 'tuple', 'set', 'frozenset'].map(name => [name, name] as const),
  ...['List', 'Dict', 'Tuple', 'Set'].map(name => [name, name.toLowerCase()] as const),
  ['FrozenSet', 'frozenset'],
  ['Sequence', 'Sequence'],
  ['Mapping', 'Mapping'],
]);

const maxDepth = 100;
const name = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy;

/**
 * The type that an annotation means, as Python writes it (`list[str] | None`). `barIsUnion`: `|` makes a `Union`, as in the
 * string of a signature; in a class it does so only beside one of `typing`'s own. Raises DSPy's `ValueError` for an unknown
 * name, and `SyntaxError`. Linear.
 */
export function readAnnotation(text: string, types: KnownTypes, barIsUnion = false): PyType {
  return new AnnotationReader(text, types, barIsUnion).readAll();
}

class AnnotationReader {
  readonly #text: string;
  readonly #types: KnownTypes;
  readonly #barIsUnion: boolean;
  /** The types that `typing` makes, beside which `|` gives a `Union`. */
  readonly #typing = new Set<PyType>();
  #at = 0;
  #depth = 0;

  constructor(text: string, types: KnownTypes, barIsUnion: boolean) {
    this.#text = text;
    this.#types = types;
    this.#barIsUnion = barIsUnion;
  }

  readAll(): PyType {
    const type = this.#readUnion();
    if (!this.#isAt('')) this.#refuse();
    return type;
  }

  #readUnion(): PyType {
    if (++this.#depth > maxDepth) throw new EngineError('RecursionError', 'maximum recursion depth exceeded');
    const members = [this.#readOne()];
    while (this.#take('|')) members.push(this.#readOne());
    this.#depth--;
    if (members.length === 1 && members[0]) return members[0];
    const isTyping = this.#barIsUnion || members.some(member => this.#typing.has(member));
    return this.#made(unionOf(members, !isTyping), isTyping);
  }

  #readOne(): PyType {
    if (this.#take('(')) {
      const type = this.#readUnion();
      if (!this.#take(')')) this.#refuse();
      return type;
    }
    if (this.#isAt('"') || this.#isAt("'")) return this.#readQuoted();
    name.lastIndex = this.#at;
    const written = name.exec(this.#text)?.[0];
    if (written === undefined) return this.#refuse();
    this.#at += written.length;
    const last = written.slice(written.lastIndexOf('.') + 1);
    return this.#take('[') ? this.#readArguments(written, last) : this.#resolve(written, last);
  }

  #resolve(written: string, last: string): PyType {
    const found = this.#types(written) ?? this.#types(last);
    if (found) return found;
    if (last === 'Ellipsis') return ellipsis;
    const plain = plainNames.get(last) ?? genericNames.get(last);
    if (plain === undefined) throw new EngineError('ValueError', `Unknown name: ${written}`);
    return plain === 'NoneType' ? noneType : { kind: 'plain', name: plain };
  }

  /** A forward reference. */
  #readQuoted(): PyType {
    const quote = this.#text.charAt(this.#at);
    const end = this.#text.indexOf(quote, this.#at + 1);
    if (end < 0) return this.#refuse();
    const inner = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return readAnnotation(
      inner,
      written => (inner === this.#text ? undefined : this.#types(written)),
      this.#barIsUnion,
    );
  }

  #readArguments(written: string, last: string): PyType {
    if (last === 'Literal') return this.#made({ kind: 'literal', values: this.#literals() });
    if (last === 'Annotated') {
      const type = this.#readUnion();
      this.#at = this.#closing() + 1;
      return type;
    }
    const args = [this.#readUnion()];
    while (this.#take(',')) {
      if (this.#isAt(']')) break;
      args.push(this.#take('...') ? ellipsis : this.#readUnion());
    }
    if (!this.#take(']')) this.#refuse();
    if (last === 'Optional') return this.#made(unionOf([...args, noneType], false));
    if (last === 'Union') return this.#made(unionOf(args, false));
    const generic = genericNames.get(last);
    if (generic === undefined) throw new EngineError('ValueError', `Unknown name: ${written}`);
    return this.#made({ kind: 'generic', name: generic, args }, last !== generic);
  }

  #literals() {
    const end = this.#closing();
    const values = literalEval(`[${this.#text.slice(this.#at, end)}]`);
    if (values === undefined || !isPyList(values) || values.length === 0) return this.#refuse();
    this.#at = end + 1;
    return values;
  }

  /** Where the bracket ends that is open. */
  #closing(): number {
    let depth = 0;
    let quote = '';
    for (let at = this.#at; at < this.#text.length; at++) {
      const unit = this.#text.charAt(at);
      if (quote !== '') {
        if (unit === '\\') at++;
        else if (unit === quote) quote = '';
      } else if (unit === '"' || unit === "'") quote = unit;
      else if ('[('.includes(unit)) depth++;
      else if ('])'.includes(unit) && depth-- === 0) return at;
    }
    return this.#refuse();
  }

  #made(type: PyType, isTyping = true): PyType {
    if (isTyping) this.#typing.add(type);
    return type;
  }

  #isAt(token: string): boolean {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++;
    return token === '' ? this.#at >= this.#text.length : this.#text.startsWith(token, this.#at);
  }

  #take(token: string): boolean {
    if (!this.#isAt(token)) return false;
    this.#at += token.length;
    this.#isAt('');
    return true;
  }

  #refuse(): never {
    throw new EngineError('SyntaxError', `\`${this.#text}\` is not a type`);
  }
}
