import * as vscode from 'vscode';
import type { Conversion, ConversionTokens } from '../../engine/index.ts';
import { conversionTitle, tokenLines } from '../../views/conversionLines.ts';

/** Shows what a conversion loses, or makes otherwise, and what it does to tokens. True when the user wants it all the same. */
export async function confirmConversion(
  name: string,
  conversion: Conversion & { readonly losses: readonly { readonly message: string }[] },
  tokens: ConversionTokens | undefined,
  counter: string,
): Promise<boolean> {
  const convert = vscode.l10n.t('Convert');
  const lines = [...conversion.losses.map(({ message }) => message), ...tokenLines(tokens, counter)];
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t('Convert {0} to {1}?', name, conversionTitle(conversion)),
    { modal: true, detail: lines.map(line => `• ${line.replaceAll('`', '')}`).join('\n') },
    convert,
  );
  return chosen === convert;
}
