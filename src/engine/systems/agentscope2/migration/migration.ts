import type { MigrationChange } from '../../../messages/migratedConversation.ts';

/** Collects what changes. */
export class Migration {
  readonly changes: MigrationChange[] = [];
  /** The folder that relative paths start from; absent: none is known. */
  readonly folder: string | undefined;

  constructor(folder: string | undefined) {
    this.folder = folder;
  }

  /** Tells of a change, once for each message. */
  say(text: string, message?: number): void {
    const last = this.changes.at(-1);
    if (last?.text === text && last.message === message) return;
    this.changes.push({ text, ...(message !== undefined && { message }) });
  }
}
