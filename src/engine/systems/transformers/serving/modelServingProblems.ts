import { EngineError } from '../../../core/errors.ts';
import type { Host } from '../../../core/host.ts';
import { type Problem, problem } from '../../../core/problem.ts';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import { readOpenModel } from '../modelFolder.ts';
import { spanAt } from '../modelPlaces.ts';
import type { ModelProblem } from '../modelProblems.ts';
import { readSettings } from '../templateSettings.ts';
import { spanNear } from '../warnings/placedWarnings.ts';
import type { ServingEngine } from './servingEngines.ts';
import { servingWarnings } from './servingWarnings.ts';

const config = 'tokenizer_config.json';

/** What engines do otherwise with the response template of a definition, at its place in the definition. Does not reject but for a bug. */
export async function templateServingProblems(
  source: DefinitionSource,
  engines: readonly ServingEngine[],
  host: Host = {},
): Promise<readonly Problem[]> {
  if (engines.length === 0) return [];
  try {
    const { written, tools } = await readSettings(source, host);
    return servingWarnings(written, engines, tools).map(({ code, message, path, in: part }) =>
      problem(code, message, spanNear(source, [part, ...path])),
    );
  } catch (error) {
    // A template that cannot be read is a problem of its own.
    if (error instanceof EngineError) return [];
    throw error;
  }
}

/** The same of a model's files, by their paths below its folder. Total. */
export function modelServingProblems(
  files: ReadonlyMap<string, string>,
  engines: readonly ServingEngine[],
): readonly ModelProblem[] {
  try {
    const { responseTemplate } = readOpenModel(files);
    return servingWarnings(responseTemplate ?? null, engines).map(({ code, message, path }) => ({
      ...problem(code, message, spanAt(files.get(config) ?? '', ['response_template', ...path])),
      file: config,
    }));
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}
