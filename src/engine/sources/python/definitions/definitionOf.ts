import { spanOf } from '../../../code/python/read/syntax.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import type { ArgumentKind, ClassByPlace, PythonClasses } from '../../../parsers/sourceClasses.ts';
import { isDict, isList } from '../../../python/index.ts';
import type { Construction, Run } from '../run/sourceRun.ts';
import { isEnum, lastOf, lineOf } from '../values/classLines.ts';
import { classesAt } from '../values/frameworks.ts';
import { Built } from '../values/libraryValues.ts';
import { as, Class, type Placed, type Value } from '../values/values.ts';
import { ConfigWriter, type SourceConfig } from './configWriter.ts';
import { enumData, handlingOf, modelData, partData, reasonOf, strategySchemaOf } from './partData.ts';
import { type Data, type Hole, type Origin, toData } from './sourceData.ts';
import type { Models } from './sourceModels.ts';

/** A program that is read, with the definitions that were made before. */
export interface DefinitionRun extends Run {
  readonly constructions: readonly { readonly definition: SourceConfig }[];
}

/** The parameters of a framework's records, by their classes. */
type Records = NonNullable<PythonClasses['records']>;

/** The definition that a construction is. */
export function definitionOf(made: Construction, run: DefinitionRun, models: Models): SourceConfig {
  return new DefinitionReader(made, run, models).read();
}

class DefinitionReader {
  readonly #made: Construction;
  readonly #run: DefinitionRun;
  readonly #models: Models;
  readonly #written: ConfigWriter;

  constructor(made: Construction, run: DefinitionRun, models: Models) {
    this.#made = made;
    this.#run = run;
    this.#models = models;
    this.#written = new ConfigWriter(spanOf(made.node));
  }

  read(): SourceConfig {
    const { path } = this.#made;
    const classes = classesAt(path)!;
    const placed = classes.byPlace?.get(lastOf(path));
    const type = placed ? this.#byPlace(lastOf(path), placed, classes) : this.#byName(path, classes);
    return this.#written.configOf(type);
  }

