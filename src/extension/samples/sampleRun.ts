import * as vscode from 'vscode';
import type { JudgedSample } from '../../service/samplesService.ts';
import type { LineRange, SampleRow } from '../../views/sampleListing.ts';
import { firstLine, logError } from '../errorTexts.ts';
import { tellModulesWait } from '../modules/trust.ts';
import type { Services } from '../services.ts';
import type { ListedFile } from './listedFile.ts';
import type { SampleTree } from './sampleTree.ts';
import { waitingDefinitions } from './sampleVerdicts.ts';
import { Breather, isBelow, severalAtOnce } from './testItems.ts';

/** What a run counts. */
interface Tally {
  passed: number;
  failed: number;
  errors: number;
  skipped: number;
}

/** Whether a request means an item: it, or what it stands in, is included, and neither is excluded. */
export function askedItems({ include, exclude }: vscode.TestRunRequest): (item: vscode.TestItem) => boolean {
  const included = include && new Set(include);
  const excluded = new Set(exclude);
  return item => {
    let isIncluded = !included;
    for (let one: vscode.TestItem | undefined = item; one; one = one.parent) {
      if (excluded.has(one)) return false;
      isIncluded ||= included?.has(one) === true;
    }
    return isIncluded;
  };
}

/** The files that have items that a request includes, each once. */
export async function askedFiles(tree: SampleTree, { include }: vscode.TestRunRequest): Promise<readonly vscode.Uri[]> {
  if (!include) await tree.discover();
  const items = include ?? [undefined];
  const uris = items.flatMap(item => tree.filesBelow(item).map(uri => [uri.toString(), uri] as const));
  return [...new Map(uris).values()];
}

/** Judges the samples that a request means, and shows each verdict as it comes. Returns what they came to, in words. */
export async function runSamples(
  services: Services,
  tree: SampleTree,
  controller: vscode.TestController,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
): Promise<string> {
  const run = controller.createTestRun(request);
  const tally: Tally = { passed: 0, failed: 0, errors: 0, skipped: 0 };
  const start = Date.now();
  const isAsked = askedItems(request);
  const isCancelled = () => token.isCancellationRequested || run.token.isCancellationRequested;
  try {
    await severalAtOnce(await askedFiles(tree, request), async uri => {
      const file = tree.fileItem(uri);
      if (isCancelled() || !file || request.exclude?.some(one => isBelow(file, one))) return;
      try {
        const listed = await tree.resolve(uri);
        if (listed && !listed.broken) await runFile(services, tree, run, isAsked, listed, tally, isCancelled);
        else {
          tally.errors++;
          run.errored(file, unreadable(file, listed));
        }
      } catch (error) {
        // Other files are judged all the same.
        logError(services.log, error);
        tally.errors++;
        run.errored(file, new vscode.TestMessage(firstLine(error)));
      }
    });
    if (tally.passed > 0) services.milestones.reach('sample');
  } catch (error) {
    logError(services.log, error);
    run.appendOutput(`${firstLine(error)}\r\n`);
  }
  const words = summary(tally, Date.now() - start);
  run.appendOutput(`${words}\r\n`);
  run.end();
  return words;
}

