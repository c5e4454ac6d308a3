import * as vscode from 'vscode';
import type { TemplateWord } from '../../engine/index.ts';
import { toRange } from '../convert.ts';
import type { Services } from '../services.ts';
import { modelDocuments } from './modelFiles.ts';

const kinds: Readonly<Record<TemplateWord['kind'], vscode.CompletionItemKind>> = {
  variable: vscode.CompletionItemKind.Variable,
  function: vscode.CompletionItemKind.Function,
  filter: vscode.CompletionItemKind.Method,
  test: vscode.CompletionItemKind.Operator,
  tag: vscode.CompletionItemKind.Keyword,
};

/** Completes chat templates that are files of their own: tags, filters, tests, and the names that they are given. */
export function registerTemplateCompletion({ engine }: Services): vscode.Disposable {
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position, _token, { triggerCharacter }) {
      if (!document.uri.path.endsWith('.jinja')) return undefined;
      const offset = document.offsetAt(position);
      const found = await engine.models.completeTemplate(document.getText(), offset);
      // Behind a space only what must follow: elsewhere a list would come up at every word.
      if (!found || (triggerCharacter === ' ' && found.words.some(({ kind }) => kind === 'variable'))) return undefined;
      const range = toRange(document, found.span);
      return found.words.map(({ kind, name }) => {
        const item = new vscode.CompletionItem(name, kinds[kind]);
        item.range = range;
        item.detail = wordOf(kind);
        return item;
      });
    },
  };
  return vscode.languages.registerCompletionItemProvider(modelDocuments, provider, '|', '%', '{', ' ');
}

function wordOf(kind: TemplateWord['kind']): string {
  switch (kind) {
    case 'variable':
      return vscode.l10n.t('variable');
    case 'function':
      return vscode.l10n.t('function');
    case 'filter':
      return vscode.l10n.t('filter');
    case 'test':
      return vscode.l10n.t('test');
    case 'tag':
      return vscode.l10n.t('tag');
  }
}
