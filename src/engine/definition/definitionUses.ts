import { isPyDict, isPyList, type PyDict, PyFloat, PyOpaque, type PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import { valueAt } from '../core/valueAt.ts';
import type { Definition } from '../parsers/definition.ts';
import { NodeSource } from '../parsers/nodeSource.ts';

type Path = readonly (string | number)[];

/**
 * What a definition was asked while answers were judged by it: which of its values were looked at, and what was taken from
 * its texts. A question is a JSON array whose first item is its kind; two definitions with the same answers judge alike.
 */
export class DefinitionUses {
  /** Its name, also in a build with short ones. */
  static readonly name = 'DefinitionUses';
  readonly #questions = new Set<string>();
  #fresh: string[] = [];

  /** Keeps a question. */
  ask(kind: string, ...about: Path): void {
    const question = JSON.stringify([kind, ...about]);
    if (this.#questions.has(question)) return;
    this.#questions.add(question);
    this.#fresh.push(question);
  }

  /** The questions that came since this was called last. */
  take(): readonly string[] {
    const answers = this.#fresh;
    this.#fresh = [];
    return answers;
  }

  /** The same definition, whose keys tell when they are looked at. */
  watched(definition: Definition): Definition {
    return { ...definition, source: new WatchedSource(definition.source, this) };
  }
}

/** The answer of a definition's keys to a question; `undefined`: the question is another one's. @internal */
export function answerOfKeys({ source }: Definition, [kind, ...path]: Path): string | undefined {
  switch (kind) {
    case 'value':
      return shapeOf(valueAt(source.config, path));
    case 'keys': {
      const value = valueAt(source.config, path);
      return value !== undefined && isPyDict(value) ? JSON.stringify([...value.keys()]) : '';
    }
    case 'text':
      return source.stringAt(path)?.text ?? '';
    case 'span':
      return placeOf(source.spanOf(path));
    case 'key span':
      return placeOf(source.keySpanOf(path));
    default:
      return undefined;
  }
}

function placeOf(span: Span | undefined): string {
  return span ? `${span.start} ${span.end}` : '';
}

/** A value as far as whoever got it has seen it: of a list its items, of a dictionary that it is one. */
function shapeOf(value: PyValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (isPyDict(value)) return 'dict';
  if (isPyList(value)) return `[${value.map(shapeOf).join()}]`;
  if (value instanceof PyFloat) return `float ${value.value}`;
  if (value instanceof PyOpaque) return JSON.stringify([value.type, value.repr]);
  return `${typeof value} ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`;
}

/** A dictionary that tells which of its members are looked at. */
class WatchedDict extends Map<string, PyValue> {
  readonly #path: Path;
  readonly #uses: DefinitionUses;
  readonly #seen = new Set<string>();
  #isWalked = false;

  constructor(dict: PyDict, path: Path, uses: DefinitionUses) {
    super();
    this.#path = path;
    this.#uses = uses;
    for (const [key, value] of dict) super.set(key, watchedValue(value, [...path, key], uses));
  }

  override get(key: string): PyValue | undefined {
    this.#look(key);
    return super.get(key);
  }

  override has(key: string): boolean {
    this.#look(key);
    return super.has(key);
  }

  override get size(): number {
    this.#walk();
    return super.size;
  }

  override keys() {
    this.#walk();
    return super.keys();
  }

  override entries() {
    this.#lookAtAll();
    return super.entries();
  }

  override values() {
    this.#lookAtAll();
    return super.values();
  }

  override [Symbol.iterator]() {
    return this.entries();
  }

  override forEach(visit: (value: PyValue, key: string, map: Map<string, PyValue>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }

  #look(key: string): void {
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#uses.ask('value', ...this.#path, key);
  }

  #walk(): void {
    if (this.#isWalked) return;
    this.#isWalked = true;
    this.#uses.ask('keys', ...this.#path);
  }

  #lookAtAll(): void {
    if (!this.#isWalked) for (const key of super.keys()) this.#look(key);
    this.#walk();
  }
}

/** The value with watched dictionaries. A list is looked at as a whole where it is got. */
function watchedValue(value: PyValue, path: Path, uses: DefinitionUses): PyValue {
  if (isPyDict(value)) return new WatchedDict(value, path, uses);
  return isPyList(value) ? value.map((item, i) => watchedValue(item, [...path, i], uses)) : value;
}

/** A source that tells what it is asked. */
class WatchedSource extends NodeSource {
  readonly #uses: DefinitionUses;

  constructor(source: NodeSource, uses: DefinitionUses) {
    super({ ...source.parts, config: new WatchedDict(source.config, [], uses) });
    this.#uses = uses;
  }

  override spanOf(path: Path) {
    this.#uses.ask('span', ...path);
    return super.spanOf(path);
  }

  override keySpanOf(path: Path) {
    this.#uses.ask('key span', ...path);
    return super.keySpanOf(path);
  }

  override keySpansOf(path: Path) {
    this.#uses.ask('key span', ...path);
    return super.keySpansOf(path);
  }

  override stringAt(path: Path) {
    this.#uses.ask('text', ...path);
    return super.stringAt(path);
  }

  override nodeAt(path: Path) {
    this.#uses.ask('span', ...path);
    return super.nodeAt(path);
  }
}
