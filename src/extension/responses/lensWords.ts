import { l10n } from 'vscode';
import type { LensWords } from '../../views/lensItem.ts';
import { destinationWord } from './destinationWords.ts';

/** The words of lenses in the user's language. */
export function lensWords(): LensWords {
  return {
    unescaped: l10n.t('unescaped'),
    repaired: l10n.t('repaired'),
    binary: l10n.t('contains NUL characters'),
    nothingRecognised: l10n.t('nothing recognised'),
    toolError: l10n.t('tool error'),
    splits: {
      content: destinationWord('content'),
      memory: destinationWord('memory'),
      metadata: destinationWord('metadata'),
    },
    missingKeys: names => {
      const quoted = names.map(name => `"${name}"`).join(', ');
      return names.length === 1 ? l10n.t('missing key {0}', quoted) : l10n.t('missing keys {0}', quoted);
    },
    strays: {
      lost: count => l10n.t('{0} lost', count),
      'left-over': count => l10n.t('{0} left over', count),
    },
    notRun: l10n.t('not run: Restricted Mode'),
    among: (number, count) => l10n.t('{0} of {1}', number, count),
    parseAll: { title: l10n.t('Parse All'), tooltip: l10n.t('Parse each answer of this document') },
    warnings: count => (count === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', count)),
    asksAgain: (reader, tokens) =>
      tokens === undefined ? l10n.t('{0} asks again', reader) : l10n.t('{0} asks again: {1} tokens', reader, tokens),
    atLine: (cause, line) => l10n.t('{0}, line {1}', cause, line),
    after: (cause, piece) => l10n.t('{0} after {1}', cause, piece),
    repair: (confidence, lossy) =>
      lossy ? l10n.t('Apply Repair ({0} %, part missing)', confidence) : l10n.t('Apply Repair ({0} %)', confidence),
    repairs: (count, confidence) => l10n.t('{0} Repairs ({1} %)…', count, confidence),
    repairTooltip: (value, lossy) =>
      lossy
        ? l10n.t(
            'Edits the response, so that it reads as {0}. The response is cut off: part of the answer is missing.',
            value,
          )
        : l10n.t('Edits the response, so that it reads as {0}', value),
    showRepair: {
      title: l10n.t('Show Repair'),
      tooltip: l10n.t('Shows the response beside the repaired one'),
    },
    shownRepair: confidence => l10n.t('Show Repair ({0} %)', confidence),
    copyRepaired: {
      title: l10n.t('Copy Repaired'),
      tooltip: l10n.t('Copy the repaired response: this document cannot be edited'),
    },
    explain: cause => l10n.t('Explain {0}', cause),
    partly: error => l10n.t('Mended: {0}', error),
    feedback: {
      title: l10n.t('Feedback'),
      tooltip: l10n.t('Show what the model is told: what the framework sends to it after this error'),
    },
    sameLimit: {
      title: l10n.t('limit too low'),
      tooltip: l10n.t(
        'Where the limit of tokens ended the answer, asking again with the same limit cannot help: raise it, or ask for less. The framework does not tell the model so.',
      ),
    },
    save: {
      title: l10n.t('Save as Sample'),
      tooltip: l10n.t('Save the response and its result as a sample of the definition'),
    },
    clear: { title: l10n.t('Clear'), tooltip: l10n.t('Forget this result') },
    trust: {
      title: l10n.t('Manage Workspace Trust'),
      tooltip: l10n.t('Modules of the workspace run once you trust it'),
    },
  };
}
