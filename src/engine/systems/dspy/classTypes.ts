import { EngineError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { describedExport, isPython, type ModuleCall, type ModuleValue, runModules } from '../../modules/index.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type { NamedFile } from '../../parsers/parserFeatures.ts';
import { jsonDumps } from '../../python/index.ts';

/** A class in a file of the user's that `types` names: `"Person": { "module": "models.py", "class": "Person" }`. */
export interface ClassReference {
  /** Its name in the signature. */
  readonly name: string;
  readonly module: string;
  /** Its name in the module. */
  readonly className: string;
}

/** What the classes of a definition were found to be, by its keys: their schemas, or why there is none. */
const found = new WeakMap<PyDict, ReadonlyMap<string, PyDict | EngineError>>();

/** The classes of a definition that are in files of the user's. */
export function classReferences({ config }: Pick<DefinitionSource, 'config'>): readonly ClassReference[] {
  const types = config.get('types');
  return isPyDict(types) ? [...types].flatMap(([name, type]) => referenceOf(name, type) ?? []) : [];
}

/** The files that `types` names. */
export function classFiles(source: DefinitionSource): readonly NamedFile[] {
  return classReferences(source).map(({ name, module }) => ({
    kind: 'module',
    path: module,
    at: ['types', name, 'module'],
  }));
}

/** Loads the classes from the modules; what goes wrong is raised where a class is used. Does not reject but for a bug. */
export async function loadClasses(source: DefinitionSource, host: Host): Promise<void> {
  const { config, file = '' } = source;
  const references = classReferences(source);
  const inPython = references.filter(({ module }) => isPython(module));
  const calls = inPython.map(({ module, className }): ModuleCall => {
    const definition = jsonDumps(new Map([['parser', className]]), { ensureAscii: true });
    return { module, file, export: describedExport, args: [], definition, kind: 'value' };
  });
  const results = await runModules(calls, host);
  const values = new Map(inPython.map(({ name }, i) => [name, results[i]!]));
  const schemas = references.map(({ name, module }) => {
    const value = values.get(name) ?? notPython(module);
    return [name, value instanceof EngineError ? value : schemaOf(value)] as const;
  });
  found.set(config, new Map(schemas));
}

/** The loaded classes of a definition; another object after each load. */
export function loadedClasses(config: PyDict): ReadonlyMap<string, PyDict | EngineError> | undefined {
  return found.get(config);
}

/**
 * The schema of a type of a definition: its own, or that of the class that it names. `undefined`: there is none of this name.
 * Raises what loading the class raised, and `NotPrepared` before it was loaded.
 */
export function schemaOfClass(config: PyDict, name: string): PyDict | undefined {
  const types = config.get('types');
  const type = isPyDict(types) ? (types.get(name) ?? null) : null;
  const reference = referenceOf(name, type);
  if (!reference) return isPyDict(type) ? type : undefined;
  const loaded = found.get(config)?.get(name);
  if (loaded && !(loaded instanceof EngineError)) return loaded;
  const words = `\`${reference.className}\` of \`${reference.module}\` is not known before the module has run.`;
  const { class: className, message } = loaded ?? new EngineError('NotPrepared', words);
  throw new EngineError(className, message, undefined, ['types', name, 'module']);
}

function referenceOf(name: string, type: PyValue): ClassReference | undefined {
  const module = isPyDict(type) ? type.get('module') : undefined;
  if (!isPyDict(type) || typeof module !== 'string') return undefined;
  const className = type.get('class');
  return { name, module, className: typeof className === 'string' ? className : name };
}

function notPython(module: string): EngineError {
  return new EngineError('ModuleExportError', `\`${module}\` is not a Python file, which a class has to stand in.`);
}

/** The schema of a class, with the names of an enum's members. */
function schemaOf({ value }: ModuleValue): PyDict | EngineError {
  const schema = isPyDict(value) ? (value.get('schema') ?? null) : null;
  if (!isPyDict(value) || !isPyDict(schema))
    return new EngineError('ModuleValueError', 'The class has no JSON Schema.');
  const members = value.get('members');
  return isPyList(members) ? new Map<string, PyValue>([...schema, ['x-enum-varnames', members]]) : schema;
}
