import * as vscode from 'vscode';
import type { UnknownArgument } from '../../engine/index.ts';
import type { TextSpan } from '../../protocol/guards.ts';
import type { BrokenView, UnknownView } from '../../protocol/instructionProtocol.ts';
import type { InstructionAnswer } from '../../service/instructionService.ts';
import type { SourceSummary } from '../../service/sourcesService.ts';
import { positionAt } from '../../views/position.ts';
import type { DefinitionStore } from '../definitions/definitionStore.ts';
import { inCell, notebookSource } from './notebookSource.ts';
import type { WrittenSource } from './sourceReader.ts';

/** How many unknown arguments the preview lists. */
const maxUnknown = 50;

/** What of a source's definition only a run of the program gives, as the preview lists it. */
export function unknownViews(uri: vscode.Uri, { unknown }: SourceSummary): readonly UnknownView[] | undefined {
  return unknown?.slice(0, maxUnknown).map(each => ({
    argument: each.argument,
    reason: each.reason,
    place: `${each.file.slice(each.file.lastIndexOf('/') + 1)}${lineWords(uri, each)}`,
  }));
}

/** The line of a file; in a notebook the cell, and the line in it. */
function lineWords(uri: vscode.Uri, { file, line, span }: UnknownArgument): string {
  const source = notebookSource(uri.with({ path: file }));
  const place = source && inCell(source, span);
  if (!place) return `:${line}`;
  const number = source.notebook.getCells().findIndex(({ document }) => document === place.document) + 1;
  return `, ${vscode.l10n.t('cell {0}, line {1}', number, place.range.start.line + 1)}`;
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
  const brokenView: BrokenView = { message, span: found, ...lineAndColumn(written, start) };
  return { ...rest, broken: brokenView };
}

/** An answer whose pieces say which of them come from Python. `spans`: where those stand in the text that was read. */
export function withPythonAnswers(answer: InstructionAnswer, spans: readonly TextSpan[]): InstructionAnswer {
  const { view } = answer;
  if (!view || spans.length === 0) return answer;
  const pieces = view.pieces.map(piece => {
    const { origin } = piece;
    const isPythons = origin && spans.some(({ start, end }) => start <= origin.start && origin.end <= end);
    return isPythons ? { ...piece, fromPython: true as const } : piece;
  });
  return { ...answer, view: { ...view, pieces } };
}

function lineAndColumn(text: string, offset: number): Pick<BrokenView, 'line' | 'column'> {
  const { line, column } = positionAt(text, offset);
  return { line, column };
}
