import {
  exactOf,
  fromPlain,
  isPyDict,
  type ParseResult,
  type ParserType,
  type PyDict,
  type Span,
  toPlain,
} from '../engine/index.ts';
import { type LensValueModel, lensValueModel, type ValueModel, type ValuePath, valueModel } from './valueModel.ts';
import { clip, lensPreviewLength, oneLine } from './valuePreview.ts';

/** How many fields have lenses of their own where the type asks for it. */
const maxFieldLenses = 4;
/** How much a result may say beside its value. */
const maxExtra = 100;

/** A part of a result that has a lens of its own. */
export interface HighlightModel {
  readonly name: string;
  readonly path: ValuePath;
  readonly value: LensValueModel;
}

/** What a result says beside its value. */
export interface ExtraModel {
  readonly key: string;
  /** What it is, in words. */
  readonly description?: string;
  readonly path: ValuePath;
  readonly value: ValueModel;
}

/** The parts of a result that have lenses of their own: those that its type names. */
export function highlightModels(
  { display }: ParserType,
  result: ParseResult & { readonly ok: true },
): readonly HighlightModel[] {
  const roots = { value: result.exact, extra: extraDict(result) };
  return (display?.highlights ?? []).flatMap((highlight): HighlightModel[] => {
    if (highlight.from === 'fields')
      return result.fields.slice(0, maxFieldLenses).map((field, index) => ({
        name: clip(oneLine(field.key), lensPreviewLength),
        path: ['parts', index],
        value: lensValueModel(exactOf(field)),
      }));
    const { name, from, key } = highlight;
    const root = roots[from];
    const value = isPyDict(root) ? root.get(key) : undefined;
    // Beside the value an empty text means that there is none.
    if (!isPyDict(root) || value === undefined || (from === 'extra' && (value === '' || value === null))) return [];
    return [{ name, path: [from, [...root.keys()].indexOf(key)], value: lensValueModel(value) }];
  });
}

/** What a result says beside its value, the first {@link maxExtra} of it; an empty list says nothing. */
export function extraModels(type: ParserType, result: ParseResult & { readonly ok: true }): readonly ExtraModel[] {
  return [...extraDict(result)].slice(0, maxExtra).flatMap(([key, value], index) => {
    if (Array.isArray(value) && value.length === 0) return [];
    const description = type.display?.extra?.[key];
    return { key, ...(description !== undefined && { description }), path: ['extra', index], value: valueModel(value) };
  });
}

/** What a result says beside its value, as a dict. */
export function extraDict(result: ParseResult & { readonly ok: true }): PyDict {
  const extra = fromPlain(result.extra ?? {});
  return isPyDict(extra) ? extra : new Map();
}

/** Text of a response that did not come into the value, or a mark that came into it and should not. */
export interface StrayModel {
  readonly kind: 'lost' | 'left-over';
  readonly span: Span;
  /** The field that took its place, or that it stayed in; absent: there is none. */
  readonly field?: string;
}

/** How many are shown. */
const maxStrays = 200;

/** What of a response fell to the ground, in its order. Empty spans are left out. */
export function strayModels(
  { display }: ParserType,
  result: ParseResult & { readonly ok: true },
  toSelection: (span: Span) => Span,
): readonly StrayModel[] {
  if (!display?.strays) return [];
  const extra = extraDict(result);
  const found = Object.entries(display.strays).flatMap(([key, kind]) => {
    const listed = toPlain(extra.get(key) ?? null);
    return (Array.isArray(listed) ? listed : []).slice(0, maxStrays).flatMap((item: unknown): StrayModel[] => {
      const { start, end, field } = (item ?? {}) as Readonly<Record<string, unknown>>;
      if (typeof start !== 'number' || typeof end !== 'number') return [];
      return [{ kind, span: toSelection({ start, end }), ...(typeof field === 'string' && { field }) }];
    });
  });
  return found.sort((a, b) => a.span.start - b.span.start);
}
