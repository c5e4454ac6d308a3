import type { Memento } from 'vscode';
import * as vscode from 'vscode';
import { documentSchemes } from '../later/documentSchemes.ts';
import { kilobytes, numberText } from '../numberText.ts';
import type { ApiKeys } from '../tokens/apiKeys.ts';
import { askApiKey } from '../tokens/askApiKey.ts';
import { VirtualDocuments } from '../virtualDocuments.ts';
import type { RunRequest } from './runsApi.ts';

/** Where the hosts are kept that the user allowed for good. */
const memoryKey = 'allowedModelHosts';

/** The origins (`https://api.openai.com`) where the user allows questions to models: by a click alone, never by a setting. */
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

/** What asking for permission needs. */
export interface Permission {
  readonly hosts: Pick<AllowedHosts, 'has' | 'allow'>;
  readonly keys: Pick<ApiKeys, 'get' | 'store'>;
  readonly requests: Pick<RequestDocuments, 'show'>;
}

/** All that would be sent to one place. */
export interface PlannedRequests {
  /** The host, or the name of a model of VS Code's. */
  readonly place: string;
  /** Scheme and host; absent for a model of VS Code's. */
  readonly origin?: string;
  /** Every first request, at least one. */
  readonly requests: readonly RunRequest[];
  /** How often each is sent. */
  readonly times: number;
  /** How often the framework's feedback may follow an answer. */
  readonly retries: number;
}

/**
 * Whether requests may be sent: to a host that the user allowed, else after a click that names the host and how many they
 * are, and all of them on request. For its own models VS Code asks by itself; here the requests are named.
 */
export async function mayAsk(permission: Permission, planned: PlannedRequests): Promise<boolean> {
  const { hosts, keys, requests } = permission;
  const { origin, place } = planned;
  if (origin !== undefined && hosts.has(origin)) return true;
  const hasKey = origin !== undefined && (await keys.get(origin)) !== undefined;
  const send = vscode.l10n.t('Send to {0}', place);
  const always = vscode.l10n.t('Always Send to {0}', place);
  const show = planned.requests.length === 1 ? vscode.l10n.t('Show Request') : vscode.l10n.t('Show All Requests');
  const enter = enterApiKey();
  // For a host that is not this machine the user is asked for the key anyway.
  const isOpen = origin !== undefined && !hasKey && planned.requests[0]!.isLocal;
  const buttons = origin === undefined ? [send, show] : [send, always, show, ...(isOpen ? [enter] : [])];
  const options = { modal: true, detail: detailOf(planned, hasKey) };
  let picked = await vscode.window.showWarningMessage(questionOf(planned), options, ...buttons);
  if (picked === show) {
    await requests.show(planned.requests, place);
    const message = vscode.l10n.t('This is what would be sent to {0}.', place);
    picked = await vscode.window.showInformationMessage(message, ...buttons.filter(each => each !== show));
  }
  if (picked === enter && origin !== undefined) {
    await enterKey(keys, origin);
    return mayAsk(permission, planned);
  }
  if (picked === always && origin !== undefined) await hosts.allow(origin);
  return picked === send || picked === always;
}

function questionOf({ place, requests: { length }, times }: PlannedRequests): string {
  const [number, often] = [numberText(length), numberText(times)];
  if (length === 1)
    return times === 1
      ? vscode.l10n.t('Send this request to {0}?', place)
      : vscode.l10n.t('Send this request to {0} {1} times?', place, often);
  return times === 1
    ? vscode.l10n.t('Send {0} requests to {1}?', number, place)
    : vscode.l10n.t('Send {0} requests to {1}, each {2} times?', number, place, often);
}

/** The most characters of a request that the dialog shows. */
const maxShown = 1500;

