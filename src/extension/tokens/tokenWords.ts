import * as vscode from 'vscode';
import { numberText } from '../numberText.ts';

/** A number of tokens in words; an estimate is marked as one. */
export function countText(count: number, exact: boolean): string {
  const number = `${exact ? '' : '≈ '}${numberText(count)}`;
  return count === 1 && exact ? vscode.l10n.t('1 token') : vscode.l10n.t('{0} tokens', number);
}

/** Whether a number is the source system's own, in words; with the formula of a system, whose number it is. */
export function exactness(exact: boolean, formula?: string): string {
  if (!exact) return vscode.l10n.t('estimate');
  return formula === undefined ? vscode.l10n.t('exact') : vscode.l10n.t('exact as {0} counts', formula);
}
