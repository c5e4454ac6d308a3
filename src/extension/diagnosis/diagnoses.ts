import * as vscode from 'vscode';
import type { DiagnosisModel } from '../../views/diagnosisModel.ts';
import { isNotRun, type ResponseModel } from '../../views/responseModel.ts';
import { selectedResponse } from '../responses/responseReader.ts';
import type { ResponseSession } from '../responses/responseSession.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';
import type { Services } from '../services.ts';

/** The longest response that is diagnosed unasked, in UTF-16 units: it is read a dozen times. */
const maxLength = 2_000_000;
/** How long a diagnosis that nobody waits for any more may go on, in milliseconds: starting another thread takes time too. */
const grace = 300;

interface Work {
  readonly model: ResponseModel;
  readonly session: string;
  readonly done: Promise<void>;
}

/**
 * Why the responses of sessions do not read. A diagnosis is made after the result is on the screen, one at a time, in a thread of
 * its own; what nobody waits for any more is ended. It belongs to one reading of a response, and goes with it.
 */
export class Diagnoses implements vscode.Disposable {
  readonly #services: Services;
  readonly #sessions: ResponseSessions;
  readonly #byModel = new WeakMap<ResponseModel, DiagnosisModel>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposable: vscode.Disposable;
  #waiting: ResponseModel[] = [];
  #running: Work | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Fires with the document of a session whose diagnosis is there now. */
  readonly onDidChange: vscode.Event<vscode.Uri> = this.#changed.event;

  constructor(services: Services, sessions: ResponseSessions) {
    this.#services = services;
    this.#sessions = sessions;
    this.#disposable = vscode.Disposable.from(
      this.#changed,
      sessions.onDidChange(uri => {
        this.#endUnwanted();
        for (const session of sessions.of(uri)) this.#ask(session);
      }),
    );
  }

  /** The diagnosis of a session's present result; `undefined`: there is none, or not yet. */
  of({ state }: ResponseSession): DiagnosisModel | undefined {
    return state.kind === 'parsed' ? this.#byModel.get(state.model) : undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#disposable.dispose();
  }

  #ask({ state, document, span }: ResponseSession): void {
    if (state.kind !== 'parsed' || state.stale || !document || span.end - span.start > maxLength) return;
    const { model } = state;
    if (this.#byModel.has(model) || this.#running?.model === model || this.#waiting.includes(model)) return;
    if (!isDiagnosable(model)) return;
    this.#waiting.push(model);
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#running) return;
    for (let model = this.#waiting.shift(); model; model = this.#waiting.shift()) {
      const session = this.#sessionOf(model);
      if (!session) continue;
      const done = this.#diagnose(session, model);
      this.#running = { model, session: session.id, done };
      await done;
      this.#running = undefined;
    }
  }

  async #diagnose(session: ResponseSession, model: ResponseModel): Promise<void> {
    const { definitions, engine, log } = this.#services;
    const { document, span, definition, uri } = session;
    if (!document) return;
    const response = selectedResponse(document, span);
    try {
      const text = await definitions.getWhole(definition.uri, definition.name);
      if (!text || !this.#sessionOf(model)) return;
      this.#byModel.set(model, await engine.diagnosis.diagnose(text, response));
      if (this.#sessionOf(model)) this.#changed.fire(uri);
    } catch (error) {
      // Ended because nobody waits for it, or the definition has gone; the result is as good without.
      log.debug(`no diagnosis: ${String(error)}`);
    }
  }

  /** The session that still shows a result, and not a newer text's. */
  #sessionOf(model: ResponseModel): ResponseSession | undefined {
    return this.#sessions.all().find(({ state }) => state.kind === 'parsed' && !state.stale && state.model === model);
  }

  #endUnwanted(): void {
    const running = this.#running;
    if (!running || this.#sessionOf(running.model)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#running === running && !this.#sessionOf(running.model)) this.#services.engine.stop('diagnosis');
    }, grace);
  }
}

/** Whether there is a text that did not read: no module or pattern of the user's that failed, and no definition. */
function isDiagnosable(model: ResponseModel): boolean {
  const { error, tools } = model;
  if (!error) return tools?.nothing === true || tools?.failed === true;
  return !isNotRun(model) && error.place === undefined && !undiagnosed.has(error.class);
}

const undiagnosed: ReadonlySet<string> = new Set(['PatternTimeoutError', 'ModuleTimeout']);
