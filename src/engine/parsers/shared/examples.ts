import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { jsonLoads, toJsonText } from '../../python/index.ts';
import { exampleOfHint, exampleOfSchema } from './exampleValues.ts';

/** A value in a JSON fence. */
export function fencedExample(value: PyValue): string {
  return `\`\`\`json\n${toJsonText(value)}\n\`\`\``;
}

/** What a hint asks for where it is a JSON value, or text that is JSON or says true or false; `undefined` for other text. */
export function exampleOfText(hint: PyValue): PyValue | undefined {
  if (hint === null) return undefined;
  const value = exampleOfHint(hint);
  if (typeof value !== 'string') return value;
  const read = jsonLoads(value);
  return read.ok ? read.value : undefined;
}

/** An object for the `content_schema` or `content_hint`, with every required key. */
export function exampleDict(config: PyDict): PyDict {
  const schema = config.get('content_schema');
  const made = isPyDict(schema) ? exampleOfSchema(schema, schema) : exampleOfText(config.get('content_hint') ?? null);
  const value = new Map(made !== undefined && isPyDict(made) ? made : []);
  const required = config.get('required_keys');
  for (const key of isPyList(required) ? required : [])
    if (typeof key === 'string' && !value.has(key)) value.set(key, `the ${key}`);
  return value.size > 0 ? value : new Map([['answer', 'yes']]);
}
