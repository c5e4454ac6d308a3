import * as vscode from 'vscode';
import type { BrokenView, UnknownView } from '../../protocol/instructionProtocol.ts';
import type { InstructionAnswer } from '../../service/instructionService.ts';
import type { SourceSummary } from '../../service/sourcesService.ts';
import { positionAt } from '../../views/position.ts';
import type { DefinitionStore } from '../definitions/definitionStore.ts';
import type { WrittenSource } from './sourceReader.ts';

/** How many unknown arguments the preview lists. */
const maxUnknown = 50;

/** What of a source's definition is known only when the program runs, as the preview lists it. */
export function unknownViews({ unknown }: SourceSummary): readonly UnknownView[] | undefined {
  return unknown?.slice(0, maxUnknown).map(({ argument, reason, file, line }) => ({
    argument,
    reason,
    place: `${file.slice(file.lastIndexOf('/') + 1)}:${line}`,
  }));
}

/** The answer of the engine for a source's definition: what is broken at its place in the source, and not judged where it rests on what is unknown. */
export async function answerForSource(
  definitions: DefinitionStore,
  uri: vscode.Uri,
  { written }: WrittenSource,
  call: SourceSummary,
  answer: InstructionAnswer,
): Promise<InstructionAnswer> {
  const { broken, view, ...rest } = answer;
  const isOpen = call.unknown !== undefined && (broken !== undefined || view?.error !== undefined);
  if (!broken && !isOpen) return answer;
  const found = broken?.span ?? { start: view?.span.start ?? 0, end: view?.span.start ?? 0 };
  const place = await definitions.placeOf(uri, found);
  const { start } = place.uri.toString() === uri.toString() ? place.span : call.span;
  const names = call.unknown?.map(({ argument }) => `\`${argument}\``).join(', ') ?? '';
  const message = isOpen
    ? vscode.l10n.t('There is no instruction without what is known only when the program runs: {0}.', names)
    : (broken?.message ?? '');
  const told: BrokenView = { message, span: found, ...lineAndColumn(written, start) };
  return { ...rest, broken: told };
}

function lineAndColumn(text: string, offset: number): Pick<BrokenView, 'line' | 'column'> {
  const { line, column } = positionAt(text, offset);
  return { line, column };
}
