import { l10n } from 'vscode';
import type { ConversationStrings } from '../../view/conversationProtocol.ts';

/** The conversation preview's words in the user's language. */
export function conversationStrings(): ConversationStrings {
  return {
    allow: l10n.t('Allow {0}', '{0}'),
    blocked: l10n.t('A medium of this conversation is on {0}. Nothing is fetched unless you allow it.', '{0}'),
    changedAt: l10n.t('changed in step {0}: {1}', '{0}', '{1}'),
    clearLimit: l10n.t('No Limit'),
    compareWith: l10n.t('Compare with'),
    copied: l10n.t('Copied'),
    copy: l10n.t('Copy Payload'),
    counter: l10n.t('Token counter'),
    discard: l10n.t('Discard'),
    droppedAt: l10n.t('dropped in step {0}: {1}', '{0}', '{1}'),
    droppedOf: l10n.t('{0} of {1} messages dropped', '{0}', '{1}'),
    estimate: l10n.t('estimate'),
    exact: l10n.t('exact'),
    formatter: l10n.t('Formatter'),
    goToMessage: l10n.t('Go to the message'),
    inFile: l10n.t('In the file'),
    limit: l10n.t('Limit'),
    limitOf: l10n.t('{0} tokens', '{0}'),
    logged: l10n.t('AgentScope logs: {0}', '{0}'),
    messages: l10n.t('Messages'),
    noLimit: l10n.t('no limit'),
    nobody: l10n.t('none'),
    nothingCounted: l10n.t('Choose a token counter to see what each message costs.'),
    open: l10n.t('Open Payload as Document'),
    otherModel: l10n.t('Other Model…'),
    payload: l10n.t('Payload'),
    problems: l10n.t('Problems'),
    raised: l10n.t('The formatter raises:'),
    save: l10n.t('Save to File'),
    shared: l10n.t('{0} tokens belong to no single message', '{0}'),
    tokens: l10n.t('{0} tokens', '{0}'),
    tokensOf: l10n.t('{0} of {1} tokens', '{0}', '{1}'),
    truncation: l10n.t('Truncation'),
    usual: l10n.t('default'),
  };
}
