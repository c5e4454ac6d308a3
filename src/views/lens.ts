import {
  type Destination,
  destinations,
  detailText,
  type ErrorModel,
  type ResponseModel,
  type ValueModel,
} from './responseModel.ts';
import type { ValuePath } from './valuePath.ts';
import { clip, lensPreviewLength, oneLine } from './valuePreview.ts';

/** The longest error in a lens, in UTF-16 units. */
const errorLength = 48;

/** One thing to click above a response. */
export interface LensItem {
  readonly title: string;
  readonly tooltip: string;
}

/** The lens of a destination, or of the whole value where the type does not split it. */
export interface ValueLens extends LensItem {
  readonly target: Destination | 'value';
}

/** The lens of a part of the result that the type points out, such as a thought or an action. */
export interface HighlightLens extends LensItem {
  readonly name: string;
  readonly path: ValuePath;
}

/** What stands above a parsed response, short enough for a narrow editor; the rest is in the tooltips. */
export interface LensModel {
  /** `✓` and the parser's name with what was done to the text, or `✗` and the error. */
  readonly status: LensItem;
  readonly highlights: readonly HighlightLens[];
  readonly values: readonly ValueLens[];
  /** There is something to say of what the model is told. */
  readonly feedback: boolean;
}

/** The few words of a lens that people read in their own language. */
export interface LensWords {
  readonly unescaped: string;
  readonly repaired: string;
  readonly binary: string;
  readonly nothingRecognised: string;
  readonly toolError: string;
  readonly warnings: (count: number) => string;
}

const filterNames: Readonly<Record<Destination, string>> = {
  content: 'toContent',
  memory: 'toMemory',
  metadata: 'toMetadata',
};

/** The lenses of a result. */
export function lensModel(model: ResponseModel, words: LensWords): LensModel {
  return {
    status: statusLens(model, words),
    highlights: model.highlights.map(({ name, path, value }) => ({
      name,
      path,
      title: `${name} ${value.short}`,
      tooltip: tooltip(name, value),
    })),
    values: valueLenses(model),
    feedback: model.told !== undefined,
  };
}

function statusLens(model: ResponseModel, words: LensWords): LensItem {
  const { error, name, type, tools } = model;
  const notes = [
    ...(model.unescaped ? [words.unescaped] : []),
    ...(model.repairs.length > 0 ? [words.repaired] : []),
    ...(model.binary ? [words.binary] : []),
    ...(tools?.nothing ? [words.nothingRecognised] : []),
    ...(tools?.failed ? [words.toolError] : []),
    ...(model.warnings.length > 0 ? [words.warnings(model.warnings.length)] : []),
  ];
  const lines = [`${name} (${type})`];
  for (const { name: repair, text } of model.repairs) lines.push(`${words.repaired}: ${repair} ${text}`);
  lines.push(...model.warnings);
  for (const { key, description, value } of model.extra)
    lines.push(`${key}${description === undefined ? '' : ` (${description})`}: ${value.long}`);
  if (!error) return { title: ['✓ ', [name, ...notes].join(' · ')].join(''), tooltip: lines.join('\n') };
  const title = [clip(oneLine(errorText(error)), errorLength), ...notes].join(' · ');
  return { title: `✗ ${title}`, tooltip: [...lines, errorText(error), ...error.details.map(detailText)].join('\n') };
}

function valueLenses({ splits, value }: ResponseModel): ValueLens[] {
  if (splits)
    return destinations.map(target => {
      const split = splits[target];
      const name = filterNames[target];
      return 'error' in split
        ? {
            target,
            title: `${name} ${clip(`✗ ${errorText(split.error)}`, lensPreviewLength)}`,
            tooltip: errorText(split.error),
          }
        : { target, title: `${name} ${split.short}`, tooltip: tooltip(name, split) };
    });
  return value ? [{ target: 'value', title: value.short, tooltip: value.long }] : [];
}

function tooltip(name: string, value: ValueModel): string {
  return `${name}: ${value.long}`;
}

function errorText(error: ErrorModel): string {
  return `${error.class}: ${error.message}`;
}