  #byPlace(
    type: string,
    { parameters, positional, models = {} }: ClassByPlace,
    { records = {} }: PythonClasses,
  ): string {
    const { args, of } = this.#made;
    const named = new Map<string, Placed>();
    if (positional) this.#records(positional, records[positional.record] ?? [], args.positional);
    else for (const [i, placed] of args.positional.entries()) if (parameters[i]) named.set(parameters[i], placed);
    for (const [name, placed] of args.named)
      if (parameters.includes(name)) named.set(name, placed);
      else this.#written.hole(name, `\`${type}\` has no parameter \`${name}\`.`, placed);
    this.#spread();
    if (of) this.#attributes(of, type, parameters, named);
    for (const name of parameters) {
      const placed = named.get(name);
      if (!placed) continue;
      const key = Object.hasOwn(models, name) ? models[name] : undefined;
      const model = key === undefined ? undefined : as(placed.value, Class);
      if (key !== undefined && model) this.#model(key, name, model, placed);
      else this.#argument(name, placed);
    }
    return type;
  }

  /** What a subclass sets of the parser: a key of the definition where it has one. */
  #attributes(of: Class, type: string, parameters: readonly string[], named: Map<string, Placed>): void {
    for (const each of lineOf(of))
      for (const [name, placed] of each.names.names) {
        if (name.startsWith('_') || isCode(placed.value)) {
          if (!name.startsWith('_') && name !== 'set_parser')
            this.#written.hole(name, `What \`${name}\` of \`${each.name}\` does is code.`, placed);
          continue;
        }
        if (parameters.includes(name)) {
          if (!named.has(name) || named.get(name)?.value === null) named.set(name, placed);
        } else if (/^(?:tag_\w+|\w*format_instruction|try_parse_json)$/.test(name))
          this.#written.hole(name, `A definition of \`${type}\` has no key for \`${name}\`.`, placed);
      }
  }

  /** Positional arguments that are records, such as tags. */
  #records(
    { record, key }: { readonly record: string; readonly key: string },
    parameters: readonly string[],
    positional: readonly Placed[],
  ): void {
    const holes: Hole[] = [];
    const items: PyValue[] = [];
    const origins = new Map<number, Origin>();
    for (const [i, placed] of positional.entries()) {
      const tag = partData(record, parameters, placed, [key, i], this.#run);
      holes.push(...tag.holes);
      items.push(tag.value);
      origins.set(i, tag.origin);
    }
    const isOpen = this.#made.args.spread?.kind === '*';
    const at = positional[0]?.at ?? spanOf(this.#made.node);
    if (isOpen)
      holes.push({
        path: [key],
        reason: this.#made.args.spread!.unknown.reason,
        at: this.#made.args.spread!.unknown.at,
      });
    this.#written.put(key, { value: items, origin: { at, items: origins }, holes });
  }

  #byName(path: string, { typeOf, byName, wrappers, records = {} }: PythonClasses): string {
    const { args, factory } = this.#made;
    const wrapper = lastOf(path);
    if (wrappers?.has(wrapper)) return this.#retry(wrapper);
    const type = typeOf(path)!;
    const cls = byName!.get(type)!;
    const [only] = Object.keys(cls.parameters);
    const named = new Map(args.named);
    const isFirst = factory !== undefined || cls.parameters[only ?? ''] === 'strategySchema';
    if (isFirst && only !== undefined && args.positional[0]) named.set(only, args.positional[0]);
    else
      for (const placed of args.positional)
        this.#written.hole('*args', `Only arguments by name are taken by \`${type}\`.`, placed);
    this.#spread();
    for (const [name, placed] of named) {
      const kind = Object.hasOwn(cls.parameters, name) ? cls.parameters[name] : undefined;
      if (kind !== undefined) this.#namedArgument(kind, name, placed, records);
      else if (name !== 'diff')
        this.#written.hole(name, `\`${name}\` of \`${type}\` is not a key of a definition.`, placed);
    }
    if (cls.isNamed) this.#written.putKnown('runtime', 'python');
    return cls.alias ?? type;
  }

  #retry(wrapper: string): string {
    const wrapped = this.#made.args.named.get('parser') ?? this.#made.args.positional.at(-1);
    const inner = wrapped && this.#inner(wrapped);
    if (!inner) {
      this.#written.hole('parser', 'The parser inside is not known.', wrapped);
      return 'StrOutputParser';
    }
    this.#written.takeIn(inner, 'parser');
    this.#written.putKnown('retry_parser', wrapper);
    return inner.type;
  }

  #inner(placed: Placed): SourceConfig | undefined {
    const built = as(placed.value, Built);
    return built && this.#run.constructions[built.number]?.definition;
  }

  #namedArgument(kind: ArgumentKind, name: string, placed: Placed, records: Records): void {
    const of = as(placed.value, Class);
    if (kind === 'value' || kind === 'pattern') this.#argument(name, placed);
    else if (kind === 'strategySchema')
      this.#read(name, strategySchemaOf(name, placed, this.#models, this.#run), placed);
    else if (kind === 'handling') this.#read(name, handlingOf(name, placed, this.#run), placed);
    else if (kind === 'enum') {
      if (of && isEnum(of)) this.#written.put(name, enumData(name, of, placed, this.#run));
      else this.#written.hole(name, reasonOf(placed.value, 'This is not an enum that can be read.'), placed);
    } else if (kind === 'responseSchemas' || kind === 'parsers' || kind === 'models')
      this.#list(kind, name, placed, records);
    else if (of) this.#model('content_schema', name, of, placed, true);
    else if (kind === 'modelOrModels' && isDict(placed.value)) this.#modelsByName(name, placed);
    else this.#written.hole(name, reasonOf(placed.value, 'This is not a Pydantic class that can be read.'), placed);
  }

  /** What was read of an argument, or why it was not. */
  #read(name: string, data: Data | string, placed: Placed): void {
    if (typeof data === 'string') this.#written.hole(name, reasonOf(placed.value, data), placed);
    else this.#written.put(name, data);
  }

  #list(kind: 'responseSchemas' | 'parsers' | 'models', name: string, placed: Placed, records: Records): void {
    const items = this.#run.guarded(this.#made.node, () => [...this.#run.items(placed.value)]);
    if (!isList(items as Value)) {
      this.#written.hole(name, reasonOf(items as Value, 'This is not a list that can be read.'), placed);
      return;
    }
    const parts = (items as readonly Value[]).map((value, i) =>
      this.#item(kind, { value, at: placed.at }, [name, i], records),
    );
    this.#written.put(name, {
      value: parts.map(({ value }) => value),
      origin: { at: placed.at, items: new Map(parts.map(({ origin }, i) => [i, origin])) },
      holes: parts.flatMap(({ holes }) => holes),
    });
  }

  #item(
    kind: 'responseSchemas' | 'parsers' | 'models',
    placed: Placed,
    path: readonly (string | number)[],
    records: Records = {},
  ): Data {
    const origin = { at: placed.at };
    if (kind === 'responseSchemas')
      return partData('ResponseSchema', records.ResponseSchema ?? [], placed, path, this.#run);
    if (kind === 'models') return modelData(placed, path, this.#models);
    const inner = this.#inner(placed);
    if (!inner)
      return { value: new Map(), origin, holes: [{ path, reason: 'The parser inside is not known.', at: placed.at }] };
    const value = new Map([...inner.visible].filter(([key]) => key !== 'runtime'));
    return { value, origin, holes: inner.unknown.map(hole => ({ ...hole, path: [...path, hole.argument] })) };
  }

  #modelsByName(name: string, placed: Placed): void {
    const several = new Map<string, PyValue>();
    const holes: Hole[] = [];
    for (const [key, value] of placed.value as ReadonlyMap<Value, Value>) {
      const item = this.#item('models', { value, at: placed.at }, [name, String(key)]);
      several.set(String(key), item.value);
      holes.push(...item.holes);
    }
    this.#written.put(name, { value: several, origin: { at: placed.at }, holes });
  }

  /** A Pydantic class: its schema, and its name where the definition has one. */
  #model(key: string, argument: string, of: Class, placed: Placed, isNamed = false): void {
    const read = this.#models.schemaOf(of);
    if (!read) {
      this.#written.hole(argument, `\`${of.name}\` is not a Pydantic class that can be read.`, placed);
      return;
    }
    const members = { ...(isNamed && { class_name: of.name }), [key]: read.schema };
    this.#written.putModel(argument, members, read.holes);
    this.#written.place(key, this.#models.originOf(of, read.schema));
  }

  #argument(name: string, placed: Placed): void {
    this.#written.put(name, toData(placed, this.#run, [name]));
  }

  #spread(): void {
    const { spread } = this.#made.args;
    if (!spread) return;
    const argument = spread.kind === '**' ? '**kwargs' : '*args';
    this.#written.open(argument, spread.unknown);
  }
}

function isCode(value: Value): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    /^(?:function|method|type)$/.test((value as { object?: { type: string } }).object?.type ?? '')
  );
}
