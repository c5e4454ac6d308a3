import type { SyntaxNode } from '@lezer/common';
import { fromPlain, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { ScriptClasses } from '../../../parsers/scriptParsers.ts';
import type { SourcePlace } from '../values/scriptFiles.ts';
import { scriptOf } from '../values/scriptFrameworks.ts';
import type { Arguments, ScriptRun } from '../values/scriptRun.ts';
import { toScriptData } from '../values/scriptTexts.ts';
import { Arr, Made, Obj, Pattern, Schema, Unknown, type Value } from '../values/scriptValues.ts';
import { isStrict, releaseOf } from '../values/zodReleases.ts';
import type { ScriptOrigin } from '../zod/zodPlaces.ts';
import { originOfData, type PlacedData, schemaData, strategyData } from './schemaData.ts';

/** A parser of a script as a definition says it. */
export interface ScriptConfig {
  readonly type: string;
  /** All keys; what is unknown in them is left out. */
  readonly visible: PyDict;
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
  args: Arguments,
  node: SyntaxNode,
  run: ScriptRun,
  made: readonly ScriptConfig[],
): ScriptConfig {
  return new ScriptDefinition(path, node, run, made).read(method, args);
}

/** What was read of a key: no `value` where all of it is unknown. */
type ReadKey = Partial<Pick<PlacedData, 'value' | 'origin'>> & Pick<PlacedData, 'holes'>;

class ScriptDefinition {
  readonly #type: string;
  readonly #classes: ScriptClasses | undefined;
  readonly #node: SyntaxNode;
  readonly #run: ScriptRun;
  readonly #made: readonly ScriptConfig[];
  readonly #visible: Map<string, PyValue>;
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
    this.#visible = new Map(head);
    this.#config = new Map(head);
  }

  read(method: string | undefined, { values, spread, places }: Arguments): ScriptConfig {
    const [first, second] = values;
    const [at] = places;
    if (spread) this.#hole('*args', spread);
    if (method === 'fromNamesAndDescriptions') this.#data('names_and_descriptions', 'schemas', first, at);
    else if (method === 'fromZodSchema') this.#schema('schema', first, at);
    else if (this.#type.endsWith('Strategy')) this.#strategy(first, second, at);
    else if (/(?:Structured(?!Chat)|StandardSchema|^Router)/.test(this.#type)) {
      this.#schema('schema', first, at);
      this.#options(second);
    } else if (this.#classes?.combining.has(this.#type)) this.#combined(values);
    else this.#options(first);
    return {
      type: this.#type,
      visible: this.#visible,
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

  #schema(argument: string, value: Value, at: SourcePlace = this.#run.place(this.#node)): void {
    const read = schemaData(value, argument, at, this.#node, this.#run);
    // An unknown schema says so where the instruction has its description.
    if (read instanceof Unknown) this.#hole(argument, read);
    if (read instanceof Unknown) this.#visible.set('content_schema', new Map([['description', `⟨${argument}⟩`]]));
    else this.#put('content_schema', read);
    const zod = value instanceof Schema && !(read instanceof Unknown) ? value.zod : undefined;
    if (zod && releaseOf(zod) === 3) this.#both('zod', 3);
    if (zod && argument === 'schema' && isStrict(zod)) this.#both('strict', true);
  }

  /** `toolStrategy(schema, options)`, `providerStrategy(schema)` or `({ schema, strict })`. */
  #strategy(first: Value, second: Value, firstAt: SourcePlace = this.#run.place(this.#node)): void {
    const isWhole = first instanceof Obj && this.#type === 'ProviderStrategy' && first.members.has('schema');
    const value = isWhole ? this.#run.member(first, 'schema', this.#node) : first;
    const at = (isWhole && first.places.get('schema')) || firstAt;
    const isList = value instanceof Arr && !value.hole;
    const read = (isList ? value.items : [value]).map((each, i) => {
      const argument = isList ? `schema.${i}` : 'schema';
      const data = strategyData(each, argument, at, this.#node, this.#run);
      if (data instanceof Unknown) this.#hole(argument, data);
      return data;
    });
    const readable = read.flatMap(each => (each instanceof Unknown ? [] : [each]));
    const [only] = readable;
    if (readable.length === read.length && only)
      this.#put(
        'schema',
        isList
          ? {
              value: readable.map(each => each.value),
              origin: { at, items: new Map(readable.map(({ origin }, i) => [i, origin])) },
              holes: readable.flatMap(({ holes }) => holes),
            }
          : only,
      );
    this.#options(isWhole ? first : second);
  }

  #data(key: string, argument: string, value: Value, at: SourcePlace | undefined): void {
    const { data, holes } = toScriptData(value, [argument], this.#run, this.#node);
    const origin = at && originOfData(value, at, this.#run);
    this.#put(key, { value: data === undefined ? undefined : fromPlain(data), origin, holes });
  }

  #put(key: string, { value, origin, holes }: ReadKey): void {
    if (origin) this.#origins.set(key, origin);
    for (const { path, ...hole } of holes) this.#unknown.push({ ...hole, argument: path.join('.') });
    if (value === undefined) return;
    this.#visible.set(key, value);
    if (holes.length === 0) this.#config.set(key, value);
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
    this.#visible.set(
      'parsers',
      inner.flatMap(each => (each ? [this.#innerOf(each.visible)] : [])),
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
    this.#visible.set(key, value);
    this.#config.set(key, value);
  }

  #hole(argument: string, { reason, at, isParameter }: Unknown): void {
    this.#unknown.push({ argument, reason, at, isParameter });
  }
}

function patternOf({ source, flags }: Pattern): PyValue {
  return flags === ''
    ? source
    : new Map([
        ['pattern', source],
        ['flags', flags],
      ]);
}
