import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import { raisingSplits } from '../../views/responseModel.ts';
import type { Destination } from '../../views/splitModel.ts';
import { setContext } from '../commands.ts';
import { toRange } from '../convert.ts';
import type { Services } from '../services.ts';
import { ResponseReader } from './responseReader.ts';
import type { DefinitionId, ResponseSession, SessionState } from './responseSession.ts';
import { trackSpan } from './trackSpan.ts';

/** Above this length a text is parsed again only after a longer pause, because copying it out of the document takes time too. */
const longText = 1_000_000;
const delay = 100;
const longDelay = 500;
/** Milliseconds after which the result of an older text goes, although the new one is not there yet. */
const slowParse = 300;

/** The store's own view of a session. */
interface KeptSession extends ResponseSession {
  definition: DefinitionId;
  span: Span;
  state: SessionState;
  focus?: Destination;
  /** The response is the whole document, whatever is typed. */
  whole: boolean;
  /** Counts the changes of the text and of the definition: a result for an older one is dropped. */
  revision: number;
  timer?: ReturnType<typeof setTimeout>;
  running?: Promise<void>;
}

/**
 * Every response that is being looked at. Follows the edits of its document and of its definition, and parses again
 * after a short pause. A session ends when it is cleared, emptied, or its document is closed.
 */
export class ResponseSessions implements vscode.Disposable {
  readonly #services: Services;
  readonly #reader: ResponseReader;
  readonly #held = new Map<string, KeptSession>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: vscode.Disposable[];
  #current: string | undefined;
  #count = 0;

  /** Fires with the document (or large file) whose sessions changed: parsed, moved, cleared, focused. */
  readonly onDidChange: vscode.Event<vscode.Uri> = this.#changed.event;

