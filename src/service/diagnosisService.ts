import { type DiagnosisModel, diagnosisModel, noDiagnosis } from '../views/diagnosisModel.ts';
import { selectedText } from '../views/selectedText.ts';
import type { DefinitionCache, DefinitionRef } from './definitionCache.ts';
import type { SelectedResponse } from './findService.ts';

/** Tells why responses do not read. Keeps nothing that cannot be made again. */
export interface DiagnosisApi {
  /** The edits under which a definition reads a response. Rejects only when the definition is not in its file. */
  diagnose(definition: DefinitionRef, response: SelectedResponse): Promise<DiagnosisModel>;
}

/** How many ways to read a response the diagnosis lists. */
const maxCandidates = 3;

/** The engine's side of the API; runs in a worker of its own, which is ended to cancel it. */
export function diagnosisService(cache: DefinitionCache): DiagnosisApi {
  return {
    async diagnose(definition, { text, surroundings }) {
      const { parser } = cache.made(definition);
      if ('error' in parser) return noDiagnosis;
      const selected = selectedText(text, surroundings);
      const diagnosis = await parser.diagnose(selected.text, { limit: maxCandidates });
      return diagnosisModel(diagnosis, { text, selected, ...(surroundings && { surroundings }) });
    },
  };
}
