import type { SyntaxNode } from '@lezer/common';
import { fromPlain, isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { ScriptClasses } from '../../parsers/scriptParsers.ts';
import { type ScriptHole, toScriptData } from './scriptData.ts';
import type { SourcePlace } from './scriptFiles.ts';
import { scriptOf } from './scriptFrameworks.ts';
import type { Arguments, ScriptRun } from './scriptRun.ts';
import { Arr, Made, Obj, Pattern, Schema, Unknown, type Value } from './scriptValues.ts';
import { originOfSchema, type ScriptOrigin } from './zodPlaces.ts';
import { isStrict, releaseOf } from './zodReleases.ts';
import { jsonSchemaOf } from './zodSchemas.ts';

/** A parser of a script as a definition says it. */
export interface ScriptConfig {
  readonly type: string;
  /** All keys; what is unknown in them is left out. */
  readonly shown: PyDict;
  /** Without the arguments that are not wholly known. */
  readonly config: PyDict;
  /** Where the values of its keys were written, as far as that is followed. */
  readonly origins: ReadonlyMap<string, ScriptOrigin>;
  readonly unknown: readonly {
    readonly argument: string;
    readonly reason: string;
    readonly at: SourcePlace;
    readonly isParameter: boolean;
  }[];
}

/** The definition of `new Type(…)` or of `Type.method(…)`; `made` are those of the parsers that were made before. */
export function scriptDefinition(
  path: string,
  method: string | undefined,
  given: Arguments,
  node: SyntaxNode,
  run: ScriptRun,
  made: readonly ScriptConfig[],
): ScriptConfig {
  return new ScriptDefinition(path, node, run, made).read(method, given);
}

class ScriptDefinition {
  readonly #type: string;
  readonly #classes: ScriptClasses | undefined;
  readonly #node: SyntaxNode;
  readonly #run: ScriptRun;
  readonly #made: readonly ScriptConfig[];
  readonly #shown: Map<string, PyValue>;
  readonly #config: Map<string, PyValue>;
  readonly #origins = new Map<string, ScriptOrigin>();
  readonly #unknown: ScriptConfig['unknown'][number][] = [];

  constructor(path: string, node: SyntaxNode, run: ScriptRun, made: readonly ScriptConfig[]) {
    const [source = '', type = ''] = path.split('.');
    const head: readonly (readonly [string, PyValue])[] = [
      ['type', type],
      ['runtime', 'js'],
      ...(source === 'classic' && scriptOf(source)?.packaged.has(type) ? [['package', 'classic'] as const] : []),
    ];
    this.#type = type;
    this.#classes = scriptOf(source);
    this.#node = node;
    this.#run = run;
    this.#made = made;
    this.#shown = new Map(head);
    this.#config = new Map(head);
  }

  read(method: string | undefined, { values, spread, places }: Arguments): ScriptConfig {
    const [first, second] = values;
    const [at] = places;
    if (spread) this.#hole('*args', spread);
    if (method === 'fromNamesAndDescriptions') this.#data('names_and_descriptions', 'schemas', first, at);
    else if (method === 'fromZodSchema') this.#schema('schema', first, at);
    else if (this.#type.endsWith('Strategy')) this.#strategy(first, second);
    else if (/(?:Structured(?!Chat)|StandardSchema|^Router)/.test(this.#type)) {
      this.#schema('schema', first, at);
      this.#options(second);
    } else if (this.#classes?.combining.has(this.#type)) this.#combined(values);
    else this.#options(first);
    return {
      type: this.#type,
      shown: this.#shown,
      config: this.#config,
      origins: this.#origins,
      unknown: this.#unknown,
    };
  }

  #options(value: Value): void {
    const keys = this.#classes?.classes.get(this.#type) ?? [];
    if (value === undefined) return;
    if (!(value instanceof Obj) || value.hole) {
      const hole = value instanceof Unknown ? value : value instanceof Obj ? value.hole : undefined;
      if (keys.length > 0) this.#hole('fields', hole ?? this.#run.unknown(this.#node, 'These options are not read.'));
      if (!(value instanceof Obj)) return;
    }
    for (const key of keys)
      if (value.members.has(key)) {
        const member = this.#run.member(value, key, this.#node);
        if (key === 'regex' && member instanceof Pattern) this.#both(key, patternOf(member));
        else if (member !== undefined) this.#data(key, key, member, value.places.get(key));
      }
    if (value.members.has('zodSchema'))
      this.#schema('zodSchema', value.members.get('zodSchema'), value.places.get('zodSchema'));
  }

  #schema(argument: string, value: Value, at: SourcePlace | undefined): void {
    if (!(value instanceof Schema) || value.hole) {
      const hole = value instanceof Schema ? value.hole : value instanceof Unknown ? value : undefined;
      this.#schemaHole(argument, hole ?? this.#run.unknown(this.#node, 'This is not a zod schema that is read.'));
      return;
    }
    const printed = jsonSchemaOf(value);
    if (typeof printed === 'string') {
      this.#schemaHole(argument, this.#run.unknown(this.#node, printed));
      return;
    }
    this.#both('content_schema', fromPlain(printed));
    if (at) this.#origins.set('content_schema', originOfSchema(value.zod, printed, at));
    if (releaseOf(value.zod) === 3) this.#both('zod', 3);
    if (argument === 'schema' && isStrict(value.zod)) this.#both('strict', true);
  }

  /** `toolStrategy(schema, options)`, `providerStrategy(schema)` or `({ schema, strict })`. */
  #strategy(first: Value, second: Value): void {
    const isWhole = first instanceof Obj && this.#type === 'ProviderStrategy' && first.members.has('schema');
    const value = isWhole ? this.#run.member(first, 'schema', this.#node) : first;
    const before = this.#unknown.length;
    const schemas = value instanceof Arr && !value.hole ? value.items : [value];
    const read = schemas.map((each, i) => this.#strategySchema(each, value instanceof Arr ? `schema.${i}` : 'schema'));
    if (this.#unknown.length === before) this.#both('schema', value instanceof Arr ? read : (read[0] ?? null));
    this.#options(isWhole ? first : second);
  }

  /** A zod schema with its name, or a JSON Schema as it stands. */
  #strategySchema(value: Value, argument: string): PyValue {
    if (!(value instanceof Schema)) {
      const { data, holes } = toScriptData(value, [argument], this.#run, this.#node);
      for (const hole of holes) this.#unknown.push({ ...withoutPath(hole), argument: hole.path.join('.') });
      if (holes.length === 0 && !(value instanceof Obj))
        this.#hole(argument, this.#run.unknown(this.#node, 'This is not a schema that is read.'));
      return fromPlain(data ?? null);
    }
    const printed = value.hole ? value.hole.reason : jsonSchemaOf(value);
    if (typeof printed === 'string') {
      this.#hole(argument, value.hole ?? this.#run.unknown(this.#node, printed));
      return null;
    }
    const schema = fromPlain(printed);
    const title = isPyDict(schema) ? schema.get('title') : undefined;
    return new Map<string, PyValue>([
      ...(typeof title === 'string' ? [['class_name', title] as const] : []),
      ['content_schema', schema],
    ]);
  }

  #data(key: string, argument: string, value: Value, at: SourcePlace | undefined): void {
    const { data, holes } = toScriptData(value, [argument], this.#run, this.#node);
    if (at) this.#origins.set(key, originOfData(value, at, this.#run, { left: maxPlaces }));
    for (const hole of holes) this.#unknown.push({ ...withoutPath(hole), argument: hole.path.join('.') });
    if (data === undefined) return;
    this.#shown.set(key, fromPlain(data));
    if (holes.length === 0) this.#config.set(key, fromPlain(data));
  }

  #combined(values: readonly Value[]): void {
    const [first] = values;
    const list =
      first instanceof Obj ? this.#run.member(first, 'parsers', this.#node) : new Arr(undefined, [...values]);
    if (!(list instanceof Arr) || list.hole) {
      const hole = list instanceof Unknown ? list : list instanceof Arr ? list.hole : undefined;
      this.#hole('parsers', hole ?? this.#run.unknown(this.#node, 'These parsers are not read.'));
      return;
    }
    const inner = list.items.map((item, i) => this.#inner(item, i));
    const isKnown = inner.every(each => each?.unknown.length === 0);
    this.#shown.set(
      'parsers',
      inner.flatMap(each => (each ? [this.#innerOf(each.shown)] : [])),
    );
    if (isKnown)
      this.#config.set(
        'parsers',
        inner.flatMap(each => (each ? [this.#innerOf(each.config)] : [])),
      );
  }

  #innerOf(config: PyDict): PyDict {
    return this.#classes?.inner(config) ?? config;
  }

  #inner(item: Value, i: number): ScriptConfig | undefined {
    const found = item instanceof Made ? this.#made[item.number] : undefined;
    if (found)
      for (const hole of found.unknown) this.#unknown.push({ ...hole, argument: `parsers.${i}.${hole.argument}` });
    else
      this.#hole(
        `parsers.${i}`,
        item instanceof Unknown ? item : this.#run.unknown(this.#node, 'This is not a parser that is read.'),
      );
    return found;
  }

  #both(key: string, value: PyValue): void {
    this.#shown.set(key, value);
    this.#config.set(key, value);
  }

  /** A schema that is not known says so where the instruction has its description. */
  #schemaHole(argument: string, hole: Unknown): void {
    this.#hole(argument, hole);
    this.#shown.set('content_schema', new Map([['description', `⟨${argument}⟩`]]));
  }

  #hole(argument: string, { reason, at, isParameter }: Unknown): void {
    this.#unknown.push({ argument, reason, at, isParameter });
  }
}

function withoutPath({ reason, at, isParameter }: ScriptHole) {
  return { reason, at, isParameter };
}

function patternOf({ source, flags }: Pattern): PyValue {
  return flags === ''
    ? source
    : new Map([
        ['pattern', source],
        ['flags', flags],
      ]);
}

/** Objects of one argument whose parts have places of their own. */
const maxPlaces = 10_000;

/** Where a value was written, and its parts as far as they stand in literals. */
function originOfData(value: Value, at: SourcePlace, run: ScriptRun, room: { left: number }, depth = 0): ScriptOrigin {
  if (typeof value === 'string') return { at: run.literals.of(value, at) };
  if (!(value instanceof Obj) || depth > 60 || --room.left < 0) return { at };
  const items = [...value.places].flatMap(([key, place]): [string, ScriptOrigin][] => {
    const member = value.members.get(key);
    return member === undefined ? [] : [[key, originOfData(member, place, run, room, depth + 1)]];
  });
  return { at, ...(items.length > 0 && { items: new Map(items) }) };
}
