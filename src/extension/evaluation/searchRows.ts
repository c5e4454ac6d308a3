import * as vscode from 'vscode';
import type { EvaluationLogMemory } from '../../protocol/evaluationProtocol.ts';
import type { DefinitionRef } from '../../service/definitionCache.ts';
import type { FitFile, FitModel, SearchOptions } from '../../service/findService.ts';
import type { Services } from '../services.ts';
import { suspicionNames } from '../settings.ts';
import { logOf } from './evaluationRequest.ts';

/** Ranks the definitions of some files by the first rows of logs. `definition`: rows that models were asked for others of its file do not count. */
export async function searchRows(
  { engine }: Services,
  logs: readonly EvaluationLogMemory[],
  files: readonly FitFile[],
  options: SearchOptions,
  definition?: DefinitionRef,
): Promise<FitModel> {
  const read = logs.map(logOf);
  const [first] = logs;
  const rows = {
    logs: read,
    ...suspicionNames(first && vscode.Uri.parse(first.uri)),
    ...(definition && { definition }),
  };
  return engine.find.findForLogs(rows, files, options);
}
