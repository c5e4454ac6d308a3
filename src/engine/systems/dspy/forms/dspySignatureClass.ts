import { callCode, type Item, keyword, layOut } from '../../../code/python/code.ts';
import { docstringLines } from '../../../code/python/docstring.ts';
import { literalCode, textCode } from '../../../code/python/literals.ts';
import { dictAt, textAt } from '../../../code/python/schemaFacts.ts';
import type { PythonFile } from '../../../code/python/write/pythonFile.ts';
import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { literalEval, pyStr } from '../../../python/index.ts';
import { writtenFields } from '../signature.ts';
import { constraintWords, typeModules, typeParts } from './dspyFacts.ts';

/** A field of a definition with its type as that writes it. */
interface ConfiguredField {
  readonly name: string;
  readonly role: 'inputs' | 'outputs';
  readonly type: string;
  readonly facts: PyDict;
}

/** The fields of a definition's `signature`, whichever way it is written. Raises like {@link writtenFields}. */
export function fieldsOfConfig(config: PyDict): readonly ConfiguredField[] {
  const signature = config.get('signature') ?? null;
  if (isPyDict(signature)) return fieldsOf(signature);
  return writtenFields(String(signature)).map(({ name, role, type }) => ({
    name: name.text,
    role: `${role}s`,
    type: type?.text ?? 'str',
    facts: new Map(),
  }));
}

function fieldsOf(signature: PyDict): readonly ConfiguredField[] {
  return (['inputs', 'outputs'] as const).flatMap(role =>
    [...dictAt(signature, role)].map(([name, value]) => {
      const facts: PyDict = isPyDict(value) ? value : new Map([['type', value]]);
      return { name, role, type: textAt(facts, 'type') ?? 'str', facts };
    }),
  );
}

/** Writes the class of a signature that is an object into a file; its name. `classes`: the names there of the classes that types name. */
export function writeSignatureClass(
  file: PythonFile,
  name: string,
  signature: PyDict,
  classes: ReadonlyMap<string, string>,
): string {
  const dspy = file.module('dspy');
  const fields = fieldsOf(signature).map(({ name: key, role, type, facts }) => {
    const maker = `${dspy}.${role === 'inputs' ? 'InputField' : 'OutputField'}`;
    const head = `    ${key}: ${typeText(type, classes, file)} = `;
    return head + layOut(callCode(maker, argumentsOf(facts)), 4, head.length);
  });
  const lines = [...documented(textAt(signature, 'instructions')), ...fields];
  file.add(`class ${name}(${dspy}.Signature):\n${(lines.length > 0 ? lines : ['    pass']).join('\n')}`);
  return name;
}

/** Instructions as a docstring; where that would not give them back, as what it assigns. */
function documented(instructions: string | undefined): readonly string[] {
  if (instructions === undefined) return [];
  const docstring = docstringLines(instructions);
  return [docstring === undefined ? `    __doc__ = ${layOut(textCode(instructions), 4, 14)}` : `    ${docstring}`, ''];
}

function argumentsOf(facts: PyDict): readonly Item[] {
  const desc = textAt(facts, 'desc');
  const fallback = facts.get('default');
  return [
    ...(desc === undefined ? [] : [keyword('desc', textCode(desc))]),
    ...constraintsOf(textAt(facts, 'constraints') ?? '').map(([name, value]) => keyword(name, literalCode(value))),
    ...(fallback === undefined ? [] : [keyword('default', literalCode(fallback))]),
  ];
}

/** The arguments that DSPy makes the words of constraints from; none where these are not its own. */
function constraintsOf(text: string): readonly (readonly [name: string, value: PyValue])[] {
  const found: [string, PyValue][] = [];
  for (const part of text.split(/, (?=[agml])/)) {
    const [name, words = ''] = [...constraintWords].find(([, each]) => part.startsWith(each)) ?? [''];
    const value = literalEval(part.slice(words.length));
    if (name === '' || value === undefined || pyStr(value) !== part.slice(words.length)) return [];
    found.push([name, value]);
  }
  return found;
}

const own = new Set(['None', 'True', 'False']);

/** The text of a type in a file, with what it names: classes by their names there, and Python's types, which are imported. */
function typeText(text: string, classes: ReadonlyMap<string, string>, file: PythonFile): string {
  return text.trim().replace(typeParts, part => {
    if (/^\s/.test(part)) return ' ';
    return /^['"]/.test(part) ? part : (nameIn(part, classes) ?? importedName(part, file));
  });
}

/** The same in the string of a signature, where DSPy finds Python's types by itself. */
export function signatureText(text: string, classes: ReadonlyMap<string, string>): string {
  return text.replace(typeParts, part => (/^['"\s]/.test(part) ? part : (nameIn(part, classes) ?? part)));
}

/** The first name of a type that is neither Python's nor one of the definition's classes; `undefined`: there is no other name. */
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
