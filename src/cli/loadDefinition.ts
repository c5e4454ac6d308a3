import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  createParser,
  type Definition,
  type DefinitionReference,
  EngineError,
  modelTemplates,
  type Problem,
  type ResponseParser,
  readDefinitions,
  splitReference as splitNames,
  toJsonText,
  type UnknownArgument,
} from '../engine/index.ts';
import { located, type Position, positionAt } from '../views/position.ts';
import { type Io, UsageError } from './io.ts';
import { isModelFolder, readModelFolder } from './models/readModelFolder.ts';
import { type ReadFile, readDefinitionFile, tellUnknown } from './sources/readDefinitionFile.ts';

/** The parser that `FILE[#NAME]` names. */
export interface Loaded {
  readonly definition: Definition;
  readonly parser: ResponseParser;
  /** The definition's file, as the user wrote it. */
  readonly file: string;
  /** What the spans of the definition index. */
  readonly text: string;
  /** Where an offset of `text` stands in the file. */
  place(offset: number): Position;
  /** What of a source's parser only a run can know. */
  readonly unknown: readonly UnknownArgument[];
  /** The problems of its whole file. */
  readonly problems: readonly Problem[];
}

/** Splits `FILE#NAME`. A file whose own name has a `#` is found as it is. */
export function splitReference(reference: string, cwd: string): DefinitionReference {
  if (!reference.includes('#') || existsSync(resolve(cwd, reference))) return { file: reference };
  return splitNames(reference);
}

/** Reads the definition that `FILE[#NAME]` names and makes its parser. Throws `UsageError` where that cannot be done. */
export async function loadDefinition(reference: string, io: Io): Promise<Loaded> {
  const { file, name } = splitReference(reference, io.cwd);
  const path = resolve(io.cwd, file === '-' ? 'stdin' : file);
  const read = isModelFolder(file, io) ? await readModel(file, io) : await readDefinitionFile(file, io);
  const { definitions, problems, text, found, place } = read;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const report = (offset: number, message: string) => new UsageError(located(file, place(offset), message));
  const syntax = errors.find(({ code }) => code === 'syntax-error' || code === 'too-large');
  if (syntax) throw report(syntax.span.start, syntax.message);
  const definition = pick(definitions, name);
  if (!definition) {
    if (name === undefined && definitions.length > 1)
      throw new UsageError(`${file} holds several definitions. Name one: ${references(file, definitions)}.`);
    if (errors[0] && name === undefined) throw report(errors[0].span.start, errors[0].message);
    const names = definitions.length > 0 ? ` There are: ${references(file, definitions)}.` : '';
    throw new UsageError(
      `${file}: there is no usable definition ${name === undefined ? '' : `\`${name}\` `}in it.${names}`,
    );
  }
  const source = found?.find(each => each.name === definition.name);
  if (source) await tellUnknown(file, source, io);
  io.reach?.nameDefinition(path, definition);
  try {
    const parser = createParser(definition, io.host);
    return { definition, parser, file, text, place, unknown: source?.unknown ?? [], problems };
  } catch (error) {
    const { start, end } = definition.span;
    const own = errors.find(({ span }) => span.start >= start && span.end <= end);
    const words = error instanceof EngineError ? `${error.class}: ${error.message}` : String(error);
    throw report(own?.span.start ?? definition.nameSpan.start, own?.message ?? words);
  }
}

async function readModel(folder: string, io: Io): Promise<ReadFile> {
  const text = await modelText(folder, io);
  return { ...readDefinitions(text, resolve(io.cwd, folder)), text, place: offset => positionAt(text, offset) };
}

/** A definition that reads the answers of a model, made of its folder. */
async function modelText(folder: string, io: Io): Promise<string> {
  try {
    return toJsonText(modelTemplates().definitionOf(await readModelFolder(folder, io)));
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`${folder}: ${error.class}: ${error.message}`);
    throw error;
  }
}

function pick(definitions: readonly Definition[], name: string | undefined): Definition | undefined {
  if (name !== undefined) return definitions.find(definition => definition.name === name);
  return definitions.length === 1 ? definitions[0] : undefined;
}

function references(file: string, definitions: readonly Definition[]): string {
  return definitions.map(({ name }) => `${file}#${name}`).join(', ');
}
