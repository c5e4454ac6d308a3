import type { Memento, SecretStorage } from 'vscode';

/** Where the names of the places with keys are kept; the keys are in the secret storage alone. */
const memoryKey = 'apiKeyOrigins';

/**
 * The user's API keys, in VS Code's secret storage. Each belongs to one origin, such as `https://api.anthropic.com`, and
 * is never given for another.
 */
export class ApiKeys {
  readonly #secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>;
  readonly #memory: Pick<Memento, 'get' | 'update'>;

  constructor(secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>, memory: Pick<Memento, 'get' | 'update'>) {
    this.#secrets = secrets;
    this.#memory = memory;
  }

  /** The origins that have a key. */
  get origins(): readonly string[] {
    const origins = this.#memory.get<readonly string[]>(memoryKey);
    return Array.isArray(origins) ? origins : [];
  }

  async get(origin: string): Promise<string | undefined> {
    // What headers are sent without is no part of a key.
    return (await this.#secrets.get(nameOf(origin)))?.trim() || undefined;
  }

  async store(origin: string, key: string): Promise<void> {
    await this.#secrets.store(nameOf(origin), key);
    await this.#memory.update(memoryKey, [...new Set([...this.origins, origin])].sort());
  }

  async forget(origin: string): Promise<void> {
    await this.#secrets.delete(nameOf(origin));
    await this.#memory.update(
      memoryKey,
      this.origins.filter(each => each !== origin),
    );
  }
}

function nameOf(origin: string): string {
  return `apiKey ${origin}`;
}
