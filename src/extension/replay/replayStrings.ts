import { l10n } from 'vscode';
import type { ReplayStrings } from '../../protocol/replayProtocol.ts';

/** The words of *Replay as Stream* in the user's language. */
export function replayStrings(): ReplayStrings {
  return {
    characters: l10n.t('{0} of {1} characters', '{0}', '{1}'),
    closed: l10n.t('closed'),
    closedHelp: l10n.t('Its end has been read; the key may come again'),
    empty: l10n.t('There is nothing to replay.'),
    endsHere: l10n.t('If it ended here'),
    final: l10n.t('final'),
    finalHelp: l10n.t('Nothing that may follow changes it, but for an error'),
    guess: l10n.t('a guess'),
    key: l10n.t('key'),
    missing: l10n.t('left out'),
    moreFields: l10n.t('{0} more parts are not shown.', '{0}'),
    next: l10n.t('Next Change'),
    notYet: l10n.t('not yet'),
    open: l10n.t('open'),
    other: l10n.t('another value'),
    pause: l10n.t('Pause'),
    play: l10n.t('Play'),
    position: l10n.t('Characters received'),
    previous: l10n.t('Previous Change'),
    reads: l10n.t('reads'),
    reopened: l10n.t('came again'),
    response: l10n.t('Response'),
    state: l10n.t('state'),
    streamed: l10n.t('{0} streams', '{0}'),
    value: l10n.t('value'),
  };
}
