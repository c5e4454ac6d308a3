import * as vscode from 'vscode';
import type { PreviewState } from '../../protocol/instructionProtocol.ts';
import type { InstructionAnswer } from '../../service/instructionService.ts';
import { baseName } from '../definitions/definitionStore.ts';
import type { Services } from '../services.ts';
import type { OpenedText } from './judgedSamples.ts';
import type { SavedTexts } from './savedTexts.ts';

/** What a preview is asked to show: the definition of that name, else the one at an offset of the file, else the first. */
export interface PreviewTarget {
  readonly uri: vscode.Uri;
  readonly name?: string;
  readonly offset?: number;
  /** Another text that the model is sent, in place of the instruction. */
  readonly view?: string;
}

/** What was read of a preview's file, as it stands now. */
export interface PreviewReading {
  /** Absent where the file cannot be read or is too large. */
  readonly file?: OpenedText;
  /** Absent where there is no `file`. */
  readonly answer?: InstructionAnswer;
  /** Why there is no answer, if more is known than that the file cannot be read. */
  readonly unread?: string;
}

/** Reads the file of a target, and asks the engine for the instruction, or for another text that the model is sent. */
export async function readPreview(
  services: Services,
  saved: SavedTexts,
  { uri, name, offset }: PreviewTarget,
  view: string | undefined,
): Promise<PreviewReading> {
  const source = await services.definitions.source(uri);
  const savedText = await saved.get(uri);
  if (!source || source.tooLarge !== undefined) {
    const unread = (await services.definitions.file(uri))?.problems[0]?.message;
    return unread === undefined ? {} : { unread };
  }
  const file: OpenedText = { uri, fileName: uri.toString(), text: source.text };
  const answer = await services.engine.instruction.instruction({
    text: file.text,
    fileName: file.fileName,
    ...(name !== undefined && { name }),
    ...(offset !== undefined && { offset }),
    ...(savedText !== undefined && { savedText }),
    ...(view !== undefined && { view }),
  });
  return { file, answer };
}

/** What the page shows of a reading: where it has no definition, the last good answer and what is wrong. */
export function previewState(
  uri: vscode.Uri,
  { answer, unread }: PreviewReading,
  good: InstructionAnswer | undefined,
): PreviewState {
  const fileName = baseName(uri);
  const missing = {
    message: unread ?? vscode.l10n.t('{0} cannot be read.', fileName),
    span: { start: 0, end: 0 },
    line: 1,
    column: 1,
  };
  const problem = answer ? answer.broken : missing;
  return {
    uri: uri.toString(),
    fileName,
    names: answer?.view ? answer.names : (good?.names ?? []),
    ...(good?.view && { instruction: good.view }),
    ...(problem && {
      broken: { ...problem, message: problem.message || vscode.l10n.t('There is no definition in {0}.', fileName) },
    }),
  };
}
