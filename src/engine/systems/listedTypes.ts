import { listed, type RegistryEntry } from '../core/registryEntry.ts';
import type { ParserType } from '../parsers/parserType.ts';
import type { System } from '../parsers/system.ts';

/** A parser type with its name for files and pickers. */
export type ListedType = ParserType & RegistryEntry;

const cached = new WeakMap<System, readonly ListedType[]>();

/** The types of a system as lists have them: the same objects each time. */
export function listedTypes(system: System): readonly ListedType[] {
  const types =
    cached.get(system) ??
    listed<ParserType>(system.types, ({ type, system: owner }) => ({
      id: type,
      title: type === owner.toLowerCase() ? owner : `${type} (${owner})`,
    }));
  cached.set(system, types);
  return types;
}
