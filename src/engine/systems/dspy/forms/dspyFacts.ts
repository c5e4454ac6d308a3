import { adapterNames } from '../signature.ts';

/** The modules of DSPy whose request is that of a signature alone, by their class; `isReasoned`: `reasoning` is the first output. */
export const dspyModules: ReadonlyMap<string, { readonly isReasoned: boolean }> = new Map([
  ['Predict', { isReasoned: false }],
  ['ChainOfThought', { isReasoned: true }],
]);

/** Modules that ask for more than the fields of their signature. */
export const otherModules: ReadonlySet<string> = new Set([
  ...['ReAct', 'ProgramOfThought', 'CodeAct', 'MultiChainComparison', 'RLM', 'Parallel'],
]);

/** Where a program imports each adapter from. */
export const adapterModules: ReadonlyMap<string, string> = new Map(
  adapterNames.map(name => [name, name === 'BAMLAdapter' ? 'dspy.adapters.baml_adapter' : 'dspy']),
);

/** The argument of an adapter, and the key of its definition, that keeps it from falling back to `JSONAdapter`. */
export const fallbackKey = 'use_json_adapter_fallback';

/** What DSPy tells a model of the arguments of a field, by their names. */
export const constraintWords: ReadonlyMap<string, string> = new Map([
  ['gt', 'greater than: '],
  ['ge', 'greater than or equal to: '],
  ['lt', 'less than: '],
  ['le', 'less than or equal to: '],
  ['min_length', 'minimum length: '],
  ['max_length', 'maximum length: '],
  ['multiple_of', 'a multiple of the given number: '],
  ['allow_inf_nan', "allow 'inf', '-inf', 'nan' values: "],
]);

/** The module that Python has the name of a type in; absent: it is not a name that a signature knows. */
export const typeModules: ReadonlyMap<string, string> = new Map([
  ...['str', 'int', 'float', 'bool', 'bytes', 'list', 'dict', 'tuple', 'set', 'frozenset', 'object', 'complex'].map(
    name => [name, 'builtins'] as const,
  ),
  ...['Any', 'Literal', 'Optional', 'Union', 'Annotated', 'List', 'Dict', 'Tuple', 'Set', 'FrozenSet'].map(
    name => [name, 'typing'] as const,
  ),
  ['Sequence', 'collections.abc'],
  ['Mapping', 'collections.abc'],
  ...['datetime', 'date', 'time', 'timedelta'].map(name => [name, 'datetime'] as const),
  ['Decimal', 'decimal'],
  ['UUID', 'uuid'],
  ['NoneType', 'types'],
]);

/** The parts of a type's text: a name, blanks, or a text in quotes, in which no name counts. One that does not end takes the rest. */
export const typeParts =
  /'(?:[^'\\]|\\.|\\$)*(?:'|$)|"(?:[^"\\]|\\.|\\$)*(?:"|$)|[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*|\s+/gsu;
