import type { SyntaxNode } from '@lezer/common';
import type { SourcePlace } from './scriptFiles.ts';
import type { AnyZod } from './zodReleases.ts';

/** What an expression of a script may be, as far as reading can say. */
export type Value = undefined | null | boolean | number | bigint | string | Thing;

/** A value that is not a primitive one. */
export type Thing = Unknown | Obj | Arr | Fn | Getter | Class | Native | Schema | Made | Pattern | Promised;

/** Where writes are followed exactly: what was made in another region may or may not have been written. */
export interface Region {
  readonly hole: Unknown;
}

/** What only a run can know. */
export class Unknown {
  readonly reason: string;
  readonly at: SourcePlace;
  /** Whether it is a parameter of a function that nothing calls here. */
  readonly isParameter: boolean;
  /** Whether it comes from a package, whose functions rarely change their arguments. */
  readonly isPackage: boolean;
  /** Values that it may be: what is done to it may be done to them. */
  readonly holds: readonly Value[];

  constructor(reason: string, at: SourcePlace, isParameter = false, isPackage = false, holds: readonly Value[] = []) {
    this.reason = reason;
    this.at = at;
    this.isParameter = isParameter;
    this.isPackage = isPackage;
    this.holds = holds;
  }

  /** The same, with more that it may be. */
  with(values: readonly Value[]): Unknown {
    const holds = values.filter(each => each !== this && each !== null && typeof each === 'object');
    if (holds.length === 0) return this;
    return new Unknown(this.reason, this.at, this.isParameter, this.isPackage, [...this.holds, ...holds].slice(-20));
  }
}

/** A part of an argument that only a run can know. */
export interface ScriptHole {
  readonly path: readonly string[];
  readonly reason: string;
  readonly at: SourcePlace;
  readonly isParameter: boolean;
}

/** An object of the script's, or an instance of one of its classes. */
export class Obj {
  readonly members: Map<string, Value>;
  readonly region: Region | undefined;
  readonly of: Class | undefined;
  /** Where members are written that stand in a literal. */
  readonly places = new Map<string, SourcePlace>();
  /** What is called where a member is assigned. */
  readonly setters = new Map<string, Fn>();
  /** What zod has in its place. */
  readonly shapes: object[] = [];
  /** Why it may have been changed. */
  hole: Unknown | undefined;
  /** Whether an assignment to its members throws. */
  isFrozen = false;

  constructor(region: Region | undefined, members: Map<string, Value> = new Map(), of?: Class) {
    this.region = region;
    this.members = members;
    this.of = of;
  }

  /** Keeps where a member's value is written; `undefined`: not in a literal. */
  place(key: string, at: SourcePlace | undefined): void {
    if (at) this.places.set(key, at);
    else this.places.delete(key);
  }
}

/** An array. */
export class Arr {
  readonly items: Value[];
  readonly region: Region | undefined;
  /** Why it may have been changed. */
  hole: Unknown | undefined;
  /** Whether nothing stands at its places, which callbacks are not called for: `Array(3)`. */
  isSparse = false;
  isFrozen = false;

  constructor(region: Region | undefined, items: Value[]) {
    this.region = region;
    this.items = items;
  }
}

/** A `Map`, whose items are lists of a key and a value, or a `Set`: what goes through it finds a list. */
export class Collection extends Arr {
  readonly kind: 'Map' | 'Set';

  constructor(kind: 'Map' | 'Set', region: Region | undefined, items: Value[]) {
    super(region, items);
    this.kind = kind;
  }
}

/** A function or a method, with what `this` is in it. */
export class Fn {
  readonly node: SyntaxNode;
  readonly scope: Scope;
  readonly self: Value;
  readonly home: Class | undefined;

  constructor(node: SyntaxNode, scope: Scope, self: Value, home?: Class) {
    this.node = node;
    this.scope = scope;
    this.self = self;
    this.home = home;
  }
}

/** A member that is computed whenever it is read. */
export class Getter {
  readonly fn: Fn;

  constructor(fn: Fn) {
    this.fn = fn;
  }
}

/** A class of the script's. */
export class Class {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly scope: Scope;
  readonly base: Value;
  readonly statics: Obj;

  constructor(name: string, node: SyntaxNode, scope: Scope, base: Value, statics: Obj) {
    this.name = name;
    this.node = node;
    this.scope = scope;
    this.base = base;
    this.statics = statics;
  }
}

/** What the language or a package gives, by its path: `Math.max`, `zod.object`, `core.StructuredOutputParser`. */
export class Native {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** A zod schema. */
export class Schema {
  readonly zod: AnyZod;
  /** How many schemas it is made of, each counted as often as it stands in it. */
  readonly weight: number;
  /** Why it is not what its source says it is. */
  readonly hole: Unknown | undefined;

  constructor(zod: AnyZod, weight: number, hole?: Unknown) {
    this.zod = zod;
    this.weight = weight;
    this.hole = hole;
  }
}

/** A parser that was made, by its number. */
export class Made {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/** A literal regular expression, which is never run. */
export class Pattern {
  readonly source: string;
  readonly flags: string;

  constructor(source: string, flags: string) {
    this.source = source;
    this.flags = flags;
  }
}

/** What an `async` function gives before it is awaited. */
export class Promised {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}

/** Names with what they stand for; those of the scopes around are seen from it. */
export class Scope {
  readonly names = new Map<string, Value>();
  readonly parent: Scope | undefined;
  readonly region: Region | undefined;
  /** Names of imports, which are read where they are exported. */
  readonly links = new Map<string, () => Value>();

  /** Whether it is a function's or a module's: what `var` declares. */
  readonly isFunction: boolean;

  constructor(parent: Scope | undefined, region: Region | undefined, isFunction = parent === undefined) {
    this.parent = parent;
    this.region = region;
    this.isFunction = isFunction;
  }

  /** The function's scope around it. */
  get ofFunction(): Scope {
    let at: Scope = this;
    while (at.parent && !at.isFunction) at = at.parent;
    return at;
  }

  /** The scope that declares a name. */
  owner(name: string): Scope | undefined {
    let at: Scope | undefined = this;
    while (at && !at.names.has(name) && !at.links.has(name)) at = at.parent;
    return at;
  }
}
