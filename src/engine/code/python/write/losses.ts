import { EngineError } from '../../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { Imported, Loss } from '../../../parsers/interchange.ts';
import { sortSchema } from '../../../parsers/shared/pydanticSchema.ts';
import { pyRepr } from '../../../python/index.ts';
import { visible } from '../../../text/index.ts';
import { toClassName } from '../identifiers.ts';
import { dictAt, hasLoneSurrogate, nestingOf, textAt } from '../schemaFacts.ts';
import type { Renamed } from './modelWriter.ts';

const lossMessages: ReadonlyMap<string, string> = new Map([
  ['samples', 'Samples are tests of this definition; Python has no place for them.'],
  ['description', 'The description becomes a comment, in which blanks at the ends and line breaks are lost.'],
  [
    'thought_delimiters',
    'They are a setting of the language model, not of the agent: `llm=OpenAIGPTConfig(thought_delimiters=…)`.',
  ],
  ['format_instruction', 'The class writes its own instruction.'],
]);

/**
 * What a definition that was written and read again lacks, key by key. Schemas are compared as Pydantic prints them.
 * `normalize` makes two ways of saying the same thing equal.
 */
export function lossesOf(
  { name, source }: Definition,
  read: Imported | undefined,
  form: string,
  normalize: (config: PyDict) => PyDict = config => config,
): readonly Loss[] {
  const exported = normalize(source.config);
  const again: PyDict = read ? normalize(read.config) : new Map();
  const losses: Loss[] = [];
  for (const [key, value] of exported) {
    if (key === '$schema') continue;
    const other = again.get(key);
    if (/(?:^|[._])schema$/.test(key) && isPyDict(value) && other !== undefined && isPyDict(other))
      losses.push(...schemaLosses(name, key, value, other));
    else if (other === undefined || pyRepr(other) !== pyRepr(value)) {
      const inside = other === undefined ? undefined : firstDifference(value, other, key);
      losses.push({
        definition: name,
        key: inside ?? key,
        message: lossMessages.get(key.slice(key.lastIndexOf('.') + 1)) ?? generic(key, form, other !== undefined),
      });
    }
  }
  return losses;
}

/** Whether a value has all that another one has; a dict may have more. */
export function contains(value: PyValue | undefined, part: PyValue): boolean {
  if (value === undefined) return false;
  if (isPyDict(part)) return isPyDict(value) && [...part].every(([key, item]) => contains(value.get(key), item));
  if (isPyList(part))
    return isPyList(value) && value.length === part.length && part.every((item, i) => contains(value[i], item));
  return !isPyDict(value) && !isPyList(value) && pyRepr(value) === pyRepr(part);
}

/** What is said of names that cannot stay. */
export function nameLosses(definitions: readonly Definition[], names: readonly string[]): readonly Loss[] {
  return definitions.flatMap(({ name }, i) =>
    names[i] === name ? [] : [{ definition: name, message: `It is named \`${names[i]}\` in Python.` }],
  );
}

function generic(key: string, form: string, isChanged: boolean): string {
  return isChanged ? `${form} says \`${key}\` in another way.` : `${form} has no place for \`${key}\`.`;
}

/** The path of the first part that differs, as far as both have the same form. */
function firstDifference(value: PyValue, other: PyValue, path: string): string {
  if (isPyList(value) && isPyList(other) && value.length === other.length) {
    const i = value.findIndex((item, index) => pyRepr(item) !== pyRepr(other[index]!));
    return i < 0 ? path : firstDifference(value[i]!, other[i]!, `${path}.${i}`);
  }
  if (!isPyDict(value) || !isPyDict(other)) return path;
  for (const [key, item] of value) {
    const same = other.get(key);
    if (same === undefined) return `${path}.${key}`;
    if (pyRepr(same) !== pyRepr(item)) return firstDifference(item, same, `${path}.${key}`);
  }
  return path;
}