  constructor(services: Services) {
    this.#services = services;
    this.#reader = new ResponseReader(services);
    this.#disposables = [
      this.#changed,
      vscode.workspace.onDidChangeTextDocument(event => this.#edited(event)),
      vscode.workspace.onDidCloseTextDocument(document => this.#closed(document)),
      services.definitions.onDidChange(uri => this.#definitionChanged(uri)),
      services.engine.onDidStop('responses', ({ crashed }) => this.#parseAllAgain(crashed)),
    ];
  }

  /** The sessions of a document, in the text's order. */
  of(uri: vscode.Uri): readonly ResponseSession[] {
    const key = uri.toString();
    return [...this.#held.values()]
      .filter(session => session.uri.toString() === key)
      .sort((a, b) => a.span.start - b.span.start);
  }

  /** Those of all documents. */
  all(): readonly ResponseSession[] {
    return [...this.#held.values()];
  }

  get(id: string): ResponseSession | undefined {
    return this.#held.get(id);
  }

  /** The session that the result view shows: the last one parsed or visited. */
  get current(): ResponseSession | undefined {
    return this.#current === undefined ? undefined : this.#held.get(this.#current);
  }

  /** The session whose text holds a position, edges included. */
  at(document: vscode.TextDocument, position: vscode.Position): ResponseSession | undefined {
    const offset = document.offsetAt(position);
    return this.of(document.uri).find(({ span }) => span.start <= offset && offset <= span.end);
  }

  /** Parses a stretch of a document, in place of whatever was parsed there before. Resolves when its result is there or the token is cancelled. */
  async parse(
    document: vscode.TextDocument,
    span: Span,
    definition: DefinitionId,
    token: vscode.CancellationToken,
    { field, among }: Pick<ResponseSession, 'field' | 'among'> = {},
  ): Promise<ResponseSession> {
    for (const other of this.of(document.uri))
      if (other.span.start < span.end && span.start < other.span.end) this.#end(other.id);
    const whole = !among && span.start === 0 && span.end === lengthOf(document);
    return this.#begin(
      {
        uri: document.uri,
        document,
        definition,
        span,
        whole,
        ...(field !== undefined && { field }),
        ...(among && { among }),
      },
      token,
    );
  }

  /** The same for a file that VS Code opens no document for. */
  parseFile(uri: vscode.Uri, definition: DefinitionId, token: vscode.CancellationToken): Promise<ResponseSession> {
    this.clearDocument(uri);
    return this.#begin({ uri, definition, span: { start: 0, end: 0 }, whole: true }, token);
  }

  /** Makes a session the one that the result view shows. */
  visit(session: ResponseSession): void {
    if (this.#current === session.id) return;
    this.#current = session.id;
    this.#changed.fire(session.uri);
  }

  /** Tints only the parts that go to one destination; `undefined`: all again. */
  focus(session: ResponseSession, focus: Destination | undefined): void {
    const held = this.#held.get(session.id);
    if (!held || held.focus === focus) return;
    held.focus = focus;
    this.#changed.fire(held.uri);
  }

  clear(session: ResponseSession): void {
    this.#end(session.id);
    this.#changed.fire(session.uri);
  }

  clearDocument(uri: vscode.Uri): void {
    const sessions = this.of(uri);
    for (const session of sessions) this.#end(session.id);
    if (sessions.length > 0) this.#changed.fire(uri);
  }

  clearAll(): void {
    for (const { uri } of [...this.#held.values()]) this.clearDocument(uri);
  }

  dispose(): void {
    for (const { timer } of this.#held.values()) clearTimeout(timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #begin(
    session: Pick<KeptSession, 'uri' | 'document' | 'definition' | 'span' | 'whole' | 'field' | 'among'>,
    token: vscode.CancellationToken,
  ): Promise<ResponseSession> {
    const held: KeptSession = { ...session, id: String(++this.#count), state: { kind: 'parsing' }, revision: 0 };
    this.#held.set(held.id, held);
    this.#current = held.id;
    this.#updateContext();
    this.#changed.fire(held.uri);
    const cancelled = token.onCancellationRequested(() => {
      this.clear(held);
      // The thread is busy with this text; only its end stops that.
      this.#services.engine.stop('responses');
    });
    try {
      await this.#parse(held);
    } finally {
      cancelled.dispose();
    }
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    return held;
  }

  #end(id: string): void {
    const held = this.#held.get(id);
    if (!held) return;
    clearTimeout(held.timer);
    this.#held.delete(id);
    if (this.#current === id) this.#current = undefined;
    this.#reader.drop(id);
    this.#updateContext();
  }

  #updateContext(): void {
    void setContext('hasSession', this.#held.size > 0);
  }

  /** Parses a session's present text; while it runs, another call waits and parses once more if the text changed. */
  #parse(held: KeptSession): Promise<void> {
    held.running ??= this.#run(held).finally(() => {
      held.running = undefined;
    });
    return held.running;
  }

  async #run(held: KeptSession): Promise<void> {
    for (;;) {
      const { revision } = held;
      const slow = setTimeout(() => this.#showAsParsing(held), slowParse);
      const state = await this.#reader.read(held);
      clearTimeout(slow);
      if (this.#held.get(held.id) !== held) return;
      if (held.revision !== revision) continue;
      held.state = state;
      this.#services.milestones.reach('response');
      if (state.kind === 'parsed' && !state.model.error && raisingSplits(state.model).length === 0)
        this.#services.milestones.reach('parsed');
      this.#changed.fire(held.uri);
      return;
    }
  }

  #showAsParsing(held: KeptSession): void {
    if (held.state.kind !== 'parsed' || this.#held.get(held.id) !== held) return;
    held.state = { kind: 'parsing' };
    this.#changed.fire(held.uri);
  }

  #parseSoon(held: KeptSession): void {
    held.revision++;
    if (held.state.kind === 'parsed') held.state = { ...held.state, stale: true };
    clearTimeout(held.timer);
    const length = held.span.end - held.span.start;
    held.timer = setTimeout(() => void this.#parse(held), length > longText ? longDelay : delay);
  }

  #edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (contentChanges.length === 0) return;
    const key = document.uri.toString();
    let moved = false;
    for (const held of [...this.#held.values()]) {
      if (held.uri.toString() !== key) continue;
      const before = held.span;
      let touched = false;
      for (const change of contentChanges) {
        const tracked = trackSpan(held.span, change);
        held.span = tracked.span;
        touched ||= tracked.touched;
      }
      if (held.whole) held.span = { start: 0, end: lengthOf(document) };
      if (held.span.start === held.span.end) {
        this.#end(held.id);
        moved = true;
      } else if (touched || held.whole || isOnChangedLine(document, held.span, contentChanges)) this.#parseSoon(held);
      else moved ||= held.span !== before;
    }
    if (moved) this.#changed.fire(document.uri);
  }

  /** A change of language closes a document and opens it again at once; it is the same one then. */
  #closed(document: vscode.TextDocument): void {
    setTimeout(() => {
      if (!vscode.workspace.textDocuments.includes(document))
        for (const held of [...this.#held.values()]) if (held.document === document) this.clear(held);
    });
  }

  #definitionChanged(uri: vscode.Uri): void {
    const key = uri.toString();
    for (const held of this.#held.values())
      if (held.definition.uri.toString() === key)
        void this.#reader.hasNewDefinition(held).then(changed => changed && this.#parseSoon(held));
  }

  /** After a crash, what was being parsed is left alone: it may be what the thread crashed of. */
  #parseAllAgain(crashed: boolean): void {
    for (const held of this.#held.values())
      if (held.state.kind === 'parsed' && !(crashed && held.running)) this.#parseSoon(held);
  }
}

/** The length of a document's text, without putting it together. */
export function lengthOf(document: vscode.TextDocument): number {
  return document.offsetAt(document.lineAt(document.lineCount - 1).range.end);
}

/** A response within one line is read with what surrounds it: whether it is inside a JSON string. */
function isOnChangedLine(
  document: vscode.TextDocument,
  span: Span,
  changes: readonly vscode.TextDocumentContentChangeEvent[],
): boolean {
  const { start, isSingleLine } = toRange(document, span);
  return isSingleLine && changes.some(({ range, text }) => range.start.line === start.line && !text.includes('\n'));
}
