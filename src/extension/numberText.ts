import * as vscode from 'vscode';

/** A number in the user's language. `digits`: the most behind the point; 0 where nothing is said. */
export function numberText(value: number, digits = 0): string {
  return value.toLocaleString(vscode.env.language, { maximumFractionDigits: digits });
}

/** A length in characters as kilobytes, at least 1, in the user's language. */
export function kilobytes(length: number): string {
  return numberText(Math.max(1, Math.round(length / 1000)));
}
