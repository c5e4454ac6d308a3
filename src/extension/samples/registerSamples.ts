import * as vscode from 'vscode';
import { isDefinitionUri } from '../definitions/definitionUris.ts';
import { openDocument } from '../definitions/openDocument.ts';
import { logError } from '../errorTexts.ts';
import { LaterFeature } from '../later/laterFeature.ts';
import { type LaterRuns, registerModelTests } from '../runs/laterRuns.ts';
import type { Services } from '../services.ts';
import { registerSampleDiagnostics } from './registerSampleDiagnostics.ts';
import { sampleFileUri } from './sampleFiles.ts';
import { askedItems, runSamples } from './sampleRun.ts';
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
      const run = (testRequest: vscode.TestRunRequest) => runSamples(services, tree, controller, testRequest, token);
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

/** How long after the last change a run starts, in milliseconds: editors save in several steps. */
const settle = 300;

/**
 * Calls `run` with the samples that a request means whenever they may have another verdict: the definition, the sample's
 * file or the module was saved, or changed outside the editor. What is not saved yet waits. Begins with all of them.
 */
function runContinuously(
  { samples, definitions, log }: Services,
  tree: SampleTree,
  request: vscode.TestRunRequest,
  run: (items: readonly vscode.TestItem[]) => Promise<void>,
): vscode.Disposable {
  const isAsked = askedItems(request);
  const report = (error: unknown) => logError(log, error);
  const last = new WeakMap<vscode.TestItem, string>();
  const pending = new Map<string, vscode.Uri>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;

  const changedIn = async (uri: vscode.Uri): Promise<vscode.TestItem[]> => {
    if (openDocument(uri)?.isDirty) return [];
    // A new file, unless it is one that is left out.
    if (!tree.fileItem(uri)) await tree.discover(true);
    if (!tree.fileItem(uri)) pending.delete(uri.toString());
    if (!pending.has(uri.toString())) return [];
    const listed = await tree.resolve(uri);
    if (!listed || listed.broken) return [];
    pending.delete(uri.toString());
    const changed: vscode.TestItem[] = [];
    for (const [number, item] of tree.samplesOf(uri)) {
      const row = listed.samples[number];
      if (!row || !isAsked(item)) continue;
      const key = samples.keyOf(uri, row);
      if (last.get(item) === key) continue;
      if (row.file !== undefined && openDocument(sampleFileUri(uri, row.file))?.isDirty) {
        pending.set(uri.toString(), uri);
        continue;
      }
      last.set(item, key);
      changed.push(item);
    }
    return changed;
  };
  const catchUp = async () => {
    running = true;
    try {
      const changed: vscode.TestItem[] = [];
      for (const uri of [...pending.values()]) {
        const inFile = changedIn(uri).then(items => changed.push(...items));
        await inFile.catch(report);
      }
      if (changed.length > 0) await run(changed);
    } catch (error) {
      report(error);
    } finally {
      running = false;
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (running ? soon() : void catchUp()), settle);
  };
  const follow = (uri: vscode.Uri) => {
    pending.set(uri.toString(), uri);
    soon();
  };
  const begin = async () => {
    if (!request.include) await tree.discover();
    for (const item of request.include ?? [undefined]) for (const uri of tree.filesBelow(item)) follow(uri);
  };
  begin().catch(report);
  return vscode.Disposable.from(
    samples.onDidChange(follow),
    definitions.onDidChange(uri => isDefinitionUri(uri) && follow(uri)),
    vscode.workspace.onDidSaveTextDocument(() => pending.size > 0 && soon()),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
}
