import * as vscode from 'vscode';
import type { ModelPrice } from '../../providers/usageTally.ts';
import type { StreamMoment } from '../../views/streamLens.ts';
import { warnUntrusted } from '../modules/trust.ts';
import type { Services } from '../services.ts';
import { getSetting } from '../settings.ts';
import { ApiKeys } from '../tokens/apiKeys.ts';
import { chosenCounter } from '../tokens/tokenizers.ts';
import { askEditorModel } from './askEditorModel.ts';
import {
  AllowedHosts,
  enterKey,
  keyOf,
  mayAsk,
  type Permission,
  type PlannedRequests,
  RequestDocuments,
} from './permission.ts';
import type { ReceivedAnswer, RunModel, RunReport, RunRequest, RunRow } from './runsApi.ts';
import type { RunTarget } from './runTarget.ts';

/** How long a request may be silent, in milliseconds. */
const timeout = 120_000;
/** Requests at the same time. */
const concurrency = 4;

/** What the user agreed to: the keys by the origins that they belong to. */
export type Permitted = Readonly<Record<string, string>>;

export interface AskedRuns {
  readonly models: readonly RunModel[];
  /** Of each model. */
  readonly runs: number;
  readonly retries: number;
  readonly keys: Permitted;
}

/** What the asker hears meanwhile. */
export interface RunHearing {
  /** The runs begin; they can be held up, and go on. */
  onStart?(pause: (paused: boolean) => void): void;
  /** More of the only answer's text; `restart`: what came before counts no more. */
  onText?(text: string, restart: boolean): void;
  /** How far the only answer is. */
  onMoment?(moment: StreamMoment): void;
  onRow?(row: RunRow): void;
  /** The answers that are being received, of many runs. */
  onReceiving?(answers: readonly ReceivedAnswer[]): void;
}

/** Asks models for all that does: after the user's click, with the keys of the secret storage, into the log. */
export class ModelRuns implements vscode.Disposable {
  readonly hosts: AllowedHosts;
  readonly #services: Services;
  readonly #permission: Permission;
  readonly #keys: ApiKeys;
  readonly #requests = new RequestDocuments();

  constructor(services: Services) {
    const { context } = services;
    this.#services = services;
    this.hosts = new AllowedHosts(context.globalState);
    this.#keys = new ApiKeys(context.secrets, context.globalState);
    this.#permission = { hosts: this.hosts, keys: this.#keys, requests: this.#requests };
  }

  /**
   * Asks the user for all that must be agreed to before every model gets every target `runs` times: one question
   * for each host, before anything is sent. `undefined`: the user wants no run. A target whose request cannot be made is
   * passed to `leaveOut` with the system's error, and is to be left out; without that, rejects.
   */
  async permit(
    targets: readonly RunTarget[],
    { models, runs, retries }: Omit<AskedRuns, 'keys'>,
    leaveOut?: (target: RunTarget, error: unknown) => void,
  ): Promise<Permitted | undefined> {
    const places = new Map<string, PlannedRequests & { readonly requests: RunRequest[] }>();
    for (const model of models)
      for (const target of targets)
        try {
          const request = await this.#services.engine.runs.requestFor(target.source, model);
          const { origin, host } = request;
          const key = origin ?? JSON.stringify(model);
          const place = places.get(key) ?? {
            place: host ?? modelName(model),
            ...(origin !== undefined && { origin }),
            requests: [],
            times: runs,
            retries,
          };
          place.requests.push(request);
          places.set(key, place);
        } catch (error) {
          if (!leaveOut) throw error;
          leaveOut(target, error);
        }
    const keys: Record<string, string> = {};
    for (const planned of places.values()) {
      if (!(await mayAsk(this.#permission, planned))) return undefined;
      const { origin, requests } = planned;
      if (origin === undefined) continue;
      const key = await keyOf(this.#permission.keys, origin, requests[0]!);
      if (key === undefined) return undefined;
      if (key !== '') keys[origin] = key;
    }
    return keys;
  }

  /** Asks for the key of a model's host, and keeps it. Whether there is one now. */
  async enterKey({ source }: RunTarget, model: RunModel): Promise<boolean> {
    const { origin } = await this.#services.engine.runs.requestFor(source, model);
    return origin !== undefined && Boolean(await enterKey(this.#permission.keys, origin));
  }

  /** Forgets the keys of hosts that refused them. */
  async forgetKeys(keys: Permitted): Promise<void> {
    for (const origin of Object.keys(keys)) await this.#keys.forget(origin);
  }

  /** Makes runs until they are done or `token` ends them, which ends the servers' work too. Rejects with what the system raises. */
  async run(
    { source, definition, log }: RunTarget,
    { models, ...plan }: AskedRuns,
    hearing: RunHearing,
    token: vscode.CancellationToken,
  ): Promise<RunReport> {
    const { engine } = this.#services;
    const id = crypto.randomUUID();
    const counter = chosenCounter(definition.uri);
    const ending = new vscode.CancellationTokenSource();
    const listening = engine.runEvents.listen(id, {
      onText: (text, restart) => hearing.onText?.(text, restart),
      onMoment: moment => hearing.onMoment?.(moment),
      onRow: row => {
        if (row.isRead === undefined) this.#services.log.warn(`${row.id}: ${row.error}`);
        hearing.onRow?.(row);
      },
      onReceiving: answers => hearing.onReceiving?.(answers),
      ask: (question, model, messages) =>
        askEditorModel(model, messages, {
          token: ending.token,
          timeout,
          onText: text => void engine.runs.languageModelText(question, text),
        }),
    });
    hearing.onStart?.(paused => void engine.runs.pauseRuns(id, paused));
    const cancel = () => {
      ending.cancel();
      void engine.runs.cancelRuns(id);
    };
    const cancelling = token.onCancellationRequested(cancel);
    try {
      const options = { ...plan, concurrency, timeout, log: log.toString(), prices: modelPrices() };
      const counted = { ...options, ...(counter !== undefined && { counter }) };
      const running = engine.runs.run(id, source, models, counted);
      if (token.isCancellationRequested) cancel();
      return await running;
    } finally {
      // A run that fails ends the questions that VS Code's models still answer.
      ending.cancel();
      ending.dispose();
      cancelling.dispose();
      listening.stop();
    }
  }

  dispose(): void {
    this.#requests.dispose();
  }
}

/** A model's name, as servers know it. */
export function modelName(model: RunModel): string {
  return model.kind === 'editor' ? model.name : model.address.slice(model.address.indexOf('#') + 1);
}

/** Whether models may be asked here; where not, a message says that nothing was sent. */
export function mayAskModels(): boolean {
  if (!vscode.workspace.isTrusted)
    warnUntrusted(
      vscode.l10n.t(
        'Models are asked only in a trusted workspace, because its files say what is sent. Nothing was sent.',
      ),
    );
  return vscode.workspace.isTrusted;
}

/** The prices of the setting by model; what is not a price is left out. */
function modelPrices(): Readonly<Record<string, ModelPrice>> {
  const isPrice = (value: unknown): value is number => typeof value === 'number' && value >= 0;
  return Object.fromEntries(
    Object.entries(getSetting('prices')).flatMap(([model, price]) => {
      const { input, output } = (price ?? {}) as { readonly input?: unknown; readonly output?: unknown };
      return isPrice(input) && isPrice(output) ? [[model, { input, output }]] : [];
    }),
  );
}
