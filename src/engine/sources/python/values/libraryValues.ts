import type { Value } from './environment.ts';
import { type Given, Opaque } from './values.ts';

/** `collections.defaultdict` and `collections.Counter`: dicts that have a value for every key, and print as no dict does. */
export class DefaultDict extends Map<Value, Value> {
  /** What makes the value of a missing key; `undefined`: a counter, whose missing keys are 0. */
  readonly factory: Value | undefined;
  constructor(entries: Iterable<readonly [Value, Value]>, factory?: Value) {
    super(entries);
    this.factory = factory;
  }
}

/** A set: its items by what they are equal by. */
export class PySet extends Opaque {
  readonly type = 'set';
  readonly items: Map<Value, Value>;
  constructor(items: Map<Value, Value>) {
    super();
    this.items = items;
  }
}

/** `functools.partial`. */
export class PartialCall extends Opaque {
  readonly type = 'partial';
  readonly callee: Value;
  readonly args: Given;
  constructor(callee: Value, args: Given) {
    super();
    this.callee = callee;
    this.args = args;
  }
}

/** A class of a framework that an argument is an object of: a tag, a response schema. */
export class Part extends Opaque {
  readonly type = 'record';
  readonly name: string;
  readonly args: Given;
  constructor(name: string, args: Given) {
    super();
    this.name = name;
    this.args = args;
  }
}

/** `string.Template`. */
export class Template extends Opaque {
  readonly type = 'template';
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

/** A parser that the program makes, by the number of its construction. */
export class Built extends Opaque {
  readonly type = 'parser';
  readonly number: number;
  constructor(number: number) {
    super();
    this.number = number;
  }
}
