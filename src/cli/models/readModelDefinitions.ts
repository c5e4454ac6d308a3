import { resolve } from 'node:path';
import { type Definition, EngineError, modelTemplates, readDefinitions, toJsonText } from '../../engine/index.ts';
import type { Io } from '../io.ts';
import { readModelFolder } from './readModelFolder.ts';

/** The definition that reads the answers of a model; none for one without a response template. */
export async function readModelDefinitions(folder: string, io: Io): Promise<readonly Definition[]> {
  try {
    const text = toJsonText(modelTemplates().definitionOf(await readModelFolder(folder, io)));
    return readDefinitions(text, resolve(io.cwd, folder)).definitions;
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}
