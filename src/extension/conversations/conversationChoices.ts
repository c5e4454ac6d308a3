import * as vscode from 'vscode';
import type { ConversationChoice } from '../../protocol/conversationProtocol.ts';
import type { ConversationOutline } from '../../service/conversationsService.ts';
import { counterFor } from '../tokens/tokenizers.ts';

/** How many documents' choices are remembered. */
const maxRemembered = 500;
const memoryKey = 'formatterOfDocument';

type Remembered = readonly [document: string, formatter: string | undefined, counter: string | undefined];

/** Formatter and counter that were picked for conversations whose files name none, kept in the workspace. */
export class ConversationChoices implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** What was picked for a document. */
  of(uri: vscode.Uri): ConversationChoice {
    const key = uri.toString();
    const [, formatter, counter] = this.#all().find(([document]) => document === key) ?? [];
    return { ...(formatter && { formatter }), ...(counter && { counter }) };
  }

  /** What was picked for a document, as far as its file does not say it itself. */
  missing(uri: vscode.Uri, file: ConversationOutline['file']): ConversationChoice {
    const { formatter, counter } = this.of(uri);
    return {
      ...(file.formatter === undefined && formatter !== undefined && { formatter }),
      ...(file.counter === undefined && counter !== undefined && { counter }),
    };
  }

  /** Something to begin with where nothing was picked: the last choice for any document, else the usual. */
  default(uri: vscode.Uri): { readonly formatter: string; readonly counter: string } {
    const last = this.#all()[0];
    const formatter = last?.[1] ?? 'OpenAIChatFormatter';
    // Where it can, the counter counts what the provider adds to each message as well.
    const usual = formatter.startsWith('OpenAI') ? 'OpenAITokenCounter:gpt-4o' : counterFor(uri);
    return { formatter, counter: last?.[2] ?? usual };
  }

  /** Keeps a choice. */
  async remember(uri: vscode.Uri, { formatter, counter }: ConversationChoice): Promise<void> {
    const key = uri.toString();
    const before = this.of(uri);
    const entry: Remembered = [key, formatter ?? before.formatter, counter ?? before.counter];
    const all = [entry, ...this.#all().filter(([document]) => document !== key)].slice(0, maxRemembered);
    await this.#state.update(memoryKey, all);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #all(): readonly Remembered[] {
    const all = this.#state.get<readonly Remembered[]>(memoryKey);
    return Array.isArray(all) ? all : [];
  }
}
