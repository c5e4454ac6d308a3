import type { PyNode } from '../../../code/python/read/syntax.ts';
import type { Span } from '../../../core/span.ts';
import { type JinjaObject, PyFunction, PyObject } from '../../../python/index.ts';
import type { Environment, Placed, Value } from './environment.ts';

export type { Placed, Value } from './environment.ts';

/** What an operation cannot give, with the reason. Never leaves this room; no `Error`, whose stack costs more than all else of reading. */
export class Unreadable {
  readonly message: string;
  readonly at: Span | undefined;
  /** Whether it is for an unknown that something was needed of, and would be for every other one. */
  readonly isUnknown: boolean;
  /** See `Unknown.holds`. */
  readonly holds: readonly Value[];
  constructor(reason: string, at?: Span, isUnknown = false, holds: readonly Value[] = []) {
    this.message = reason;
    this.at = at;
    this.isUnknown = isUnknown;
    this.holds = holds;
  }

  /** For an operation that needs to know what an unknown is. */
  static for({ reason, at, holds }: Unknown): Unreadable {
    return new Unreadable(reason, at, true, holds);
  }
}

/** Why something could not be read, of what was thrown. */
export function reasonOfError(error: unknown): string {
  return error instanceof Unreadable || error instanceof Error ? error.message : '';
}

/** What every object here has in common: none prints as Python would print it. */
export abstract class Opaque implements JinjaObject {
  abstract readonly type: string;
  repr(): string {
    throw new Unreadable('This prints differently each time that it runs.');
  }
  attribute(_name: string): Value | undefined {
    return undefined;
  }
}

/** A value that only a run can know. */
export class Unknown extends Opaque {
  readonly type = 'unknown';
  readonly reason: string;
  readonly at: Span;
  /** Values that it may be, or that may be in it: what is done to it may be done to them. */
  readonly holds: readonly Value[];
  constructor(reason: string, at: Span, holds: readonly Value[] = []) {
    super();
    this.reason = reason;
    this.at = at;
    this.holds = holds;
  }
  /** The same, with more that it may be. */
  with(holds: readonly Value[]): Unknown {
    return holds.length === 0 ? this : new Unknown(this.reason, this.at, [...this.holds, ...holds]);
  }
}

/** Something of another package, or of Python itself, by its dotted path. */
export class External extends Opaque {
  readonly type = 'external';
  readonly path: string;
  /** What stands in brackets behind `Literal`. */
  readonly items: readonly Value[] | undefined;
  constructor(path: string, items?: readonly Value[]) {
    super();
    this.path = path;
    this.items = items;
  }
}

/** A module of the workspace. */
export class Module extends Opaque {
  readonly type = 'module';
  readonly name: string;
  readonly names: Environment;
  constructor(name: string, names: Environment) {
    super();
    this.name = name;
    this.names = names;
  }
}

/** A function or a lambda of the program; `self` is the instance or class that a method is bound to. */
export class Routine extends Opaque {
  readonly type = 'function';
  readonly node: PyNode;
  readonly closure: Environment;
  readonly defaults: ReadonlyMap<string, Placed>;
  /** The class that it is a method of. */
  readonly owner: Class | undefined;
  readonly self: Value | undefined;
  /** Whether `functools.wraps` gives it the name of another one. */
  isRenamed = false;
  /** What it gave for which arguments, where it is kept: by `functools.cache`. */
  kept: { readonly args: readonly Value[]; readonly value: Value }[] | undefined;
  constructor(
    node: PyNode,
    closure: Environment,
    defaults: ReadonlyMap<string, Placed>,
    owner: Class | undefined,
    self?: Value,
  ) {
    super();
    this.node = node;
    this.closure = closure;
    this.defaults = defaults;
    this.owner = owner;
    this.self = self;
  }
  /** The method of an instance. */
  bound(self: Value): Routine {
    const made = new Routine(this.node, this.closure, this.defaults, this.owner, self);
    made.isRenamed = this.isRenamed;
    made.kept = this.kept;
    return made;
  }
}

/** A function behind a decorator of Python's own. */
export class Decorated extends Opaque {
  readonly type = 'method';
  readonly kind: 'property' | 'staticmethod' | 'classmethod';
  readonly inner: Value;
  /** Of a property: what is called where it is assigned. */
  readonly setter: Value | undefined;
  /** Of a property: whether an object keeps what it gave first. */
  isKept = false;
  constructor(kind: Decorated['kind'], inner: Value, setter?: Value) {
    super();
    this.kind = kind;
    this.inner = inner;
    this.setter = setter;
  }
}

/** A field of a class whose instances are made of its fields. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly initial?: Placed;
  /** Whether only `__post_init__` gets it. */
  readonly isPassedOn?: boolean;
}

/** A class of the program. */
export class Class extends Opaque {
  readonly type = 'type';
  readonly name: string;
  readonly node: PyNode;
  readonly bases: readonly Value[];
  readonly names: Environment;
  isDataclass = false;
  isFrozen = false;
  /** Its names when its body ended, which the fields of its instances have their defaults from. */
  initials: ReadonlyMap<string, Placed> | undefined;
  /** Where an attribute of it is assigned after it is made. */
  changedAt: Span | undefined;
  /** Of `collections.namedtuple`. */
  tupleFields: readonly Field[] | undefined;
  constructor(name: string, node: PyNode, bases: readonly Value[], names: Environment) {
    super();
    this.name = name;
    this.node = node;
    this.bases = bases;
    this.names = names;
  }
}

/** An instance of a class of the program. */
export class Instance extends Opaque {
  readonly type = 'instance';
  readonly of: Class;
  readonly names: Environment;
  constructor(of: Class, names: Environment) {
    super();
    this.of = of;
    this.names = names;
  }
}

/** `super()` inside a method. */
export class Super extends Opaque {
  readonly type = 'super';
  readonly owner: Class;
  readonly self: Value;
  constructor(owner: Class, self: Value) {
    super();
    this.owner = owner;
    this.self = self;
  }
}

/** A member of an enum of the program. */
export class Member extends Opaque {
  readonly type = 'enum member';
  readonly of: Class;
  readonly name: string;
  readonly value: Placed;
  /** Whether it is a text or a number as well. */
  readonly isMixed: boolean;
  constructor(of: Class, name: string, value: Placed, isMixed: boolean) {
    super();
    this.of = of;
    this.name = name;
    this.value = value;
    this.isMixed = isMixed;
  }
}

/** Arguments of a call. */
export interface Given {
  readonly positional: readonly Placed[];
  readonly named: ReadonlyMap<string, Placed>;
  /** What is spread and unknown. */
  readonly spread?: { readonly kind: '*' | '**'; readonly unknown: Unknown };
}

/** A method that takes unknown values, too: it stores them. */
export class OwnMethod extends PyFunction {
  /** The collection that it changes. */
  owner: Value | undefined;
}

/** A value with attributes of its own. */
export function wrap(object: JinjaObject): PyObject {
  if (!(object instanceof Member)) return new PyObject(object);
  // There is one of it, which dicts have under it as a key.
  const wrapped = members.get(object) ?? new PyObject(object);
  members.set(object, wrapped);
  return wrapped;
}

const members = new WeakMap<Member, PyObject>();

/** The object of a class that a value is; `undefined`: it is something else. */
export function as<T>(value: Value | undefined, type: abstract new (...args: never[]) => T): T | undefined {
  return value instanceof PyObject && value.object instanceof type ? value.object : undefined;
}

/** What a run alone knows, as a value. */
export function unknown(reason: string, at: Span): Value {
  return wrap(new Unknown(reason, at));
}
