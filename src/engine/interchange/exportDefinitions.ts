import { EngineError } from '../core/errors.ts';
import { createParser } from '../definition/index.ts';
import type { Definition } from '../parsers/definition.ts';
import type { Exported, ExportFormat, ImportFormat, Loss } from '../parsers/interchange.ts';
import { lossesOfReadBack } from './readBack.ts';
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
