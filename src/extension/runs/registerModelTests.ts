import * as vscode from 'vscode';
import { firstLine, logError } from '../errorTexts.ts';
import type { SampleTree } from '../samples/sampleTree.ts';
import type { LaterRuns } from './laterRuns.ts';

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
