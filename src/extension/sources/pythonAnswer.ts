import * as vscode from 'vscode';
import type { AnsweredSource } from '../../engine/index.ts';

/** Python's answer about a source that it imported: it holds as long as the source, and all that it imports, stays as it was. */
export interface PythonAnswer extends AnsweredSource {
  readonly at: Date;
  /** Its version, and the program. */
  readonly python: string;
  readonly interpreter: string;
}

/** In words: which Python answered, when, and for which arguments. */
export function pythonAnswerWords({ python, at }: PythonAnswer, answered: readonly string[]): string {
  const names = answered.map(argument => `\`${argument}\``).join(', ');
  return vscode.l10n.t('Asked of Python {0} at {1}: {2}.', python, timeOf(at), names);
}

/** The time of a day, as the user writes it. */
export function timeOf(at: Date): string {
  return at.toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit' });
}
