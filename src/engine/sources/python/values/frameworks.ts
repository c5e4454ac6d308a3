import type { PythonClasses } from '../../../parsers/sourceClasses.ts';
import { pythonClasses } from '../../../systems/registry.ts';
import { lastOf } from './classLines.ts';

/** What a call of a framework makes. */
export interface FrameworkCall {
  readonly kind: 'parser' | 'record';
  /** The path of the class. */
  readonly path: string;
  readonly factory?: string;
}

const frameworks = pythonClasses();

/** The classes of the framework that a dotted path is in; `undefined`: of none. */
export function classesAt(path: string): PythonClasses | undefined {
  return frameworks.find(({ packages }) => packages.test(path));
}

/** The names that a framework's module may give, where all of them are imported. */
export function frameworkNames(path: string): readonly string[] {
  const { byPlace = [], byName = [], records = {} } = classesAt(path) ?? {};
  return [...[...byPlace, ...byName].map(([type]) => type), ...Object.keys(records)];
}

/** Types of classes whose arguments have places. */
export const typesByPlace: readonly string[] = frameworks.flatMap(({ byPlace = [] }) =>
  [...byPlace].map(([type]) => type),
);

/** Whether a dotted path is that of a parser's class. */
export function frameworkClass(path: string): boolean {
  const classes = path.includes('.') ? classesAt(path) : undefined;
  return classes !== undefined && (classes.typeOf(path) !== undefined || isWrapper(classes, path));
}

/** What a call of something of another package makes; `undefined`: no parser, and nothing that one is made of. */
export function frameworkCall(path: string): FrameworkCall | undefined {
  const classes = classesAt(path);
  if (!classes) return undefined;
  const method = lastOf(path);
  if (Object.hasOwn(classes.records ?? {}, method)) return { kind: 'record', path: method };
  const owner = path.slice(0, -method.length - 1);
  if (method === '__init__' && frameworkClass(owner)) return { kind: 'parser', path: owner };
  const factory = classes.byName?.get(classes.typeOf(owner) ?? '')?.factory;
  if (factory === method || (method === 'from_llm' && isWrapper(classes, owner)))
    return { kind: 'parser', path: owner, factory: method };
  return frameworkClass(path) ? { kind: 'parser', path } : undefined;
}

function isWrapper({ wrappers }: PythonClasses, path: string): boolean {
  return wrappers?.has(lastOf(path)) === true;
}

/** Whether a dotted path is of a framework that parsers can be of, tools among them. */
export function isOfFramework(path: string): boolean {
  return classesAt(path) !== undefined;
}
