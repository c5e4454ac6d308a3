import * as vscode from 'vscode';
import { textHash } from '../../views/textHash.ts';
import { toRange } from '../convert.ts';
import { logError } from '../errorTexts.ts';
import type { Services } from '../services.ts';
import type { Among, ResponseSession } from './responseSession.ts';
import type { ResponseSessions } from './responseSessions.ts';

const memoryKey = 'parsedResponses';
/** How many results are kept through a reload, and of how long texts, in UTF-16 units. */
const mostKept = 200;
const longestKept = 2_000_000;
/** How long after a change the results are noted, in milliseconds: typing changes them with every key. */
const delay = 300;

/** A result that comes back after a reload: where it stands, and the text that it is of. */
interface KeptResult {
  readonly uri: string;
  readonly start: number;
  readonly end: number;
  readonly hash: string;
  readonly definition: string;
  readonly name: string;
  readonly field?: string;
  readonly among?: Among;
}

/** Brings the results of a window back after a reload, as long as their texts are unchanged. */
export class KeptResults implements vscode.Disposable {
  readonly #services: Services;
  readonly #sessions: ResponseSessions;
  /** Those whose documents are not open yet. */
  #waiting: readonly KeptResult[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #disposable: vscode.Disposable;

  constructor(services: Services, sessions: ResponseSessions) {
    this.#services = services;
    this.#sessions = sessions;
    const kept: unknown = services.context.workspaceState.get(memoryKey);
    this.#waiting = Array.isArray(kept) ? kept.filter(isKept) : [];
    this.#disposable = vscode.Disposable.from(
      sessions.onDidChange(() => this.#noteSoon()),
      vscode.workspace.onDidOpenTextDocument(document => this.#restore(document)),
    );
    for (const document of vscode.workspace.textDocuments) this.#restore(document);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposable.dispose();
  }

  #restore(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    const own = this.#waiting.filter(kept => kept.uri === uri);
    if (own.length === 0) return;
    this.#waiting = this.#waiting.filter(kept => kept.uri !== uri);
    void this.#parse(document, own).catch(error => logError(this.#services.log, error));
  }

  async #parse(document: vscode.TextDocument, own: readonly KeptResult[]): Promise<void> {
    for (const { start, end, hash, definition, name, field, among } of own) {
      const span = { start, end };
      if (hashOf(document, span) !== hash) continue;
      const { token } = new vscode.CancellationTokenSource();
      const rest = { ...(field !== undefined && { field }), ...(among && { among }) };
      await this.#sessions.parse(document, span, { uri: vscode.Uri.parse(definition), name }, token, rest);
    }
  }

  #noteSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const kept = [...this.#sessions.all().flatMap(keptOf), ...this.#waiting].slice(0, mostKept);
      this.#services.context.workspaceState.update(memoryKey, kept).then(undefined, error => {
        logError(this.#services.log, error);
      });
    }, delay);
  }
}

function keptOf({ document, span, definition, field, among }: ResponseSession): readonly KeptResult[] {
  // Documents of ours are made anew, and call their rows anew.
  if (!document || document.uri.scheme.startsWith('parserlens') || span.end - span.start > longestKept) return [];
  return [
    {
      uri: document.uri.toString(),
      ...span,
      hash: hashOf(document, span),
      definition: definition.uri.toString(),
      name: definition.name,
      ...(field !== undefined && { field }),
      ...(among && { among }),
    },
  ];
}

function hashOf(document: vscode.TextDocument, span: { readonly start: number; readonly end: number }): string {
  return textHash(document.getText(toRange(document, span)));
}

function isKept(value: unknown): value is KeptResult {
  if (typeof value !== 'object' || value === null) return false;
  const { uri, start, end, hash, definition, name } = value as Partial<Record<keyof KeptResult, unknown>>;
  return (
    [uri, hash, definition, name].every(text => typeof text === 'string') &&
    [start, end].every(offset => Number.isSafeInteger(offset) && Number(offset) >= 0)
  );
}
