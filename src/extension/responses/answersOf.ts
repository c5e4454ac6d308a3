import type * as vscode from 'vscode';
import type { Services } from '../services.ts';
import type { DefinitionId } from './responseSession.ts';
import type { Stretch } from './selectedStretches.ts';

/** The answers that a document holds, where it holds several that a definition reads or diagnoses, in its order. */
export async function answersOf(
  { engine, definitions }: Services,
  document: vscode.TextDocument,
  { uri, name }: DefinitionId,
): Promise<readonly Stretch[]> {
  const definition = await definitions.get(uri, name);
  const spans = definition ? await engine.responses.answers(definition, document.getText()) : [];
  return spans.map((span, i) => ({ span, among: { number: i + 1, count: spans.length } }));
}
