import { addTo } from '../core/addTo.ts';
import { EngineError } from '../core/errors.ts';
import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import { createParser } from '../definition/index.ts';
import type { Definition } from '../parsers/definition.ts';
import type { Exported, ExportFormat, Imported, ImportFormat, Loss } from '../parsers/interchange.ts';
import { toJsonText } from '../python/index.ts';
import { exportFormats, importFormats } from './registry.ts';

/** Why a definition cannot be written in a form. */
export interface Refusal {
  readonly definition: string;
  readonly message: string;
}

/** An export, or why there is none. */
export type ExportAnswer =
  | ({ readonly ok: true; readonly format: string } & Exported)
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** The forms to choose from. */
export interface InterchangeFormats {
  readonly exportFormats: readonly ExportFormat[];
  readonly importFormats: readonly ImportFormat[];
}

const allFormats: InterchangeFormats = { exportFormats, importFormats };

/** Why a form has no words for a definition, or the definition itself cannot be used; `undefined`: it can be written. */
export function refusalOf(definition: Definition, format: ExportFormat): string | undefined {
  if (definition.invalid !== undefined) return definition.invalid;
  try {
    createParser(definition);
  } catch (error) {
    if (error instanceof EngineError) return `${error.class}: ${error.message}`;
    throw error;
  }
  return format.refuses(definition);
}

/**
 * Writes definitions of one file in another form. The text is read back at once, so that everything that is lost is
 * among the losses, also where the form itself does not say so. Throws `EngineError` of class `UnknownFormat`; never
 * anything else. Linear in the definitions.
 */
export function exportDefinitions(
  definitions: readonly Definition[],
  formatId: string,
  formats: InterchangeFormats = allFormats,
): ExportAnswer {
  const format = formats.exportFormats.find(({ id }) => id === formatId);
  if (!format) throw new EngineError('UnknownFormat', `There is no form \`${formatId}\` to export to.`);
  const refusals = definitions.flatMap((definition): Refusal[] => {
    const message = refusalOf(definition, format);
    return message === undefined ? [] : [{ definition: definition.name, message }];
  });
  if (refusals.length > 0) return { ok: false, refusals };
  const { text, losses } = format.write(definitions);
  const reader = formats.importFormats.find(({ id }) => id === (format.readBy ?? format.id));
  const [first] = definitions;
  const fileName = `${first?.name ?? 'definition'}${format.extension}`;
  const more: readonly Loss[] = reader
    ? lossesOfReadBack(definitions, reader.read(text, fileName).definitions, losses)
    : [];
  return { ok: true, format: format.id, text, losses: byDefinition([...losses, ...more], definitions) };
}

/** What concerns all of them first, then each definition's in the order of the file. */
function byDefinition(losses: readonly Loss[], definitions: readonly Definition[]): readonly Loss[] {
  const places = new Map(definitions.map(({ name }, place) => [name, place]));
  const placeOf = ({ definition }: Loss) => (definition === undefined ? -1 : (places.get(definition) ?? -1));
  return losses.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** How many losses of one definition are named one by one. */
const maxLosses = 50;

/** What of some definitions is not there any more when their export is read back, beyond what `losses` says already. Linear. */
function lossesOfReadBack(
  definitions: readonly Definition[],
  imported: readonly Imported[],
  losses: readonly Loss[],
): Loss[] {
  const byName = grouped(imported, ({ name }) => name);
  const knownOf = grouped(losses, loss => loss.definition);
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

/** Where `before` has what `back` has not, outermost place first. Recursion is as deep as the value, which its reader limits. */
function* differences(
  before: PyValue,
  back: PyValue | undefined,
  path: readonly (string | number)[] = [],
): Generator<Difference> {
  const place = `\`${path.join('.')}\``;
  if (back === undefined) {
    yield { path, message: `${place} has no place in this form.` };
  } else if (isPyDict(before) && isPyDict(back)) {
    for (const [key, value] of before)
      if (path.length > 0 || key !== '$schema') yield* differences(value, back.get(key), [...path, key]);
  } else if (isPyList(before) && isPyList(back)) {
    for (const [i, value] of before.entries()) yield* differences(value, back[i], [...path, i]);
    if (back.length > before.length) yield { path, message: `${place} is longer when it is imported again.` };
  } else if (isPyDict(before) || isPyList(before) || isPyDict(back) || isPyList(back)) {
    yield { path, message: `${place} is something else when it is imported again.` };
  } else if (toJsonText(before) !== toJsonText(back)) {
    yield { path, message: `${place} becomes ${short(back)} when it is imported again.` };
  }
}

function short(value: PyValue): string {
  const text = toJsonText(value, 0);
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
