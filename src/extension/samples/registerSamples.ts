import * as vscode from 'vscode';
import type { ModelRuns } from '../runs/modelRuns.ts';
import { registerModelTests } from '../runs/modelTests.ts';
import type { Services } from '../services.ts';
import { runContinuously } from './continuousRun.ts';
import { registerSampleCommands } from './sampleCommands.ts';
import { registerSampleDiagnostics } from './sampleDiagnostics.ts';
import { runSamples } from './sampleRun.ts';
import { SampleTree } from './sampleTree.ts';

/** The samples in the Test Explorer. */
export function registerSamples(services: Services, modelRuns: ModelRuns): vscode.Disposable {
  const controller = vscode.tests.createTestController('parserlens', 'ParserLens');
  const tree = new SampleTree(services, controller);
  const continuous = new Set<vscode.Disposable>();
  const profile = controller.createRunProfile(
    vscode.l10n.t('Run Samples'),
    vscode.TestRunProfileKind.Run,
    async (request, token) => {
      const run = (asked: vscode.TestRunRequest) => runSamples(services, tree, controller, asked, token);
      if (!request.continuous) {
        await run(request);
        return;
      }
      const following = runContinuously(services, tree, request, async items => {
        await run(new vscode.TestRunRequest(items, undefined, profile, true));
      });
      continuous.add(following);
      token.onCancellationRequested(() => {
        continuous.delete(following);
        following.dispose();
      });
    },
    true,
    undefined,
    true,
  );
  const runNow = (items: readonly vscode.TestItem[] | undefined) => {
    const request = new vscode.TestRunRequest(items, undefined, profile);
    return runSamples(services, tree, controller, request, new vscode.CancellationTokenSource().token);
  };
  return vscode.Disposable.from(
    controller,
    tree,
    registerModelTests(services, modelRuns, controller, tree),
    registerSampleDiagnostics(services),
    registerSampleCommands(services, tree, runNow),
    new vscode.Disposable(() => {
      for (const following of continuous) following.dispose();
    }),
  );
}
