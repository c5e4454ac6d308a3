import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { type MemberSpan, memberSpans, withoutQuotes } from '../../json/jsonSpans.ts';
import type { ReadField, Reading } from '../parser.ts';

/**
 * The parts of a JSON value that was read from `span` of the text: one for each key of a dict, for each item of a list
 * (its key is the index), or a single one named `value`. A key of the dict that the text does not have (a default that
 * Pydantic filled in) is left out. Linear in the text.
 */
export function jsonFields(text: string, span: Span, value: PyValue): readonly ReadField[] {
  if (isPyDict(value)) {
    const places = memberSpans(text, span.start);
    const fields: ReadField[] = [];
    let byKey: ReadonlyMap<string | number, MemberSpan> | undefined;
    for (const [key, item] of value) {
      let place = places[fields.length];
      // Keys that stand twice, or that Pydantic put in another order. Of equal keys the last one counts.
      if (byKey || places.length !== value.size || place?.key !== key) {
        byKey ??= new Map(places.map(member => [member.key, member]));
        place = byKey.get(key);
      }
      if (place) fields.push(field(text, key, item, place));
    }
    return fields;
  }
  if (isPyList(value))
    return memberSpans(text, span.start).map((place, i) => field(text, String(i), value[i] ?? null, place));
  return [field(text, 'value', value, { span })];
}

/** A reading whose fields are located when they are first asked for: a list of millions costs nothing until then. */
export function withFields(reading: Omit<Reading, 'fields'>, locate: () => readonly ReadField[]): Reading {
  let fields: readonly ReadField[] | undefined;
  return {
    ...reading,
    get fields() {
      fields ??= locate();
      return fields;
    },
  };
}

/** A reading whose value is the dict of its fields, in their order; of equal keys the last counts. */
export class FieldsReading implements Reading {
  readonly fields: readonly ReadField[];
  readonly isOfFields = true;
  private dict: PyDict | undefined;

  constructor(fields: readonly ReadField[]) {
    this.fields = fields;
  }

  get value(): PyDict {
    this.dict ??= new Map(this.fields.map(({ key, value }) => [key, value]));
    return this.dict;
  }
}

function field(text: string, key: string, value: PyValue, { span }: Pick<MemberSpan, 'span'>): ReadField {
  return { key, value, span, inner: withoutQuotes(text, span) };
}
