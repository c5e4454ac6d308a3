import * as vscode from 'vscode';
import { firstLine, logError } from '../errorTexts.ts';
import { documentSchemes } from '../later/documentSchemes.ts';
import { LaterFeature, type Panels } from '../later/laterFeature.ts';
import type { SampleTree } from '../samples/sampleTree.ts';
import type { Services } from '../services.ts';

/** What asks models, loaded with the first run. */
export type LaterRuns = LaterFeature<ReturnType<Panels['registerRuns']>>;

/** *Run with Model…*, *Run Many Times…*, *Run Again* and *Forget Allowed Host…*. */
export function laterRuns(services: Services): LaterRuns {
  const commands = ['run', 'runMany', 'runAgain', 'forgetAllowedHost'];
  const concerns = ({ scheme }: vscode.Uri) => scheme === documentSchemes.request;
  return new LaterFeature(services.log, { commands, concerns }, panels => panels.registerRuns(services));
}

/** The profile *Run with Model* of the Test Explorer. */
export function registerModelTests(
  log: vscode.LogOutputChannel,
  runs: LaterRuns,
  controller: vscode.TestController,
  tree: SampleTree,
): vscode.Disposable {
  const label = vscode.l10n.t('Run with Model');
  return controller.createRunProfile(label, vscode.TestRunProfileKind.Run, async (request, token) => {
    try {
      await (await runs.load()).askForSamples({ controller, tree, request }, token);
    } catch (error) {
      logError(log, error);
      void vscode.window.showErrorMessage(firstLine(error));
    }
  });
}