async function runFile(
  services: Services,
  tree: SampleTree,
  run: vscode.TestRun,
  isAsked: (item: vscode.TestItem) => boolean,
  listed: ListedFile,
  tally: Tally,
  isCancelled: () => boolean,
): Promise<void> {
  const { samples } = services;
  const items = new Map([...tree.samplesOf(listed.uri)].filter(([, item]) => isAsked(item)));
  const hasModules = services.runtime.modules !== undefined;
  const waits = waitingDefinitions(listed.definitions, { isTrusted: vscode.workspace.isTrusted, hasModules });
  const wait = [...items.keys()].filter(number => waits.has(listed.samples[number]!.definition));
  // Tells the user once what it waits for.
  if (wait.length > 0 && hasModules) tellModulesWait();
  for (const number of wait) {
    run.skipped(items.get(number)!);
    tally.skipped++;
    items.delete(number);
  }
  // As they are before anything is judged: a change meanwhile makes the result one of another text.
  const keys = new Map([...items.keys()].map(number => [number, samples.keyOf(listed.uri, listed.samples[number]!)]));
  const breather = new Breather();
  for (const item of items.values()) {
    run.enqueued(item);
    if (breather.isDue) await breather.rest();
  }
  const show = (number: number, judged: JudgedSample) => {
    const item = items.get(number)!;
    const row = listed.samples[number]!;
    tree.markJudged(item, keys.get(number)!);
    const { duration } = judged;
    if (judged.verdict === 'pass') {
      tally.passed++;
      return run.passed(item, duration);
    }
    const messages = testMessages(listed.uri, row, judged);
    const name = `${row.definition}: ${row.name}`;
    // Without a place: there the message stands already.
    run.appendOutput(`✗ ${name}: ${judged.message.replace(/\r\n?|\n/g, '\r\n    ')}\r\n`, undefined, item);
    if (judged.verdict === 'fail') {
      tally.failed++;
      run.failed(item, messages, duration);
    } else {
      tally.errors++;
      run.errored(item, messages, duration);
    }
  };
  await samples.judge(listed, [...items.keys()], { details: true, isCancelled, onJudged: show });
}

function unreadable(file: vscode.TestItem, listed: ListedFile | undefined): vscode.TestMessage {
  const words = listed?.broken?.message ?? vscode.l10n.t('{0} cannot be read.', file.label);
  const message = new vscode.TestMessage(words);
  if (listed?.broken) message.location = new vscode.Location(listed.uri, placeRange(listed.broken.place));
  return message;
}

function summary({ passed, failed, errors, skipped }: Tally, milliseconds: number): string {
  const words = [vscode.l10n.t('{0} passed', passed)];
  if (failed > 0) words.push(vscode.l10n.t('{0} failed', failed));
  if (errors > 0) words.push(vscode.l10n.t('{0} could not be run', errors));
  if (skipped > 0)
    words.push(
      vscode.workspace.isTrusted
        ? vscode.l10n.t('{0} need a module, which does not run in a browser', skipped)
        : vscode.l10n.t('{0} wait until you trust the workspace', skipped),
    );
  return vscode.l10n.t('{0}, in {1} s', words.join(', '), (milliseconds / 1000).toFixed(1));
}

/** What `testing/message/…` menus ask for, where *Update Expectation* helps. */
const expectationContext = 'parserlensExpectation';

/** A place as VS Code has it. */
export function placeRange([line, character, endLine, end]: LineRange): vscode.Range {
  return new vscode.Range(line, character, endLine, end);
}

/** Where a failure stands: at the part that is not as expected, else at the expectation as a whole. */
export function failurePlace(row: SampleRow, part: JudgedSample['parts'][number] | undefined): LineRange {
  return (part && row.parts[part]) ?? row.head;
}

/** A failure in the Test Explorer's form: one message for each part that differs, with its difference. */
function testMessages(uri: vscode.Uri, row: SampleRow, judged: JudgedSample): vscode.TestMessage[] {
  const at = (part?: JudgedSample['parts'][number]) => new vscode.Location(uri, placeRange(failurePlace(row, part)));
  const { message, differences, verdict } = judged;
  if (differences.length === 0) {
    const only = new vscode.TestMessage(message);
    only.location = at();
    if (verdict === 'fail') only.contextValue = expectationContext;
    return [only];
  }
  return differences.map(({ part, expected, actual }, i) => {
    // The first says all in a sentence, with the class of the error where there is one.
    const words = i === 0 ? message : vscode.l10n.t('{0} is not as expected.', part);
    const one = vscode.TestMessage.diff(words, expected, actual);
    one.location = at(part);
    one.contextValue = expectationContext;
    return one;
  });
}
