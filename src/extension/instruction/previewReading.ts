import * as vscode from 'vscode';
import type { PreviewState, UnknownView } from '../../protocol/instructionProtocol.ts';
import type { InstructionAnswer } from '../../service/instructionService.ts';
import { pickDefinition } from '../../views/definitions.ts';
import { baseName } from '../definitions/definitionUris.ts';
import type { Services } from '../services.ts';
import { pythonAnswerWords } from '../sources/pythonAnswer.ts';
import { answerForSource, unknownViews, withPythonAnswers } from '../sources/sourcePreview.ts';
import { whyNotAsked } from '../sources/unknownLens.ts';
import type { OpenedText } from './previewSamples.ts';
import type { SavedTexts } from './savedTexts.ts';

/** What a preview is to show: the definition of that name, else the one at an offset of the file, else the first. */
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
  /** What of a source's definition is unknown. */
  readonly unknown?: readonly UnknownView[];
  /** Why Python cannot answer it, where it cannot; and what it did answer. */
  readonly whyNotAsked?: string;
  readonly pythonNote?: string;
  /** Why there is no answer, unless just that the file cannot be read. */
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
  const written = await saved.get(uri);
  const savedText = written === undefined ? undefined : await services.definitions.textAs(uri, written);
  if (!source || source.tooLarge !== undefined) {
    const unread = (await services.definitions.file(uri))?.problems[0]?.message;
    return unread === undefined ? {} : { unread };
  }
  const file: OpenedText = { uri, fileName: uri.toString(), text: source.text };
  // Where the definitions of a source stand only the source tells.
  const call = source.source && pickDefinition(source.source.definitions, source.source.written, name, offset);
  const of = source.source ? call?.name : name;
  const answer = await services.engine.instruction.instruction({
    text: file.text,
    fileName: file.fileName,
    ...(of !== undefined && { name: of }),
    ...(offset !== undefined && !source.source && { offset }),
    ...(savedText !== undefined && { savedText }),
    ...(view !== undefined && { view }),
  });
  if (!source.source || !call) return { file, answer };
  const unknown = unknownViews(uri, call);
  const sourceAnswer = await answerForSource(services.definitions, uri, source.source, call, answer);
  const { answered } = call;
  const whyNot = whyNotAsked(uri, services.runtime.modules !== undefined);
  const python = answered && services.definitions.pythonAnswer({ uri, written: source.written });
  return {
    file,
    answer: withPythonAnswers(sourceAnswer, call.answeredAt ?? []),
    ...(whyNot !== undefined && { whyNotAsked: whyNot }),
    ...(unknown && { unknown }),
    ...(python && { pythonNote: pythonAnswerWords(python, answered) }),
  };
}

/** What the page shows of a reading: where it has no definition, the last good answer and what is wrong. */
export function previewState(
  uri: vscode.Uri,
  { answer, unread, unknown, whyNotAsked: whyNot, pythonNote }: PreviewReading,
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
    ...(unknown && { unknown }),
    ...((unknown || pythonNote) && (whyNot === undefined ? { mayAsk: true as const } : { whyNotAsked: whyNot })),
    ...(pythonNote !== undefined && { pythonNote }),
    ...(problem && {
      broken: { ...problem, message: problem.message || vscode.l10n.t('There is no definition in {0}.', fileName) },
    }),
  };
}
