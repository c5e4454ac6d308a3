import { join } from 'node:path';
import { modelTemplates } from '../../engine/index.ts';
import { type CheckedFile, reportedProblem } from '../../views/checkedFile.ts';
import { positionsIn } from '../../views/position.ts';
import { withSeverities } from '../../views/problems.ts';
import type { Io } from '../io.ts';
import type { FoundModel } from './readModelFolder.ts';
import { readModelFolder } from './readModelFolder.ts';

/**
 * What is wrong with the templates of a model's folder: each file of it that was read, with its problems. Of a folder that
 * was not named nothing, where it has no templates: the model is not asked by chats.
 */
export async function checkModel(
  { path, isNamed }: FoundModel,
  io: Io,
  severities: Readonly<Record<string, string>>,
  engines: readonly string[] = [],
): Promise<readonly CheckedFile[]> {
  const files = await readModelFolder(path, io);
  const templates = modelTemplates();
  const found = [...templates.problems(files), ...templates.servingProblems(files, engines)];
  if (!isNamed && found.length === 0 && !hasTemplates(files)) return [];
  return [...files]
    .filter(([name]) => name === 'tokenizer_config.json' || found.some(({ file }) => file === name))
    .map(([name, text]) => {
      const placeOf = positionsIn(text);
      const own = found.filter(({ file }) => file === name);
      const problems = withSeverities(own, severities).map(each => reportedProblem(each, placeOf));
      return { file: join(path, name), definitions: [], problems, samples: [], notRun: [] };
    });
}

function hasTemplates(files: ReadonlyMap<string, string>): boolean {
  const isTemplate = (name: string) => name.endsWith('.jinja') || name === 'chat_template.json';
  return (
    [...files.keys()].some(isTemplate) ||
    /"(?:chat|response)_template"\s*:/.test(files.get('tokenizer_config.json') ?? '')
  );
}
