import { l10n } from 'vscode';
import type { LensWords } from '../../views/lens.ts';

/** The words of lenses in the user's language. */
export function lensWords(): LensWords {
  return {
    unescaped: l10n.t('unescaped'),
    repaired: l10n.t('repaired'),
    binary: l10n.t('contains NUL characters'),
    nothingRecognised: l10n.t('nothing recognised'),
    toolError: l10n.t('tool error'),
    notRun: l10n.t('not run: this workspace is not trusted'),
    warnings: count => (count === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', count)),
    atLine: (cause, line) => l10n.t('{0}, line {1}', cause, line),
    feedback: {
      title: l10n.t('Show What the Model Is Told'),
      tooltip: l10n.t('What the framework sends to the model after this error'),
    },
    save: {
      title: l10n.t('Save'),
      tooltip: l10n.t('Save the response and its result as a sample of the definition'),
    },
    clear: { title: l10n.t('Clear'), tooltip: l10n.t('Forget this result') },
    trust: {
      title: l10n.t('Manage Workspace Trust'),
      tooltip: l10n.t('Modules of the workspace run once you trust it'),
    },
  };
}