/** How a schema differs from what Pydantic will print, said once for each kind of difference. */
function schemaLosses(definition: string, key: string, schema: PyDict, again: PyDict): readonly Loss[] {
  const losses: Loss[] = [];
  const added = new Set<string>();
  const say = (path: string, message: string): void => void losses.push({ definition, key: path, message });
  const definitions = dictAt(again, '$defs');
  const visit = (value: PyValue, other: PyValue | undefined, path: string, isNames: boolean): void => {
    if (other === undefined) {
      say(path, 'A Pydantic class cannot say this; it is left out.');
      return;
    }
    if (pyRepr(value) === pyRepr(other)) return;
    if (isPyList(value) && isPyList(other) && value.length === other.length) {
      for (const [i, item] of value.entries()) visit(item, other[i], `${path}.${i}`, false);
      return;
    }
    if (!isPyDict(value) || !isPyDict(other)) {
      say(path, 'A Pydantic class prints this in another way.');
      return;
    }
    const ref = other.get('$ref');
    if (value.has('properties') && typeof ref === 'string' && !value.has('$ref')) {
      added.add('$defs');
      const target = dictAt(definitions, ref.slice(ref.lastIndexOf('/') + 1));
      if (target.size > 0) {
        visit(value, new Map([...target, ...other].filter(([k]) => k !== '$ref')), path, false);
        return;
      }
    }
    for (const [name, item] of value) visit(item, other.get(name), `${path}.${name}`, !isNames && isMapOfSchemas(name));
    for (const name of other.keys())
      if (!value.has(name) && !(path === key && name === '$defs')) added.add(isNames ? path : name);
    const order = [...value.keys()].filter(name => other.has(name));
    if (isNames && order.join('\0') !== [...other.keys()].filter(name => value.has(name)).join('\0'))
      say(path, 'The properties stand in another order.');
  };
  visit(sortSchema(schema), sortSchema(again), key, false);
  for (const name of added) say(key, addition(name));
  return losses;
}

function isMapOfSchemas(key: string): boolean {
  return key === 'properties' || key === '$defs';
}

function addition(name: string): string {
  if (name === 'title') return 'Pydantic gives each class and each field a `title`, which the instruction then shows.';
  if (name === '$defs') return 'An object inside an object becomes a class: Pydantic prints it under `$defs`.';
  return `Pydantic prints \`${name}\` as well.`;
}

/** Python's compiler refuses 200 brackets inside each other; a level of a schema takes up to two. */
const maxNesting = 80;

/** Why no Python can be written for a definition of whatever type. */
export function refusalOf({ invalid, source, parserType }: Definition): string | undefined {
  if (invalid !== undefined) return `It cannot be used as it is: ${invalid}`;
  const config = [...source.config].filter(([key]) => key !== 'samples').map(([, value]) => value);
  if (nestingOf(config, maxNesting) >= maxNesting)
    return `It nests deeper than ${maxNesting} levels, which Python’s compiler does not take.`;
  const schemas = [source.config.get('content_schema') ?? null, source.config.get('tools') ?? null];
  if (hasLoneSurrogate(schemas)) return 'Its schema has half of a surrogate pair, which Pydantic does not take.';
  try {
    parserType.create(source, {});
  } catch (error) {
    return error instanceof EngineError ? `Its class raises ${error.class}: ${error.message}` : String(error);
  }
  return undefined;
}

/** The name of the class of a schema. */
export function classNameOf(schema: PyDict, name: string): string {
  return toClassName(textAt(schema, 'title') ?? name, 'Model');
}

/** Says that the value will have another key, which no JSON Schema tells. */
export function renaming(definition: string, losses: Loss[], place = 'content_schema'): Renamed {
  return (key, field) =>
    losses.push({
      definition,
      key: place,
      message: `The key \`${key}\` cannot be the name of a Python field: the value has it as \`${field}\`.`,
    });
}

const width = 86;

/** A text as lines of comment, each with its line feed; long ones are wrapped, and empty ones left out. */
export function commentOf(text: string | undefined): string {
  if (text === undefined) return '';
  const lines = text
    .replace(/\p{Cs}/gu, '\ufffd')
    .split(/[\r\n\f\v\x1c-\x1e\x85\u2028\u2029\0]+/)
    .flatMap(wrap);
  return lines
    .filter(line => line.trim() !== '')
    .map(line => `# ${visible(line.trim())}\n`)
    .join('');
}

function wrap(line: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  while (line.length - start > width) {
    const blank = line.lastIndexOf(' ', start + width);
    const end = blank > start ? blank : line.indexOf(' ', start + width);
    if (end < 0) break;
    lines.push(line.slice(start, end));
    start = end + 1;
  }
  return [...lines, line.slice(start)];
}
