/** What an argument of a constructor that takes its arguments by name is. */
export type ArgumentKind =
  | 'value'
  | 'pattern'
  | 'model'
  | 'models'
  | 'modelOrModels'
  | 'enum'
  | 'parsers'
  | 'strategySchema'
  | 'handling'
  | 'responseSchemas';

/** A parser's class in Python whose arguments are given by name, and the module that has it. */
export interface ClassByName {
  readonly module: string;
  /** Its name in the module, where the type has another. */
  readonly name?: string;
  /** The class method that makes it in place of the constructor, with its only argument. */
  readonly factory?: string;
  /** Whether JavaScript has another class of this name, which a definition without a runtime means. */
  readonly isNamed?: true;
  readonly parameters: Readonly<Record<string, ArgumentKind>>;
  /** The parameter that may be given by its place. */
  readonly first?: string;
  /** Parameters without a default. */
  readonly required?: readonly string[];
  /** The class that it is another name of. */
  readonly alias?: string;
}

/** A parser's class in Python whose arguments have places. */
export interface ClassByPlace {
  /** The parameters of its constructor, in their order. */
  readonly parameters: readonly string[];
  /** The records that positional arguments are, of which the key holds a list. Absent: they are the parameters, in their order. */
  readonly positional?: { readonly record: string; readonly key: string };
  /** Parameters that may be a Pydantic class, with the key that its schema is. */
  readonly models?: Readonly<Record<string, string>>;
}

/** How a system's parsers are made in Python that is read without being run. */
export interface PythonClasses {
  /** Whether a dotted path is in one of its packages. */
  readonly packages: RegExp;
  /** Its classes, each kind by their types. */
  readonly byPlace?: ReadonlyMap<string, ClassByPlace>;
  readonly byName?: ReadonlyMap<string, ClassByName>;
  /** Classes that wrap a parser and ask a model again. */
  readonly wrappers?: ReadonlySet<string>;
  /** Classes of objects that are arguments, with their parameters in their order. */
  readonly records?: Readonly<Record<string, readonly string[]>>;
  /** The type of the class at a dotted path; `undefined`: there is none. */
  typeOf(path: string): string | undefined;
  /** The modules that may have the class of a type, the likeliest first; none: its objects are not asked. */
  modulesOf(type: string): readonly string[];
}
