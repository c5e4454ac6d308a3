import type { PyValue } from '../core/pyValue.ts';
import { isDict } from '../python/index.ts';
import { type Data, toData } from './sourceData.ts';
import type { Models } from './sourceModels.ts';
import type { Run } from './sourceRun.ts';
import { as, Class, type Placed } from './values.ts';

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

/** What is told of errors, where it is a value: functions and classes are not read here. */
export function handlingOf(name: string, placed: Placed, run: Run): Data | string {
  const { value } = placed;
  return typeof value === 'boolean' || typeof value === 'string'
    ? toData(placed, run, [name])
    : `\`${name}\` is read here where it is a truth value or a text.`;
}
