import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import { toTextEdit } from '../convert.ts';
import { baseName, isDefinitionUri } from '../definitions/definitionUris.ts';
import type { Services } from '../services.ts';
import type { ListedFile } from './listedFile.ts';
import { placeRange } from './sampleRun.ts';
import type { SampleTree } from './sampleTree.ts';
import { isBelow } from './testItems.ts';

/** Samples that a command means. `all`: what stands below an item, of which those that fail are meant. */
interface Meant {
  readonly uri: vscode.Uri;
  readonly isMeant: (listed: ListedFile, number: number) => boolean;
  readonly all: boolean;
}

/** *Run Samples*, *Run All Samples*, *Update Expectation*, *Update All Failing Expectations*. */
export function registerSampleCommands(
  services: Services,
  tree: SampleTree,
  run: (items: readonly vscode.TestItem[] | undefined) => Promise<string>,
): vscode.Disposable {
  const { log } = services;

  /** What a command was called on: items of the Test Explorer; a message of its results; a row of the Parsers view; a definition by file and name; else the cursor. */
  const meant = async (args: readonly unknown[], all: boolean): Promise<readonly Meant[]> => {
    mustNotBeGone(args);
    const items = args.flat().flatMap(testItem);
    if (items.length > 0) return items.flatMap(item => itemMeant(tree, item));
    const [uri, definition, name, before] = parserRow(args[0]) ?? args;
    if (typeof uri === 'string')
      return [{ uri: vscode.Uri.parse(uri), isMeant: isNamed(definition, name, before), all: name === undefined }];
    const editor = vscode.window.activeTextEditor;
    if (!editor || !isDefinitionUri(editor.document.uri)) return [];
    return [await atCursor(services, editor, all)];
  };

  const update = async (args: readonly unknown[], all: boolean) => {
    const edit = new vscode.WorkspaceEdit();
    let count = 0;
    let first: vscode.Location | undefined;
    for (const { uri, isMeant, all: failing } of await meant(args, all)) {
      // Opened first, so that the edits are of its text.
      const document = await vscode.workspace.openTextDocument(uri);
      const listed = await services.samples.list(uri);
      if (!listed || listed.broken || listed.written !== document.getText())
        throw new Error(vscode.l10n.t('{0} cannot be read as it is.', baseName(uri)));
      let numbers = [...listed.samples.keys()].filter(number => isMeant(listed, number));
      if (failing) numbers = await failingOf(services, listed, numbers);
      const edits = await services.samples.expectationEdits(listed, numbers);
      if (edits.length === 0) {
        if (!failing) await mustBeRead(services, listed, numbers);
        continue;
      }
      count += numbers.length;
      first ??= new vscode.Location(uri, placeRange(listed.samples[numbers[0]!]!.head));
      edit.set(
        uri,
        edits.map(one => toTextEdit(document, one)),
      );
    }
    if (!first) {
      tell(vscode.l10n.t('Every expectation is up to date.'));
      return;
    }
    if (!(await vscode.workspace.applyEdit(edit)))
      throw new Error(vscode.l10n.t('{0} cannot be edited.', baseName(first.uri)));
    const words =
      count === 1
        ? vscode.l10n.t('1 expectation was updated.')
        : vscode.l10n.t('{0} expectations were updated.', count);
    tell(words);
    await vscode.window.showTextDocument(first.uri, {
      selection: new vscode.Range(first.range.start, first.range.start),
    });
  };

  return vscode.Disposable.from(
    registerCommand(log, 'updateExpectation', (...args: unknown[]) => update(args, false)),
    registerCommand(log, 'updateAllExpectations', (...args: unknown[]) => update(args, true)),
    // The Parsers view shows the verdicts itself, and what they come to is said below.
    registerCommand(log, 'runAllSamples', async () => tell(await run(undefined))),
    registerCommand(log, 'runSamples', async (...args: unknown[]) => {
      mustNotBeGone(args);
      const row = parserRow(args[0]);
      const [uri, definition, name, before] = row ?? args;
      if (typeof uri !== 'string') {
        await vscode.commands.executeCommand('workbench.view.testing.focus');
        return tell(await run(undefined));
      }
      const place = vscode.Uri.parse(uri);
      const listed = await tree.resolve(place);
      if (!listed) throw new Error(vscode.l10n.t('{0} cannot be read.', baseName(place)));
      const isMeant = isNamed(definition, name, before);
      const items = [...tree.samplesOf(place)].flatMap(([number, item]) => (isMeant(listed, number) ? item : []));
      if (items.length === 0)
        throw new Error(
          listed.broken?.message ??
            vscode.l10n.t('{0} has no samples.', typeof definition === 'string' ? definition : baseName(place)),
        );
      // The whole definition is run as one.
      const parent = name === undefined ? items[0]?.parent : undefined;
      const chosen = definition === undefined ? parent?.parent : parent;
      const revealed = chosen ?? items[0]!;
      if (!row) await vscode.commands.executeCommand('vscode.revealTestInExplorer', revealed);
      return tell(await run(chosen ? [chosen] : items));
    }),
  );
}

