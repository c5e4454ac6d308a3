import * as vscode from 'vscode';
import type { SampleView } from '../../protocol/instructionProtocol.ts';
import type { InstructionAnswer } from '../../service/instructionService.ts';
import type { DefinitionFile } from '../definitions/definitionStore.ts';
import { readSampleFile } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';

/** A definition file's text, whatever is in it. */
export type OpenedText = Pick<DefinitionFile, 'uri' | 'fileName' | 'text'>;

/** The samples of a definition with their verdicts; their files are read here, because the engine reads none. */
export async function judgedSamples(
  { engine, runtime }: Services,
  { uri, text, fileName }: OpenedText,
  { view, sampleFiles }: InstructionAnswer,
): Promise<readonly SampleView[]> {
  if (!view) return [];
  const read = async (path: string) => [path, await readSampleFile(uri, path, runtime)] as const;
  const files = Object.fromEntries(await Promise.all(sampleFiles.map(read)));
  const samples = await engine.samples.judgeSamples({ text, fileName, name: view.name, files });
  if (!view.runsModule || vscode.workspace.isTrusted) return samples;
  const detail = vscode.l10n.t('not run: this workspace is not trusted');
  return samples.map(sample => ({ ...sample, passed: false, skipped: true, detail }));
}
