import type { AgentScopeVersion } from '../core/agentscopeReleases.ts';

/** Something that changes: of a message (its index), or of the whole conversation. */
export interface MigrationChange {
  readonly message?: number;
  readonly text: string;
}

/** A conversation as the generation of AgentScope after its own has it. */
export interface MigratedConversation {
  /** The new text of the file. */
  readonly text: string;
  /** The version that it is for now. */
  readonly version: AgentScopeVersion;
  /** What changes, in the order of the messages. */
  readonly changes: readonly MigrationChange[];
  /** What this conversation does otherwise there though nothing raises. */
  readonly silent: readonly string[];
}
