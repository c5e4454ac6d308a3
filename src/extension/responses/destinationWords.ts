import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { TextPath } from '../../service/responsesService.ts';
import type { StrayModel } from '../../views/highlights.ts';
import type { Destination } from '../../views/splitModel.ts';

export function destinationWord(destination: Destination): string {
  switch (destination) {
    case 'content':
      return vscode.l10n.t('content');
    case 'memory':
      return vscode.l10n.t('memory');
    case 'metadata':
      return vscode.l10n.t('metadata');
  }
}

/** A destination as the title of a row. */
export function destinationTitle(destination: Destination): string {
  switch (destination) {
    case 'content':
      return vscode.l10n.t('Content');
    case 'memory':
      return vscode.l10n.t('Memory');
    case 'metadata':
      return vscode.l10n.t('Metadata');
  }
}

export function destinationWords(destinations: readonly Destination[]): string {
  return destinations.length === 0 ? vscode.l10n.t('goes nowhere') : destinations.map(destinationWord).join(', ');
}

/** What a path leads to, for the title of its document. */
export function splitName(path: TextPath): string {
  const [root, ...items] = path;
  switch (root) {
    case 'content':
      return ['toContent', ...items].join('.');
    case 'memory':
      return ['toMemory', ...items].join('.');
    case 'metadata':
      return ['toMetadata', ...items].join('.');
    case 'error':
      return vscode.l10n.t('error');
    case 'feedback':
      return vscode.l10n.t('what the model is told');
    default:
      return ['value', ...items].join('.');
  }
}

/** What became of text that fell to the ground, in a sentence. */
export function strayWords(kind: StrayModel['kind'], field: string | undefined): string {
  if (kind === 'left-over')
    return field === undefined
      ? l10n.t('Left over: this mark stayed in the value.')
      : l10n.t('Left over: this mark stayed in {0}.', field);
  return field === undefined
    ? l10n.t('Lost: no region holds this text, it is not in the message.')
    : l10n.t('Lost: later text took its place in {0}.', field);
}
