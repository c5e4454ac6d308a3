import { l10n } from 'vscode';
import type { StrayModel } from '../../views/strays.ts';

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
