import * as vscode from 'vscode';
import type { KeyCompletions } from '../../engine/index.ts';
import { toRange } from '../convert.ts';
import type { Services } from '../services.ts';
import { keyRequest } from './keyAt.ts';

/** What a new property's value begins with, as a snippet. */
const values: Readonly<Record<KeyCompletions['value'], string>> = {
  text: '"$1"',
  schema: '{ "type": "$1" }',
  value: '$1',
};

/** Completes names: of keys where keys go, of a schema's properties, of kinds. Values that the file's schema knows are completed by VS Code itself. */
export function keyCompletions({ engine }: Services): vscode.CompletionItemProvider {
  return {
    async provideCompletionItems(document, position, token) {
      const request = keyRequest(document, position);
      const { version } = document;
      const found = request && (await engine.keys.completeKeys(request));
      if (!found || token.isCancellationRequested || document.version !== version) return undefined;
      const range = toRange(document, found.span);
      if (!range.isSingleLine) return undefined;
      const { detail, kind } = describe(found.of);
      const items = found.names.map(({ name, documentation }, i) => {
        const item = new vscode.CompletionItem(name, kind);
        const literal = JSON.stringify(name);
        item.range = range;
        item.insertText = insertText(literal, found);
        // What is replaced has quotes, or will have.
        item.filterText = found.isInString ? literal : name;
        item.sortText = `!${String(i).padStart(4, '0')}`;
        item.detail = detail;
        if (documentation !== undefined) item.documentation = documentation;
        return item;
      });
      // A file has a schema by its name; an untitled document has none.
      return found.booleans && document.isUntitled ? [...items, ...booleans(range)] : items;
    },
  };
}

function describe(of: KeyCompletions['of']): { readonly detail: string; readonly kind: vscode.CompletionItemKind } {
  const { Property, EnumMember } = vscode.CompletionItemKind;
  switch (of) {
    case 'key':
      return { detail: vscode.l10n.t('key of the value'), kind: Property };
    case 'property':
      return { detail: vscode.l10n.t('property of the schema'), kind: Property };
    case 'kind':
      return { detail: vscode.l10n.t('allowed kind'), kind: EnumMember };
  }
}

function insertText(literal: string, found: KeyCompletions): string | vscode.SnippetString {
  if (!found.isKey || found.hasValue) return `${literal}${found.separator}`;
  const snippet = new vscode.SnippetString().appendText(literal);
  snippet.value += `: ${values[found.value]}${found.separator}`;
  return snippet;
}

function booleans(range: vscode.Range): vscode.CompletionItem[] {
  return ['true', 'false'].map(word => {
    const item = new vscode.CompletionItem(word, vscode.CompletionItemKind.Value);
    item.range = range;
    return item;
  });
}
