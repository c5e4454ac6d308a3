import * as vscode from 'vscode';
import type { SampleView } from '../../protocol/instructionProtocol.ts';
import type { InstructionAnswer } from '../../service/instructionService.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import type { Services } from '../services.ts';

/** A definition file's text, whatever is in it. */
export type OpenedText = Pick<DefinitionFile, 'uri' | 'fileName' | 'text'>;

/**
 * The samples of a definition with the store's verdicts. `undefined` where the text is not the file's any more, and
 * while verdicts are missing: the store then finds them, and tells of it.
 */
export async function judgedSamples(
  { samples }: Services,
  { uri, text }: OpenedText,
  { view }: InstructionAnswer,
): Promise<readonly SampleView[] | undefined> {
  const listed = await samples.list(uri);
  if (!view || !listed || listed.text !== text) return undefined;
  const rows = listed.samples.filter(({ definition }) => definition === view.name);
  if (view.runsModule && !vscode.workspace.isTrusted) {
    const detail = vscode.l10n.t('not run: this workspace is not trusted');
    return rows.map(({ name, span }) => ({ name, span, passed: false, skipped: true, detail }));
  }
  const views = rows.flatMap((row): SampleView | readonly [] => {
    const judged = samples.verdictOf(listed, row);
    const { name, span } = row;
    return judged ? { name, span, passed: judged.verdict === 'pass', detail: judged.detail } : [];
  });
  if (views.length === rows.length) return views;
  samples.request(uri);
  return undefined;
}
