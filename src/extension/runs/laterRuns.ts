import type * as vscode from 'vscode';
import { documentSchemes } from '../later/documentSchemes.ts';
import { LaterFeature } from '../later/laterFeature.ts';
import type { Panels } from '../later/loadPanels.ts';
import type { Services } from '../services.ts';

/** What asks models, loaded when one is asked. */
export type LaterRuns = LaterFeature<ReturnType<Panels['registerRuns']>>;

/** *Run with Model…*, *Run Many Times…*, *Run Again* and *Forget Allowed Host…*. */
export function laterRuns(services: Services): LaterRuns {
  const commands = ['run', 'runMany', 'runAgain', 'forgetAllowedHost'];
  const concerns = ({ scheme }: vscode.Uri) => scheme === documentSchemes.request;
  return new LaterFeature(services.log, { commands, concerns }, panels => panels.registerRuns(services));
}