function detailOf({ place, origin, requests, retries }: PlannedRequests, hasKey: boolean): string {
  const size = kilobytes(requests.reduce((sum, { body }) => sum + body.length, 0));
  const urls = [...new Set(requests.flatMap(({ url }) => url ?? []))].join(', ');
  const systems = requests.reduce((sum, { systemAsUser }) => sum + systemAsUser, 0);
  const [{ body }, ...others] = requests as readonly [RunRequest, ...RunRequest[]];
  const lines = [
    origin === undefined
      ? vscode.l10n.t('{0} KB go to the language model {1} of VS Code.', size, place)
      : keyWords(hasKey, requests[0]!.isLocal === true, [urls, size]),
    ...(systems === 0 ? [] : [systemWords(systems)]),
    ...(retries === 0 ? [] : [retryWords(retries)]),
    ...new Set(requests.flatMap(({ warnings }) => warnings)),
    body.length > maxShown ? `${body.slice(0, maxShown)}…` : body,
    ...(others.length === 0 ? [] : [vscode.l10n.t('… and {0} more: Show All Requests.', numberText(others.length))]),
  ];
  return lines.join('\n\n');
}

/** Where it is sent, and whether a key goes with it. */
function keyWords(hasKey: boolean, isLocal: boolean, [urls, size]: readonly [urls: string, size: string]): string {
  if (hasKey) return vscode.l10n.t('POST {0} ({1} KB), with the API key that is kept for it.', urls, size);
  return isLocal
    ? vscode.l10n.t('POST {0} ({1} KB), without an API key.', urls, size)
    : vscode.l10n.t('POST {0} ({1} KB). You are asked for an API key before it is sent.', urls, size);
}

function systemWords(systems: number): string {
  return systems === 1
    ? vscode.l10n.t('VS Code’s models know no system: its message is sent as the user’s.')
    : vscode.l10n.t('VS Code’s models know no system: its {0} messages are sent as the user’s.', numberText(systems));
}

function retryWords(retries: number): string {
  return retries === 1
    ? vscode.l10n.t('After an answer that does not read, one more follows, with the framework’s own feedback.')
    : vscode.l10n.t(
        'After an answer that does not read, up to {0} more follow, with the framework’s own feedback.',
        numberText(retries),
      );
}

/**
 * The key for an origin: the one that is kept, else one that the user types, which may be empty; this machine gets none
 * that was not kept. `undefined`: the user does not want a run.
 */
export async function keyOf(
  keys: Permission['keys'],
  origin: string,
  { isLocal }: Pick<RunRequest, 'isLocal'>,
): Promise<string | undefined> {
  const stored = await keys.get(origin);
  if (stored !== undefined) return stored;
  return isLocal ? '' : enterKey(keys, origin);
}

/** The button that asks for a key. */
export function enterApiKey(): string {
  return vscode.l10n.t('Enter API Key…');
}

/** Asks for the key of an origin, and keeps it; empty: none. `undefined`: the user dismissed the question. */
export async function enterKey(keys: Permission['keys'], origin: string): Promise<string | undefined> {
  const { host } = new URL(origin);
  const prompt = vscode.l10n.t(
    'It is kept in VS Code’s secret storage and sent only to {0}. Leave it empty for none.',
    host,
  );
  const key = await askApiKey(host, prompt);
  if (key) await keys.store(origin, key);
  return key;
}

const scheme = documentSchemes.request;

/** Requests as read-only documents, so that they are seen whole before they are sent. */
export class RequestDocuments implements vscode.Disposable {
  readonly #documents = new VirtualDocuments(scheme, uri => this.#documents.kept(uri) ?? '');
  #count = 0;

  /** Shows requests to one place, in one document. */
  async show(requests: readonly RunRequest[], place: string): Promise<void> {
    const name = place.replaceAll('/', ' ');
    const title =
      requests.length === 1 ? vscode.l10n.t('Request to {0}', name) : vscode.l10n.t('Requests to {0}', name);
    const uri = vscode.Uri.from({ scheme, path: `/${title}.jsonc`, query: String(++this.#count) });
    this.#documents.keep(uri, textOf(requests));
    await this.#documents.show(uri);
  }

  dispose(): void {
    this.#documents.dispose();
  }
}

/** Requests with their addresses, numbered where they are several: JSON with comments, a list where they are several. */
function textOf(requests: readonly RunRequest[]): string {
  const texts = requests.map(({ url, body }, i) => {
    const number = requests.length === 1 ? [] : [`${i + 1} / ${requests.length}`];
    const head = [...number, ...(url === undefined ? [] : [`POST ${url}`])];
    return head.length === 0 ? body : `// ${head.join(' · ')}\n${body}`;
  });
  return texts.length === 1 ? texts.join('') : `[\n${texts.join(',\n\n')}\n]\n`;
}
