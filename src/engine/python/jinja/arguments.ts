import { JinjaError } from './jinjaError.ts';
import { integerOf } from './jinjaNumbers.ts';
import { type JinjaValue, type Keywords, textOf, truth, typeName } from './value.ts';

/** The arguments of a call, by the names of a function's parameters. */
export class CallArguments {
  readonly #values: ReadonlyMap<string, JinjaValue>;
  constructor(values: ReadonlyMap<string, JinjaValue>) {
    this.#values = values;
  }
  has(name: string): boolean {
    return this.#values.has(name);
  }
  /** The argument; `null` where it is missing. */
  get(name: string): JinjaValue {
    return this.#values.get(name) ?? null;
  }
  /** An argument that is an int. Raises Python's `TypeError` for anything else. */
  int(name: string, fallback: number): number {
    if (!this.has(name)) return fallback;
    const value = integerOf(this.get(name));
    if (value !== undefined) return value;
    throw new JinjaError('TypeError', `'${typeName(this.get(name))}' object cannot be interpreted as an integer`);
  }
  /** An argument that is a string. Raises Python's `TypeError` for anything else. */
  text(name: string, fallback = ''): string {
    if (!this.has(name)) return fallback;
    const text = textOf(this.get(name));
    if (text !== undefined) return text;
    throw new JinjaError('TypeError', `${name} must be str, not ${typeName(this.get(name))}`);
  }
  flag(name: string, fallback = false): boolean {
    return this.has(name) ? truth(this.get(name)) : fallback;
  }
}

/** Python's binding of arguments to parameters (`name`, or `name?` for one with a default). Raises its `TypeError`. */
export function bindArguments(
  functionName: string,
  parameters: readonly string[],
  args: readonly JinjaValue[],
  keywords: Keywords,
): CallArguments {
  const names = parameters.map(name => name.replace('?', ''));
  if (args.length > names.length)
    throw new JinjaError(
      'TypeError',
      `${functionName}() takes at most ${names.length} arguments (${args.length} given)`,
    );
  const values = new Map<string, JinjaValue>(args.map((value, i) => [names[i] ?? '', value]));
  for (const [name, value] of keywords) {
    if (!names.includes(name))
      throw new JinjaError('TypeError', `${functionName}() got an unexpected keyword argument '${name}'`);
    if (values.has(name))
      throw new JinjaError('TypeError', `${functionName}() got multiple values for argument '${name}'`);
    values.set(name, value);
  }
  for (const [i, name] of names.entries())
    if (!parameters[i]?.endsWith('?') && !values.has(name))
      throw new JinjaError('TypeError', `${functionName}() missing required argument: '${name}'`);
  return new CallArguments(values);
}

/** What methods, filters and tests need of the template that is rendered. */
export interface Context {
  /** Whether what is undefined is a `StrictUndefined`. */
  readonly isStrict: boolean;
  /** Pays for work. Raises `TemplateError` when there was too much of it. */
  spend(cost: number): void;
  /** `object.name`. */
  attribute(object: JinjaValue, name: string): JinjaValue;
  /** `object[key]`. */
  item(object: JinjaValue, key: JinjaValue): JinjaValue;
  /** Applies a filter by its name. */
  filter(name: string, value: JinjaValue, args: readonly JinjaValue[], keywords: Keywords): JinjaValue;
  /** Applies a test by its name. */
  test(name: string, value: JinjaValue, args: readonly JinjaValue[], keywords: Keywords): boolean;
  /** Whether there is a filter, or a test, of that name. */
  has(kind: 'filter' | 'test', name: string): boolean;
}

/** Filters by name: their parameters behind the value (`name?` has a default), and what they give. */
export type FilterTable = Readonly<
  Record<
    string,
    readonly [
      parameters: readonly string[],
      run: (value: JinjaValue, args: CallArguments, context: Context) => JinjaValue,
    ]
  >
>;