/**
 * VS Code gives a command `undefined` for a row that was replaced while its menu was open. Then the cursor, or all samples, are not meant.
 *
 * @throws what the user can do
 */
function mustNotBeGone(args: readonly unknown[]): void {
  if (args.length > 0 && args[0] === undefined)
    throw new Error(vscode.l10n.t('The row was updated in the meantime. Try again.'));
}

/** The file, definition and sample that a row of the Parsers view stands for, and how many samples of that name come before it. */
function parserRow(row: unknown): readonly [string, string?, string?, number?] | undefined {
  if (typeof row !== 'object' || row === null || !('uri' in row) || !(row.uri instanceof vscode.Uri)) return undefined;
  const { name, sample, before } = row as {
    readonly name?: string;
    readonly sample?: string;
    readonly before?: number;
  };
  return [row.uri.toString(), name, sample, before];
}

/** Whether a sample is the named one of the named definition; `undefined` stands for any. */
function isNamed(definition: unknown, name: unknown, before: unknown): Meant['isMeant'] {
  return ({ samples }, number) => {
    const row = samples[number];
    if (definition !== undefined && row?.definition !== definition) return false;
    if (name === undefined) return true;
    if (row?.name !== name) return false;
    const isTwin = (other: typeof row) => other.name === name && other.definition === row.definition;
    return before === undefined || samples.slice(0, number).filter(isTwin).length === before;
  };
}

function tell(words: string): string {
  vscode.window.setStatusBarMessage(words, 5000);
  return words;
}

/** An item, or the item of a message in the results. */
function testItem(argument: unknown): vscode.TestItem[] {
  if (typeof argument !== 'object' || argument === null) return [];
  if ('test' in argument) return testItem(argument.test);
  return 'children' in argument && 'id' in argument ? [argument as vscode.TestItem] : [];
}

function itemMeant(tree: SampleTree, item: vscode.TestItem): Meant[] {
  const sample = tree.sampleOf(item);
  if (sample) {
    const { uri } = sample;
    return [{ uri, isMeant: (_, number) => tree.samplesOf(uri).get(number) === item, all: false }];
  }
  return tree.filesBelow(item).map(uri => ({
    uri,
    isMeant: (_, number) => {
      const one = tree.samplesOf(uri).get(number);
      return one === undefined || isBelow(one, item);
    },
    all: true,
  }));
}

async function atCursor(
  { samples }: Services,
  { document, selection }: vscode.TextEditor,
  all: boolean,
): Promise<Meant> {
  const { uri } = document;
  const listed = await samples.list(uri);
  const contains = (place: ListedFile['samples'][number]['place']) => placeRange(place).contains(selection.active);
  const definition = listed?.definitions.findLast(({ place }) => contains(place)) ?? listed?.definitions[0];
  if (all) return { uri, isMeant: ({ samples }, number) => samples[number]?.definition === definition?.name, all };
  const at = listed?.samples.findIndex(({ place }) => contains(place)) ?? -1;
  if (at < 0) throw new Error(vscode.l10n.t('The cursor is not in a sample.'));
  return { uri, isMeant: (_, number) => number === at, all };
}

/** @throws why the first of some samples cannot be judged, where it cannot */
async function mustBeRead({ samples }: Services, listed: ListedFile, numbers: readonly number[]): Promise<void> {
  let problem: string | undefined;
  await samples.judge(listed, numbers.slice(0, 1), {
    isCancelled: () => false,
    onJudged: (_, { verdict, message }) => {
      if (verdict === 'error') problem = message;
    },
  });
  if (problem !== undefined) throw new Error(problem);
}

/** Those of some samples that fail as they stand now. */
async function failingOf({ samples }: Services, listed: ListedFile, numbers: readonly number[]): Promise<number[]> {
  const failing: number[] = [];
  await samples.judge(listed, numbers, {
    isCancelled: () => false,
    onJudged: (number, { verdict }) => verdict === 'fail' && failing.push(number),
  });
  return failing;
}
