import { isPyDict, type PyValue } from '../../core/pyValue.ts';
import { type Breach, enumCause, jsonTypeOf, shortMessage, wantedWords } from './breach.ts';

/** A variant of a union, and what the value breaks of it. */
export interface Variant {
  readonly name: string;
  readonly breaches: readonly Breach[];
}

/** The place of a union, what stands there, and what its validator says of it. */
interface UnionPlace {
  readonly path: readonly (string | number)[];
  readonly input: PyValue;
  readonly message: string;
}

/** What one that is of another type altogether is away. */
const otherType = 1_000_000;
/** What another tag is away: a member with one allowed value, which tells the variants apart. */
const otherTag = 1000;

/**
 * What a value breaks of the variant that it is nearest to: the one whose type and tags it has, then the one of which it
 * breaks least. Where neither type nor tag says which one is meant, `wrong-variant` stands before it. Where it has the
 * type of none, that is all there is to say. Linear in the breaches.
 */
export function nearestVariant(variants: readonly Variant[], place: UnionPlace): readonly Breach[] {
  const depth = place.path.length;
  if (variants.some(({ breaches }) => breaches.length === 0)) return [];
  const ranked = variants.map(variant => ({ ...variant, distance: distanceOf(variant.breaches, depth) }));
  const alike = ranked.filter(({ distance }) => distance < otherType);
  const areConstants = variants.every(({ breaches }) => breaches.every(isOtherConstant(depth)));
  if (alike.length === 0 || areConstants) return [noneOfTheTypes(variants, place)];
  const [nearest, ...others] = alike.sort((one, other) => one.distance - other.distance);
  const isTold = others.every(({ distance }) => distance >= otherTag) && nearest!.distance < otherTag;
  if (isTold || jsonTypeOf(place.input) !== 'object') return nearest!.breaches;
  const names = variants.map(({ name }) => name);
  const wrong: Breach = {
    path: place.path,
    input: place.input,
    cause: 'wrong-variant',
    wanted: `one of ${names.slice(0, 20).join(', ')}; the nearest is ${nearest!.name}`,
    message: shortMessage(place.message),
    wants: { types: [] },
  };
  return [wrong, ...nearest!.breaches];
}

/** Whether a breach says that the value at this depth is none of a list, or another one than the only one. */
function isOtherConstant(depth: number): (breach: Breach) => boolean {
  return ({ path, wants }) => path.length === depth && wants.values !== undefined;
}

function distanceOf(breaches: readonly Breach[], depth: number): number {
  let sum = 0;
  for (const { path, cause, wants, isWhole, input } of breaches) {
    const below = path.length - depth;
    if (below === 0 && isWhole) return otherType;
    // A scalar that none of a variant's values is like is of another variant.
    if (below === 0 && cause === 'wrong-type') return otherType;
    if (below === 1 && wants.values?.length === 1 && cause !== 'missing-key' && !isPyDict(input)) sum += otherTag;
    sum += cause === 'missing-key' ? 2 : 1;
  }
  return Math.min(sum, otherType - 1);
}

/** The value has the type of no variant: what is wanted is any of theirs. */
function noneOfTheTypes(variants: readonly Variant[], { path, input, message }: UnionPlace): Breach {
  const here = variants.map(({ breaches }) => breaches.filter(breach => breach.path.length === path.length));
  const all = here.flat();
  const types = [...new Set(all.flatMap(({ wants }) => wants.types))];
  const values = all.flatMap(({ wants }) => (wants.values ?? []) as readonly PyValue[]);
  const areValues = values.length > 0 && here.every(breaches => breaches.some(({ wants }) => wants.values));
  const names = all.flatMap(({ wants }) => wants.names ?? []);
  const wants = { types, ...(areValues && { values, ...(names.length > 0 && { names }) }) };
  const cause = areValues ? enumCause(input, wants) : input === null ? 'null-value' : 'wrong-type';
  return { path, input, cause, wanted: wantedWords(wants), message: shortMessage(message), wants, isWhole: true };
}
