import { l10n } from 'vscode';
import type { RobustnessStringKey } from '../../protocol/robustnessProtocol.ts';

/** The words of the section *Robustness* in the user's language. */
export function robustnessStrings(): Readonly<Record<RobustnessStringKey, string>> {
  return {
    checking: l10n.t('Checking…'),
    errorsCounted: l10n.t('{0} errors', '{0}'),
    moreSamples: l10n.t('{0} more samples were not mutated.', '{0}'),
    mutation: l10n.t('mutation'),
    mutationChanged: l10n.t('silently different'),
    mutationError: l10n.t('error'),
    mutationSame: l10n.t('same value'),
    mutationsPassed: l10n.t('{0} of {1} mutations passed', '{0}', '{1}'),
    noMutations: l10n.t(
      'Robustness needs a sample that passes. Save a good response as a sample to see it mutated here.',
    ),
    notMutated: l10n.t('not mutated'),
    notTried: l10n.t('{0} mutations do not apply', '{0}'),
    openMutation: l10n.t('Open'),
    passedCounted: l10n.t('{0} passed', '{0}'),
    robustness: l10n.t('Robustness'),
    robustnessHelp: l10n.t(
      'Good samples are mutated in the ways in which models err. The score is the percentage of mutations that give the same value or, where part of the answer was lost, an error.',
    ),
    robustnessScore: l10n.t('{0} of 100', '{0}'),
    saveMutation: l10n.t('Save as Sample'),
    silentlyDifferent: l10n.t('{0} silently different', '{0}'),
    whatCameOut: l10n.t('what came out'),
  };
}
