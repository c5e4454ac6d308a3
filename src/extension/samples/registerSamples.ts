import * as vscode from 'vscode';
import { LaterFeature } from '../later/laterFeature.ts';
import type { LaterRuns } from '../runs/laterRuns.ts';
import { registerModelTests } from '../runs/registerModelTests.ts';
import type { Services } from '../services.ts';
import { registerSampleDiagnostics } from './registerSampleDiagnostics.ts';
import { runContinuously } from './runContinuously.ts';
import { runSamples } from './sampleRun.ts';
import { SampleTree } from './sampleTree.ts';

const commands = ['runSamples', 'runAllSamples', 'updateExpectation', 'updateAllExpectations'];

/** The samples in the Test Explorer. */
export function registerSamples(services: Services, runs: LaterRuns): vscode.Disposable {
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
    registerModelTests(services.log, runs, controller, tree),
    registerSampleDiagnostics(services),
    new LaterFeature(services.log, { commands }, panels => panels.registerSampleCommands(services, tree, runNow)),
    new vscode.Disposable(() => {
      for (const following of continuous) following.dispose();
    }),
  );
}
