import * as vscode from 'vscode';
import type { UnknownArgument } from '../../engine/index.ts';
import type { SourceSummary } from '../../service/sourcesService.ts';
import type { SampleListing } from '../../views/sampleListing.ts';
import { prefix } from '../commands.ts';
import { notebookSource } from './notebookSource.ts';
import { type PythonAnswer, pythonAnswerWords, timeOf } from './pythonAnswer.ts';

type Place = SampleListing['definitions'][number]['place'];

/** What is said above a parser of a source: `partly` that a part of it is unknown; `python` that Python can answer it, or did. */
export function knowledgeLenses(
  uri: vscode.Uri,
  { name, unknown, answered }: SourceSummary,
  answer: PythonAnswer | undefined,
  hasModules: boolean,
): { readonly partly?: vscode.Command; readonly python?: vscode.Command } {
  const whyNot = whyNotAsked(uri, hasModules);
  const python =
    answer && answered
      ? askedLens(uri, answer, answered)
      : unknown && !answered && whyNot === undefined && askLens(uri);
  return { ...(unknown && { partly: unknownLens(uri, name, unknown, whyNot) }), ...(python && { python }) };
}

/** The lens above a parser of a source of which only a run of the program gives a part: what it is, and a way to the first. */
function unknownLens(
  uri: vscode.Uri,
  name: string,
  unknown: readonly UnknownArgument[],
  whyNotAsked: string | undefined,
): vscode.Command {
  const { file, line } = unknown[0]!;
  const place: Place = [line - 1, 0, line - 1, 0];
  return {
    title: vscode.l10n.t('partly known'),
    tooltip: [
      vscode.l10n.t('Known only when the program runs:'),
      ...unknown.map(({ argument, reason }) => `${argument}: ${reason}`),
      ...(whyNotAsked === undefined ? [] : [whyNotAsked]),
    ].join('\n'),
    // A notebook's lines are nobody's; its preview leads to the place.
    command: `${prefix}.${file.endsWith('.ipynb') ? 'previewInstruction' : 'openParser'}`,
    arguments: file.endsWith('.ipynb') ? [uri.toString(), name] : [uri.with({ path: file }).toString(), place],
  };
}

/** Why Python cannot answer what of a file is unknown, here and now; `undefined`: it can. */
export function whyNotAsked(uri: vscode.Uri, hasModules: boolean): string | undefined {
  if (!isInPython(uri))
    return vscode.l10n.t('TypeScript and JavaScript are read and never run: only Python can be asked.');
  if (uri.scheme !== 'file' || !hasModules)
    return vscode.l10n.t('Python can be asked for it where it runs: in VS Code on the desktop, with the file on disk.');
  return vscode.workspace.isTrusted ? undefined : vscode.l10n.t('In a trusted workspace Python can be asked for it.');
}

/** Whether a source is Python: a notebook by the language of its cells. */
function isInPython(uri: vscode.Uri): boolean {
  const [cell] = notebookSource(uri)?.cells ?? [];
  return /\.(?:py|ipynb)$/i.test(uri.path) && !/^(?:type|java)script$/.test(cell?.document.languageId ?? '');
}

/** The lens that imports the file to learn what is unknown. */
function askLens(uri: vscode.Uri): vscode.Command {
  return {
    title: vscode.l10n.t('Ask Python'),
    tooltip: uri.path.endsWith('.ipynb')
      ? vscode.l10n.t(
          'Run the cells as they stand, from the first on until the parser is made, and take what is unknown from it',
        )
      : vscode.l10n.t('Import the file, which runs it, and take what is unknown from the parser that it makes'),
    command: `${prefix}.askPython`,
    arguments: [uri.toString()],
  };
}

/** The lens that says that Python answered, and when; a click asks again. */
function askedLens(uri: vscode.Uri, answer: PythonAnswer, answered: readonly string[]): vscode.Command {
  return {
    title: vscode.l10n.t('asked Python {0}', timeOf(answer.at)),
    tooltip: [
      pythonAnswerWords(answer, answered).replaceAll('`', ''),
      answer.interpreter,
      vscode.l10n.t('It holds until the file, or one that it imports, changes. Click to ask again'),
    ].join('\n'),
    command: `${prefix}.askPython`,
    arguments: [uri.toString()],
  };
}
