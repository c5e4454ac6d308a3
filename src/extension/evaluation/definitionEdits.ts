import type { EvaluationMemory } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationRequest } from '../../service/evaluationApi.ts';

/** How long after the last edit of the definition its log is read anew, in milliseconds. */
const delay = 400;

/** Tells when the definitions of an evaluation have other texts than those that its numbers are of, a little after the last edit. */
export class DefinitionEdits {
  readonly #memory: () => EvaluationMemory;
  readonly #request: () => Promise<EvaluationRequest>;
  readonly #edited: () => void;
  /** The texts that the numbers are of. */
  #read = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `request` reads the definitions as they are now; where it rejects, they have no texts. */
  constructor(memory: () => EvaluationMemory, request: () => Promise<EvaluationRequest>, edited: () => void) {
    this.#memory = memory;
    this.#request = request;
    this.#edited = edited;
  }

  /** These were read: the numbers will be of them. */
  wereRead(request: EvaluationRequest): void {
    this.#read = textsOf(request);
  }

  /** A document was edited, or opened, or closed. `key`: its address. */
  changed(key: string): void {
    const { definition, compare } = this.#memory();
    if (definition.uri !== key && !(compare?.kind === 'definition' && compare.uri === key)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#compare();
    }, delay);
  }

  /** Ignores the edits so far. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** The event also comes when a file is opened or closed. */
  async #compare(): Promise<void> {
    const request = await this.#request().catch(() => undefined);
    if ((request && textsOf(request)) !== this.#read) this.#edited();
  }
}

function textsOf({ definition, compare }: EvaluationRequest): string {
  return `${definition.text}\0${compare?.definition.text ?? ''}`;
}
