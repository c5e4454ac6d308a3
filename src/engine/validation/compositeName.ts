import type { Validator } from './validator.ts';

/** The longest name, in UTF-16 units: without an end, names double with every level of a schema whose parts are used twice. */
const maxName = 10_000;

/** The name of a validator that is made of others, such as `union[int,str]`: as long as {@link maxName}, then cut off. Asks no more of them than it shows. */
export function compositeName(
  open: string,
  parts: readonly Pick<Validator, 'name'>[],
  separator = ',',
  close = ']',
): string {
  let name = open;
  for (const [i, part] of parts.entries()) {
    name += i === 0 ? part.name : `${separator}${part.name}`;
    if (name.length > maxName) return `${name.slice(0, maxName)}…`;
  }
  return `${name}${close}`;
}
