import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { StreamMoment } from '../../views/streamLens.ts';
import { warnUntrusted } from '../modules/trust.ts';
import type { Services } from '../services.ts';
import { ApiKeys } from '../tokens/apiKeys.ts';
import { chosenCounter } from '../tokens/counterSetting.ts';
import { AllowedHosts } from './allowedHosts.ts';
import { askEditorModel } from './askEditorModel.ts';
import { modelPrices } from './modelPrices.ts';
import { keyOf, mayAsk, type Permission } from './permission.ts';
import { RequestDocuments } from './requestDocuments.ts';
import type { RunModel, RunReport, RunRow } from './runsApi.ts';
import type { RunTarget } from './runTarget.ts';

/** How long a request may be silent, in milliseconds. */
const timeout = 120_000;
/** Requests at the same time. */
const concurrency = 4;

/** What the user agreed to: the keys by the origins that they belong to. */
export type Permitted = Readonly<Record<string, string>>;

/** Runs that are asked for. */
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
  /** What is known of the only answer. */
  onMoment?(moment: StreamMoment): void;
  onRow?(row: RunRow): void;
}

/** Asks models for all that does: after the user's click, with the keys of the secret storage, into the log. */
export class ModelRuns implements vscode.Disposable {
  readonly hosts: AllowedHosts;
  readonly #services: Services;
  readonly #permission: Permission;
  readonly #requests = new RequestDocuments();

  constructor(services: Services) {
    const { context } = services;
    this.#services = services;
    this.hosts = new AllowedHosts(context.globalState);
    const keys = new ApiKeys(context.secrets, context.globalState);
    this.#permission = { hosts: this.hosts, keys, requests: this.#requests };
  }

  /** Asks the user for all that must be agreed to before a model is asked `times` times; `undefined`: the user wants no run. */
  async permit({ source }: RunTarget, models: readonly RunModel[], times: number): Promise<Permitted | undefined> {
    const keys: Record<string, string> = {};
    for (const model of models) {
      const request = await this.#services.engine.runs.requestFor(source, model);
      if (!(await mayAsk(this.#permission, request, modelName(model), times))) return undefined;
      if (request.origin === undefined) continue;
      const key = await keyOf(this.#permission.keys, request.origin);
      if (key === undefined) return undefined;
      if (key !== '') keys[request.origin] = key;
    }
    return keys;
  }

  /** Makes runs until they are done or `token` ends them, which ends the servers' work too. Rejects with what the system raises. */
  async run(
    { source, definition, log }: RunTarget,
    { models, ...asked }: AskedRuns,
    hearing: RunHearing,
    token: vscode.CancellationToken,
  ): Promise<RunReport> {
    const { engine } = this.#services;
    const id = randomUUID();
    const counter = chosenCounter(definition.uri);
    const isOnly = asked.runs * models.length === 1;
    const listening = engine.runEvents.listen(id, {
      onText: (text, restart) => hearing.onText?.(text, restart),
      onMoment: moment => hearing.onMoment?.(moment),
      onRow: row => hearing.onRow?.(row),
      ask: (model, messages) =>
        askEditorModel(model, messages, token, text => {
          if (isOnly) hearing.onText?.(text, false);
        }),
    });
    hearing.onStart?.(paused => void engine.runs.pauseRuns(id, paused));
    const ending = token.onCancellationRequested(() => engine.runs.cancelRuns(id));
    try {
      const options = { ...asked, concurrency, timeout, log: log.fsPath, prices: modelPrices() };
      return await engine.runs.run(id, source, models, { ...options, ...(counter !== undefined && { counter }) });
    } finally {
      ending.dispose();
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

/** Whether models may be asked here; where not, the user is told that nothing was sent. */
export function mayAskModels(): boolean {
  if (!vscode.workspace.isTrusted)
    warnUntrusted(vscode.l10n.t('Models are asked only in a trusted workspace. Nothing was sent.'));
  return vscode.workspace.isTrusted;
}
