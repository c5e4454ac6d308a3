import type { PythonFile } from '../../../code/python/write/pythonFile.ts';
import { typeModules, typeParts } from './dspyFacts.ts';

const own = new Set(['None', 'True', 'False']);

/** The text of a type in a file, with what it names: classes by their names there, and Python's types, which are imported. */
export function typeText(text: string, classes: ReadonlyMap<string, string>, file: PythonFile): string {
  return text.trim().replace(typeParts, part => {
    if (/^\s/.test(part)) return ' ';
    return /^['"]/.test(part) ? part : (nameIn(part, classes) ?? importedName(part, file));
  });
}

/** The same in the string of a signature, where DSPy finds Python's types by itself. */
export function signatureText(text: string, classes: ReadonlyMap<string, string>): string {
  return text.replace(typeParts, part => (/^['"\s]/.test(part) ? part : (nameIn(part, classes) ?? part)));
}

/** The first name of a type that is neither Python's nor one of the definition's classes; `undefined`: all are known. */
export function unknownName(text: string, classes: ReadonlySet<string>): string | undefined {
  const names = [...text.matchAll(typeParts)].map(([part]) => part).filter(part => !/^['"\s]/.test(part));
  return names.find(
    name => !classes.has(name) && !classes.has(lastOf(name)) && !own.has(name) && !typeModules.has(lastOf(name)),
  );
}

function nameIn(name: string, classes: ReadonlyMap<string, string>): string | undefined {
  return classes.get(name) ?? classes.get(lastOf(name));
}

function importedName(name: string, file: PythonFile): string {
  const module = own.has(name) ? undefined : typeModules.get(lastOf(name));
  return module === undefined ? name : file.use(module, lastOf(name));
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
