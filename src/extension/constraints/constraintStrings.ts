import { l10n } from 'vscode';
import type { ConstraintStringKey } from '../../protocol/constraintProtocol.ts';

/** The words of the section *Constraint* in the user's language. */
export function constraintStrings(): Readonly<Record<ConstraintStringKey, string>> {
  return {
    beginsToHold: l10n.t('When it begins to hold: {0}', '{0}'),
    bestForm: l10n.t('the best form'),
    constraint: l10n.t('Constraint'),
    constraintHelp: l10n.t(
      'What holds a model to this format, for an engine, and what the engine does not keep of it.',
    ),
    constraintPartly: l10n.t('The first {0} of {1} characters are shown.', '{0}', '{1}'),
    copyConstraint: l10n.t('Copy Constraint'),
    copyRequest: l10n.t('Copy for Request'),
    drops: l10n.t('drops'),
    enforcesCounted: l10n.t('enforces {0} keywords', '{0}'),
    engine: l10n.t('Engine'),
    form: l10n.t('Form'),
    keepsAll: l10n.t('Nothing is dropped.'),
    moreKeywords: l10n.t('{0} more keywords', '{0}'),
    narrows: l10n.t('narrows'),
    notProved: l10n.t('Not proved: this sentence does not read as it was written.'),
    openConstraint: l10n.t('Open Constraint as Document'),
    proved: l10n.t('Proved: {0} sentences read as they were written.', '{0}'),
    refuses: l10n.t('refuses'),
    withoutSample: l10n.t('The sample {0} is no sentence: {1}', '{0}', '{1}'),
  };
}
