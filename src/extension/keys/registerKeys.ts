import * as vscode from 'vscode';
import type { KeyCompletions, Span } from '../../engine/index.ts';
import type { KeyView } from '../../service/keysService.ts';
import { toRange } from '../convert.ts';
import { definitionDocuments } from '../definitions/definitionUris.ts';
import { destinationWords } from '../responses/destinationWords.ts';
import type { Services } from '../services.ts';
import { counterFor, countText } from '../tokens/tokenizers.ts';
import { keyAt, keyRequest } from './keyAt.ts';

/** Completion, navigation and hovers for the keys of a definition's value. */
export function registerKeys(services: Services): vscode.Disposable {
  const navigation = keyNavigation(services);
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(definitionDocuments, keyCompletions(services), '"'),
    vscode.languages.registerDefinitionProvider(definitionDocuments, navigation),
    vscode.languages.registerReferenceProvider(definitionDocuments, navigation),
    vscode.languages.registerDocumentHighlightProvider(definitionDocuments, navigation),
    vscode.languages.registerHoverProvider(definitionDocuments, keyHovers(services)),
  );
}

/** What a new property's value begins with, as a snippet. */
const values: Readonly<Record<KeyCompletions['value'], string>> = {
  text: '"$1"',
  schema: '{ "type": "$1" }',
  value: '$1',
};

/** Completes names: of keys where keys go, of a schema's properties, of kinds. Values that the file's schema knows are completed by VS Code itself. */
function keyCompletions({ engine }: Services): vscode.CompletionItemProvider {
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

/** Leads from a key's name to where the definition says that the key exists, and to all places that name it. */
function keyNavigation(
  services: Services,
): vscode.DefinitionProvider & vscode.ReferenceProvider & vscode.DocumentHighlightProvider {
  return {
    async provideDefinition(document, position, token) {
      const key = await keyAt(services, document, position, token);
      if (!key) return undefined;
      const originSelectionRange = toRange(document, key.span);
      return key.declarations.slice(0, 1).map(span => ({
        originSelectionRange,
        targetUri: document.uri,
        targetRange: toRange(document, span),
      }));
    },
    async provideReferences(document, position, { includeDeclaration }, token) {
      const key = await keyAt(services, document, position, token);
      if (!key) return undefined;
      const spans = includeDeclaration ? [...key.declarations, ...key.references] : key.references;
      return spans.map(span => new vscode.Location(document.uri, toRange(document, span)));
    },
    async provideDocumentHighlights(document, position, token) {
      const key = await keyAt(services, document, position, token);
      if (!key) return undefined;
      const highlight = (kind: vscode.DocumentHighlightKind) => (span: Span) =>
        new vscode.DocumentHighlight(toRange(document, span), kind);
      return [
        ...key.declarations.map(highlight(vscode.DocumentHighlightKind.Write)),
        ...key.references.map(highlight(vscode.DocumentHighlightKind.Read)),
      ];
    },
  };
}

/** Says of a key where it goes, whether it must be there, and how the instruction describes it. */
function keyHovers(services: Services): vscode.HoverProvider {
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
