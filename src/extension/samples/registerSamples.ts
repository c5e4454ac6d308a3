import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { runContinuously } from './continuousRun.ts';
import { registerSampleCommands } from './sampleCommands.ts';
import { registerSampleDiagnostics } from './sampleDiagnostics.ts';
import { runSamples } from './sampleRun.ts';
import { SampleTree } from './sampleTree.ts';

/** The samples in the Test Explorer. */
export function registerSamples(services: Services): vscode.Disposable {
  const controller = vscode.tests.createTestController('parserlens', 'ParserLens');
  const tree = new SampleTree(services, controller);
  const continuous = new Set<vscode.Disposable>();
  const profile = controller.createRunProfile(
    vscode.l10n.t('Run Samples'),
    vscode.TestRunProfileKind.Run,
    (request, token) => {
      if (!request.continuous) return runSamples(services, tree, controller, request, token);
      const following = runContinuously(services, tree, request, items =>
        runSamples(services, tree, controller, new vscode.TestRunRequest(items, undefined, profile, true), token),
      );
      continuous.add(following);
      token.onCancellationRequested(() => {
        continuous.delete(following);
        following.dispose();
      });
      return undefined;
    },
    true,
    undefined,
    true,
  );
  const runNow = async (items: readonly vscode.TestItem[] | undefined) => {
    const request = new vscode.TestRunRequest(items, undefined, profile);
    await runSamples(services, tree, controller, request, new vscode.CancellationTokenSource().token);
  };
  return vscode.Disposable.from(
    controller,
    tree,
    registerSampleDiagnostics(services),
    registerSampleCommands(services, tree, runNow),
    new vscode.Disposable(() => {
      for (const following of continuous) following.dispose();
    }),
  );
}
