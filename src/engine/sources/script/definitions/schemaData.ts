import type { SyntaxNode } from '@lezer/common';
import { fromPlain, isPyDict, type PyValue } from '../../../core/pyValue.ts';
import type { SourcePlace } from '../values/scriptFiles.ts';
import type { ScriptRun } from '../values/scriptRun.ts';
import { toScriptData } from '../values/scriptTexts.ts';
import { Obj, Schema, type ScriptHole, Unknown, type Value } from '../values/scriptValues.ts';
import { originOfSchema, placeOfSchema, type ScriptOrigin } from '../zod/zodPlaces.ts';
import { jsonSchemaOf } from '../zod/zodSchemas.ts';

/** A value of a script as a definition has it. */
export interface PlacedData {
  readonly value: PyValue;
  readonly origin: ScriptOrigin;
  readonly holes: readonly ScriptHole[];
}

/** A zod schema as JSON Schema, with marks for its unknown words; an unknown where all of it is. */
export function schemaData(
  value: Value,
  argument: string,
  at: SourcePlace,
  node: SyntaxNode,
  run: ScriptRun,
): PlacedData | Unknown {
  if (value instanceof Unknown) return value;
  if (!(value instanceof Schema)) return run.unknown(node, 'This is not a zod schema that is read.');
  if (value.hole) return value.hole;
  const printed = jsonSchemaOf(value);
  if (typeof printed === 'string') return run.unknown(node, printed);
  const { schema, holes } = run.holes.named(printed, argument);
  const place = placeOfSchema(value.zod) ?? at;
  return { value: fromPlain(schema), origin: originOfSchema(value.zod, printed, place), holes };
}

/** The schema of a strategy: a zod schema with its name, or a JSON Schema as it stands. */
export function strategyData(
  value: Value,
  argument: string,
  at: SourcePlace,
  node: SyntaxNode,
  run: ScriptRun,
): PlacedData | Unknown {
  if (value instanceof Obj) {
    const { data, holes } = toScriptData(value, [argument], run, node);
    return { value: fromPlain(data ?? null), origin: originOfData(value, at, run), holes };
  }
  if (!(value instanceof Unknown || value instanceof Schema))
    return run.unknown(node, 'This is not a schema that is read.');
  const read = schemaData(value, argument, at, node, run);
  if (read instanceof Unknown) return read;
  const title = isPyDict(read.value) ? read.value.get('title') : undefined;
  const named = new Map<string, PyValue>([
    ...(typeof title === 'string' ? [['class_name', title] as const] : []),
    ['content_schema', read.value],
  ]);
  const { origin } = read;
  return { ...read, value: named, origin: { at: origin.at, items: new Map([['content_schema', origin]]) } };
}

/** Objects of one argument whose parts have places of their own. */
const maxPlaces = 10_000;

/** Where a value was written, and its parts as far as they stand in literals. */
export function originOfData(
  value: Value,
  at: SourcePlace,
  run: ScriptRun,
  room = { left: maxPlaces },
  depth = 0,
): ScriptOrigin {
  if (typeof value === 'string') return { at: run.literals.of(value, at) };
  if (!(value instanceof Obj) || depth > 60 || --room.left < 0) return { at };
  const items = [...value.places].flatMap(([key, place]): [string, ScriptOrigin][] => {
    const member = value.members.get(key);
    return member === undefined ? [] : [[key, originOfData(member, place, run, room, depth + 1)]];
  });
  return { at, ...(items.length > 0 && { items: new Map(items) }) };
}
