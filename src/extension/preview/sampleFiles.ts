import * as vscode from 'vscode';
import type { InstructionAnswer } from '../../view/authoringService.ts';
import type { SampleView } from '../../view/protocol.ts';
import type { SampleFile } from '../../view/samplesService.ts';
import { maxFileSize } from '../definitions/definitionFiles.ts';
import type { DefinitionFile } from '../definitions/definitionStore.ts';
import type { EngineThreads } from '../engineThreads.ts';

/** A definition file's text, whatever is in it. */
export type OpenedText = Pick<DefinitionFile, 'uri' | 'fileName' | 'text'>;

/** The samples of a definition with their verdicts; their files are read here, because the engine reads none. */
export async function judgedSamples(
  engine: EngineThreads,
  { uri, text, fileName }: OpenedText,
  { view, sampleFiles }: InstructionAnswer,
): Promise<readonly SampleView[]> {
  if (!view) return [];
  const files: Record<string, SampleFile> = {};
  await Promise.all(sampleFiles.map(async path => (files[path] = await read(uri, path))));
  return engine.samples.judgeSamples({ text, fileName, name: view.name, files });
}

async function read(definition: vscode.Uri, path: string): Promise<SampleFile> {
  const uri = vscode.Uri.joinPath(definition, '..', path);
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > maxFileSize) return { error: vscode.l10n.t('{0} is larger than 50 MB.', path) };
    return { text: await vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { uri }) };
  } catch {
    return { error: vscode.l10n.t('{0} cannot be read.', path) };
  }
}
