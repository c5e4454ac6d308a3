import {
  formatConversation,
  type Host,
  migrateConversation,
  oneLine,
  type Resources,
  readConversation,
  toJsonText,
} from '../engine/index.ts';

/** A conversation as AgentScope 2 has it, with what changes in words, and the payload before and after (or why there is none). */
export interface MigratedText {
  readonly text: string;
  readonly changes: readonly string[];
  readonly silent: readonly string[];
  readonly before: string;
  readonly after: string;
}

/** Moving conversations to AgentScope 2. */
export interface MigrationApi {
  /** `undefined` for what is not a conversation, or for AgentScope 2 already. `folder`: where relative paths start. */
  migrateConversation(text: string, fileName: string, folder: string): Promise<MigratedText | undefined>;
}

/** The engine's side of the API; runs in a worker. Payloads are made without the network, and without writing files. */
export function conversationMigration(host: Host, resourcesIn: (folder: string) => Resources): MigrationApi {
  return {
    async migrateConversation(text, fileName, folder) {
      const migrated = migrateConversation(text, fileName, folder);
      if (!migrated) return undefined;
      const payload = async (source: string, options: object) => {
        const { conversation } = readConversation(source, fileName);
        if (!conversation) return '';
        const whole = { ...options, maxTokens: null, resources: resourcesIn(folder) };
        const result = await formatConversation(conversation, whole, host);
        return result.ok ? toJsonText(result.exactPayload) : `${result.error.class}: ${oneLine(result.error.message)}`;
      };
      return {
        text: migrated.text,
        changes: migrated.changes.map(({ message, text: words }) =>
          plain(message === undefined ? words : `${message + 1}: ${words}`),
        ),
        silent: migrated.silent.map(plain),
        before: await payload(text, {}),
        after: await payload(migrated.text, { usualAgentscopeVersion: migrated.version }),
      };
    },
  };
}

function plain(words: string): string {
  return words.replaceAll('`', '');
}
