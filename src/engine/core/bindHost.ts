import type { Host } from './host.ts';
import { once } from './once.ts';

/** Which functions of an object take a host, and as which argument (from 0): for objects of functions inside it, too. */
export type HostPlaces<T> = {
  readonly [K in keyof T]?: T[K] extends AnyFunction ? PlaceIn<Required<Parameters<T[K]>>> : HostPlaces<T[K]>;
};

type AnyFunction = (...args: never[]) => unknown;

/** Where among a function's arguments the host stands: any other place does not compile. */
type PlaceIn<Arguments extends readonly unknown[]> = {
  [I in keyof Arguments]: [Host, Arguments[I]] extends [Arguments[I], Host]
    ? I extends `${infer Place extends number}`
      ? Place
      : never
    : never;
}[number];

/**
 * The object with `host` in the place of the host that a call leaves out. What takes none stays as it is. Members are looked at
 * when they are asked for: what a member stands in may be loaded only then.
 */
export function bindHost<T extends object>(functions: T, places: HostPlaces<T>, host: Host): T {
  return lazyMembers(Object.keys(functions), name => {
    const member: unknown = functions[name as keyof T];
    const place: unknown = places[name as keyof T];
    if (typeof place === 'number') return withHost(member as (...args: unknown[]) => unknown, place, host);
    return place ? bindHost(member as object, place as HostPlaces<object>, host) : member;
  }) as T;
}

/** A frozen object whose members are made when they are first asked for. */
export function lazyMembers(names: readonly string[], make: (name: string) => unknown): object {
  const object = {};
  for (const name of names) Object.defineProperty(object, name, { enumerable: true, get: once(() => make(name)) });
  return Object.freeze(object);
}

function withHost(call: (...args: unknown[]) => unknown, place: number, host: Host): (...args: unknown[]) => unknown {
  return (...args) => {
    args[place] ??= host;
    return call(...args);
  };
}
