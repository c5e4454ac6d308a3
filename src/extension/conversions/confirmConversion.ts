import * as vscode from 'vscode';
import type { ConversionTokens, PossibleConversion } from '../../engine/index.ts';
import { conversionTitle, tokenLines } from '../../views/conversionLines.ts';

/** So many lines fit into a dialog. */
const mostLosses = 15;

/** Shows what a conversion loses, or makes otherwise, and what it does to tokens. True when the user wants it all the same. */
export async function confirmConversion(
  name: string,
  conversion: PossibleConversion,
  tokens: ConversionTokens | undefined,
  counter: string,
): Promise<boolean> {
  const convert = vscode.l10n.t('Convert');
  const losses = conversion.losses.map(({ message }) => message);
  const more = losses.length - mostLosses;
  const lines = [
    ...losses.slice(0, mostLosses),
    ...(more > 0 ? [vscode.l10n.t('And {0} more, which parserlens convert lists', more)] : []),
    ...tokenLines(tokens, counter),
  ];
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t('Convert {0} to {1}?', name, conversionTitle(conversion)),
    { modal: true, detail: lines.map(line => `• ${line.replaceAll('`', '')}`).join('\n') },
    convert,
  );
  return chosen === convert;
}
