import * as l10n from '@vscode/l10n';

/** Takes the translations that the page was made with; without any its words are English. To be called before anything is rendered. */
export function readTranslations(): void {
  const { l10n: contents } = document.body.dataset;
  if (contents !== undefined) l10n.config({ contents });
}
