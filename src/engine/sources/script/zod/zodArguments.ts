import type { SyntaxNode } from '@lezer/common';
import type { ScriptRun } from '../values/scriptRun.ts';
import { membersOf } from '../values/scriptTexts.ts';
import {
  Arr,
  Collection,
  Fn,
  Getter,
  Native,
  Obj,
  Pattern,
  Schema,
  Unknown,
  type Value,
} from '../values/scriptValues.ts';
import { isZod } from '../values/zodReleases.ts';
import { NotRead } from './zod3JsonSchema.ts';
import { placeMember } from './zodPlaces.ts';

/** How many schemas one is made of: what is used again is written again in JSON Schema. */
export const maxWeight = 5000;

/** Values of a script as those that zod takes. */
export class ZodArguments {
  readonly #run: ScriptRun;
  readonly #node: SyntaxNode;
  readonly #release: 3 | 4;
  weight: number;
  hole: Unknown | undefined;

  constructor(run: ScriptRun, node: SyntaxNode, weight: number, release: 3 | 4) {
    this.#run = run;
    this.#node = node;
    this.weight = weight;
    this.#release = release;
  }

  read(value: Value, depth: number): unknown {
    this.weight++;
    if (depth > 50 || this.weight > 4 * maxWeight) return this.#refuse('This schema is too large.');
    if (value instanceof Unknown) return this.#put(value);
    if (value instanceof Schema) {
      this.weight += value.weight;
      return value.hole ? this.#put(value.hole) : value.zod;
    }
    if (value instanceof Arr && !(value instanceof Collection))
      return value.hole ? this.#put(value.hole) : value.items.map(item => this.read(item, depth + 1));
    if (value instanceof Obj && !value.of) return value.hole ? this.#put(value.hole) : this.#object(value, depth);
    if (value instanceof Pattern) return this.#pattern(value);
    if (value instanceof Fn) return () => this.#called(value, depth);
    if (value === null || typeof value !== 'object') return value;
    return this.#refuse('This is not an argument of zod that is read.');
  }

  #object(of: Obj, depth: number): object {
    const made = {};
    of.shapes.push(made);
    for (const [key, member] of membersOf(of)) {
      if (key === '__proto__') this.#refuse('`__proto__` is not read.');
      // A schema that names itself does so in a getter, which zod reads later.
      if (member instanceof Getter)
        Object.defineProperty(made, key, {
          enumerable: true,
          configurable: true,
          get: () => this.#called(member.fn, depth),
        });
      else {
        if (member instanceof Schema) placeMember(member.zod, of.places.get(key));
        Object.defineProperty(made, key, {
          value: this.read(member, depth + 1),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
    }
    return made;
  }

  readonly #results = new Map<Fn, unknown>();

  /** What a function gives, when zod asks for it: `z.lazy`, a default, a getter of a shape. */
  #called(fn: Fn, depth: number): unknown {
    if (this.#results.has(fn)) return this.#results.get(fn);
    const later = new ZodArguments(this.#run, this.#node, this.weight, this.#release);
    const value = later.read(this.#run.call(fn, { values: [], spread: undefined, places: [] }, this.#node), depth + 1);
    if (later.hole) throw new NotRead(later.hole.reason);
    // zod 3 asks a function each time: what it makes anew is not what was used before.
    if (this.#release === 4) this.#results.set(fn, value);
    return value;
  }

  #pattern({ source, flags }: Pattern): unknown {
    try {
      return new RegExp(source, flags);
    } catch {
      return this.#refuse('This regular expression is not read.');
    }
  }

  #put(hole: Unknown): undefined {
    this.hole ??= hole;
    return undefined;
  }

  #refuse(reason: string): undefined {
    return this.#put(this.#run.unknown(this.#node, reason));
  }
}

/** What zod gives as a value of the script. */
export function plainValue(value: unknown, run: ScriptRun, weight = 1): Value {
  const hole = run.holes.of(value);
  if (hole) return hole;
  if (isZod(value)) return new Schema(value, weight);
  if (Array.isArray(value))
    return new Arr(
      run.region,
      value.map(item => plainValue(item, run, weight)),
    );
  if (typeof value === 'object' && value !== null)
    return new Obj(
      run.region,
      new Map(Object.keys(value).map(key => [key, plainValue((value as Record<string, unknown>)[key], run, weight)])),
    );
  return typeof value === 'function' ? new Native('function') : (value as Value);
}
