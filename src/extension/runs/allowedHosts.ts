import type { Memento } from 'vscode';

/** Where the hosts are kept that the user allowed for good. */
const memoryKey = 'allowedModelHosts';

/** The origins (`https://api.openai.com`) that the user allowed models to be asked at: by a click alone, never by a setting. */
export class AllowedHosts {
  readonly #memory: Pick<Memento, 'get' | 'update'>;

  constructor(memory: Pick<Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  get origins(): readonly string[] {
    const origins = this.#memory.get<readonly string[]>(memoryKey);
    return Array.isArray(origins) ? origins : [];
  }

  has(origin: string): boolean {
    return this.origins.includes(origin);
  }

  async allow(origin: string): Promise<void> {
    await this.#memory.update(memoryKey, [...new Set([...this.origins, origin])].sort());
  }

  async forget(origin: string): Promise<void> {
    await this.#memory.update(
      memoryKey,
      this.origins.filter(each => each !== origin),
    );
  }
}
