import * as vscode from 'vscode';
import type { UnknownArgument } from '../../engine/index.ts';
import type { SampleListing } from '../../views/sampleListing.ts';
import { prefix } from '../commands.ts';

type Place = SampleListing['definitions'][number]['place'];

/** How many arguments a lens names. */
const maxNamed = 2;

/** The lens above a parser of a source of which a part is known only when the program runs: what it is, and a way to the first. */
export function unknownLens(uri: vscode.Uri, unknown: readonly UnknownArgument[]): vscode.Command {
  const named = unknown.slice(0, maxNamed).map(({ argument }) => argument);
  const more = unknown.length - named.length;
  const names = [...named, ...(more > 0 ? [vscode.l10n.t('{0} more', more)] : [])].join(', ');
  const { file, line } = unknown[0]!;
  const place: Place = [line - 1, 0, line - 1, 0];
  return {
    title: vscode.l10n.t('unknown: {0}', names),
    tooltip: [
      vscode.l10n.t('Known only when the program runs:'),
      ...unknown.map(({ argument, reason }) => `${argument}: ${reason}`),
    ].join('\n'),
    command: `${prefix}.openParser`,
    arguments: [uri.with({ path: file }).toString(), place],
  };
}
