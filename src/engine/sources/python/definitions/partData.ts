import type { PyValue } from '../../../core/pyValue.ts';
import { isDict } from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';
import { membersOf } from '../values/classLines.ts';
import { Part } from '../values/libraryValues.ts';
import { as, Class, type Placed, Unknown, type Value } from '../values/values.ts';
import { type Data, type Hole, type Origin, toData } from './sourceData.ts';
import type { Models } from './sourceModels.ts';

/** An object of a framework's class that is an argument. */
export function partData(
  name: string,
  parameters: readonly string[],
  placed: Placed,
  path: readonly (string | number)[],
  run: Run,
): Data {
  const part = as(placed.value, Part);
  if (part?.name !== name) {
    const hole = as(placed.value, Unknown);
    const reason = hole?.reason ?? `This is not a \`${name}\` that can be read.`;
    return { value: new Map(), origin: { at: placed.at }, holes: [{ path, reason, at: hole?.at ?? placed.at }] };
  }
  const values = new Map<string, PyValue>();
  const items = new Map<string, Origin>();
  const holes: Hole[] = [];
  const all = new Map([
    ...part.args.positional.flatMap((each, i) => (parameters[i] ? [[parameters[i], each] as const] : [])),
    ...part.args.named,
  ]);
  for (const [key, each] of all) {
    const data = toData(each, run, [...path, key]);
    values.set(key, data.value);
    items.set(key, data.origin);
    holes.push(...data.holes);
  }
  if (part.args.spread) holes.push({ path, reason: part.args.spread.unknown.reason, at: part.args.spread.unknown.at });
  return { value: values, origin: { at: placed.at, items }, holes };
}

/** An enum with its members. */
export function enumData(name: string, of: Class, placed: Placed, run: Run): Data {
  const members = membersOf(of).map(member => [member.name, toData(member.value, run, [name, member.name])] as const);
  const value = new Map<string, PyValue>([
    ['name', of.name],
    ['members', new Map(members.map(([key, data]) => [key, data.value]))],
  ]);
  const { at } = placed;
  const items = new Map([['members', { at, items: new Map(members.map(([key, { origin }]) => [key, origin])) }]]);
  return { value, origin: { at, items }, holes: members.flatMap(([, data]) => data.holes) };
}

/** A Pydantic class with its name. */
export function modelData(placed: Placed, path: readonly (string | number)[], models: Models): Data {
  const of = as(placed.value, Class);
  const read = of && models.schemaOf(of);
  if (!of || !read)
    return {
      value: new Map(),
      origin: { at: placed.at },
      holes: [
        { path, reason: reasonOf(placed.value, 'This is not a Pydantic class that can be read.'), at: placed.at },
      ],
    };
  const value = new Map<string, PyValue>([
    ['class_name', of.name],
    ['content_schema', read.schema],
  ]);
  const origin = models.originOf(of, read.schema);
  const items = new Map([['content_schema', origin]]);
  return { value, origin: { at: origin.at, items }, holes: read.holes.map(hole => ({ ...hole, path })) };
}

/** Why a value is unknown, or else why it cannot be read. */
export function reasonOf(value: Value, fallback: string): string {
  return as(value, Unknown)?.reason ?? fallback;
}

/** What an agent's model has to give: a class with its schema, or a dictionary as it stands; else why it is unknown. */
export function strategySchemaOf(name: string, placed: Placed, models: Models, run: Run): Data | string {
  const of = as(placed.value, Class);
  if (!of && isDict(placed.value)) return toData(placed, run, [name]);
  const read = of && models.dataSchemaOf(of);
  if (!of || !read) return 'This is not a Pydantic class, dataclass or `TypedDict` that can be read.';
  const value = new Map<string, PyValue>([
    ['class_name', of.name],
    ...(read.kind === undefined ? [] : [['kind', read.kind] as const]),
    ['content_schema', read.schema],
  ]);
  const origin = models.originOf(of, read.schema);
  return { value, origin: { at: origin.at, items: new Map([['content_schema', origin]]) }, holes: read.holes };
}

/** What the model reads about errors, where it is a value: functions and classes are not read here. */
export function handlingOf(name: string, placed: Placed, run: Run): Data | string {
  const { value } = placed;
  return typeof value === 'boolean' || typeof value === 'string'
    ? toData(placed, run, [name])
    : `\`${name}\` is read here where it is a truth value or a text.`;
}
