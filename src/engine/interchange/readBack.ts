import { addTo } from '../core/addTo.ts';
import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import type { Definition } from '../parsers/definition.ts';
import type { Imported, Loss } from '../parsers/interchange.ts';
import { toJsonText } from '../python/index.ts';

/** How many losses of one definition are named one by one. */
const maxLosses = 50;

/** What of some definitions is not there any more when their export is read back, beyond what `known` says already. Linear. */
export function lossesOfReadBack(
  definitions: readonly Definition[],
  imported: readonly Imported[],
  known: readonly Loss[],
): Loss[] {
  const byName = grouped(imported, ({ name }) => name);
  const knownOf = grouped(known, loss => loss.definition);
  return definitions.flatMap((definition, i) => {
    const sameName = byName.get(definition.name) ?? [];
    const back = sameName.length === 1 ? sameName[0] : imported.length === definitions.length ? imported[i] : undefined;
    const covered = new Coverage(knownOf.get(definition.name) ?? []);
    if (!back)
      return covered.isWhole
        ? []
        : [{ definition: definition.name, message: 'Imported again, it is not a definition of its own.' }];
    const missing: Loss[] = [];
    for (const { path, message } of differences(definition.source.config, back.config)) {
      if (covered.has(path) || isUsualRuntime(definition, path)) continue;
      if (missing.length === maxLosses) {
        missing.push({ definition: definition.name, message: 'More of it differs when it is imported again.' });
        break;
      }
      missing.push({ definition: definition.name, key: path.join('.'), message });
    }
    return missing;
  });
}

/** Whether a path is the runtime that a definition without one has, so that nothing is lost with it. */
function isUsualRuntime({ parserType, source }: Definition, path: readonly (string | number)[]): boolean {
  const [usual] = Object.keys(parserType.framework?.runtimes ?? {});
  return path.length === 1 && path[0] === 'runtime' && source.config.get('runtime') === usual;
}

function grouped<K, T>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

/** What losses say already: a key with all that is in it, or something in a key. */
class Coverage {
  readonly #keys: ReadonlySet<string>;
  /** Whether the definition as a whole is named. */
  readonly isWhole: boolean;
  constructor(losses: readonly Loss[]) {
    this.#keys = new Set(losses.flatMap(({ key }) => key ?? []));
    this.isWhole = losses.some(({ key }) => key === undefined);
  }

  has(path: readonly (string | number)[]): boolean {
    const place = `${path.join('.')}.`;
    for (let dot = place.indexOf('.'); dot !== -1; dot = place.indexOf('.', dot + 1))
      if (this.#keys.has(place.slice(0, dot))) return true;
    return false;
  }
}

interface Difference {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Where `given` has what `back` has not, outermost place first. Recursion is as deep as the value, which its reader limits. */
function* differences(
  given: PyValue,
  back: PyValue | undefined,
  path: readonly (string | number)[] = [],
): Generator<Difference> {
  const place = `\`${path.join('.')}\``;
  if (back === undefined) {
    yield { path, message: `${place} has no place in this form.` };
  } else if (isPyDict(given) && isPyDict(back)) {
    for (const [key, value] of given)
      if (path.length > 0 || key !== '$schema') yield* differences(value, back.get(key), [...path, key]);
  } else if (isPyList(given) && isPyList(back)) {
    for (const [i, value] of given.entries()) yield* differences(value, back[i], [...path, i]);
    if (back.length > given.length) yield { path, message: `${place} is longer when it is imported again.` };
  } else if (isPyDict(given) || isPyList(given) || isPyDict(back) || isPyList(back)) {
    yield { path, message: `${place} is something else when it is imported again.` };
  } else if (toJsonText(given) !== toJsonText(back)) {
    yield { path, message: `${place} becomes ${short(back)} when it is imported again.` };
  }
}

function short(value: PyValue): string {
  const text = toJsonText(value, 0);
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
