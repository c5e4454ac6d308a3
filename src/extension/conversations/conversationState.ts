import * as vscode from 'vscode';
import { isSecondGeneration } from '../../engine/index.ts';
import { type ConversationState, comparison } from '../../protocol/conversationProtocol.ts';
import type { ConversationChoices } from '../../service/conversationsService.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { getSetting } from '../settings.ts';
import type { OpenConversation } from './conversationStore.ts';
import { tokenizerChoices } from './pickChoices.ts';

/**
 * What a conversation's page shows.
 * @param state absent: the file cannot be read
 * @param choices what can be chosen; absent: not read yet
 */
export function conversationState(
  uri: vscode.Uri,
  state: OpenConversation | undefined,
  choices: ConversationChoices | undefined,
): ConversationState {
  const file = state?.outline.file ?? {};
  const choice = state?.choice ?? {};
  const { answer, outline } = state ?? {};
  const fileName = baseName(uri);
  const compresses = isSecondGeneration(
    choice.agentscopeVersion ?? file.agentscopeVersion ?? getSetting('conversations.agentscopeVersion', uri),
  );
  const hasModule = outline?.file.module !== undefined;
  const own = { value: 'custom', label: 'custom', group: vscode.l10n.t('Module') };
  const differs =
    (choice.agentscopeVersion !== undefined && choice.agentscopeVersion !== file.agentscopeVersion) ||
    (choice.formatter !== undefined && choice.formatter !== file.formatter) ||
    // AgentScope 2 has no counters: one stands beside its estimate, and no file says so.
    (choice.counter !== undefined && !compresses) ||
    (choice.maxTokens !== undefined && (choice.maxTokens ?? undefined) !== file.maxTokens) ||
    (choice.truncation !== undefined && choice.truncation !== file.truncation);
  const broken = !state
    ? vscode.l10n.t('{0} cannot be read.', fileName)
    : outline?.count === undefined
      ? (outline?.problems[0]?.message ?? vscode.l10n.t('{0} does not contain a list of messages.', fileName))
      : undefined;
  return {
    uri: uri.toString(),
    fileName,
    count: outline?.count ?? 0,
    formatters: compresses
      ? (choices?.ownFormatters ?? [])
      : [...(choices?.formatters ?? []), ...(hasModule ? [own] : [])],
    releases: choices?.releases ?? [],
    usualRelease: getSetting('conversations.agentscopeVersion', uri),
    truncations: compresses ? [] : (choices?.truncations ?? []).filter(({ byModule }) => !byModule || hasModule),
    compresses,
    counters: [...tokenizerChoices(uri), ...(choices?.counters ?? [])],
    file,
    choice,
    savable: differs && !fileName.endsWith('l'),
    busy: state?.busy ?? false,
    ...(broken !== undefined && { broken }),
    ...(answer && {
      main: answer.main,
      ...(answer.other && Object.keys(comparison(choice)).length > 0 && { other: answer.other }),
    }),
  };
}
