import * as vscode from 'vscode';
import type { KeyView } from '../../service/keysService.ts';
import { toRange } from '../convert.ts';
import { destinationWords } from '../responses/destinationWords.ts';
import type { Services } from '../services.ts';
import { counterFor } from '../tokens/counterSetting.ts';
import { countText } from '../tokens/tokenWords.ts';
import { keyAt } from './keyAt.ts';

/** Says of a key where it goes, whether it must be there, and what the model is told of it. */
export function keyHovers(services: Services): vscode.HoverProvider {
  return {
    async provideHover(document, position, token) {
      const key = await keyAt(services, document, position, token);
      if (!key) return undefined;
      const hint = key.isHint ? key.documentation : undefined;
      const tokens =
        hint === undefined
          ? undefined
          : await services.engine.responses.countTokens([hint], counterFor(document)).catch(() => undefined);
      if (token.isCancellationRequested) return undefined;
      const text = new vscode.MarkdownString();
      text.appendMarkdown('**').appendText(key.name).appendMarkdown('**').appendText(factsOf(key));
      if (key.documentation !== undefined) text.appendMarkdown('\n\n').appendText(key.documentation);
      const count = tokens?.counts[0];
      if (tokens && count !== undefined)
        text.appendMarkdown('\n\n').appendText(`${countText(count, tokens.exact)} (${tokens.basis})`);
      return new vscode.Hover(text, toRange(document, key.span));
    },
  };
}

function factsOf({ isKnown, isRequired, destinations }: KeyView): string {
  const facts = [
    ...(isKnown ? [] : [vscode.l10n.t('not named by hint, tags or schema')]),
    ...(isRequired ? [vscode.l10n.t('required')] : []),
  ];
  return [` → ${destinationWords(destinations)}`, ...facts].join(' · ');
}
