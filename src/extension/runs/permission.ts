import * as vscode from 'vscode';
import type { ApiKeys } from '../tokens/apiKeys.ts';
import type { AllowedHosts } from './allowedHosts.ts';
import type { RequestDocuments } from './requestDocuments.ts';
import type { RunRequest } from './runsApi.ts';

/** What asking for permission needs. */
export interface Permission {
  readonly hosts: Pick<AllowedHosts, 'has' | 'allow'>;
  readonly keys: Pick<ApiKeys, 'get' | 'store'>;
  readonly requests: Pick<RequestDocuments, 'show'>;
}

/**
 * Whether a request may be sent `times` times: to a host that the user allowed, else after a click that names the host,
 * with the whole request shown on wish. Of a model of VS Code's VS Code itself asks; here the request is shown and named.
 */
export async function mayAsk(
  { hosts, requests }: Permission,
  request: RunRequest,
  model: string,
  times: number,
): Promise<boolean> {
  const { host, origin } = request;
  if (origin !== undefined && hosts.has(origin)) return true;
  const place = host ?? model;
  const send = vscode.l10n.t('Send to {0}', place);
  const always = vscode.l10n.t('Always Send to {0}', place);
  const show = vscode.l10n.t('Show Request');
  const buttons = origin === undefined ? [send, show] : [send, always, show];
  const picked = await vscode.window.showWarningMessage(
    times === 1
      ? vscode.l10n.t('Send this request to {0}?', place)
      : vscode.l10n.t('Send this request to {0} {1} times?', place, times),
    { modal: true, detail: detailOf(request, model) },
    ...buttons,
  );
  if (picked === show) {
    await requests.show(request, model);
    const message = vscode.l10n.t('This is what would be sent to {0}.', place);
    const choice = await vscode.window.showInformationMessage(message, ...buttons.filter(each => each !== show));
    if (choice === always && origin !== undefined) await hosts.allow(origin);
    return choice === send || choice === always;
  }
  if (picked === always && origin !== undefined) await hosts.allow(origin);
  return picked === send || picked === always;
}

/** The most characters of a request that the dialog shows. */
const maxShown = 1500;

function detailOf({ url, body, systemAsUser, warnings }: RunRequest, model: string): string {
  const kilobytes = Math.max(1, Math.round(body.length / 1000)).toLocaleString(vscode.env.language);
  const lines = [
    url === undefined
      ? vscode.l10n.t('{0} KB go to the language model {1} of VS Code.', kilobytes, model)
      : vscode.l10n.t('POST {0} ({1} KB), with your API key if you gave one.', url, kilobytes),
    ...(systemAsUser > 0
      ? [
          vscode.l10n.t(
            'VS Code’s models know no system: {0} messages of the system are sent as the user’s.',
            systemAsUser,
          ),
        ]
      : []),
    ...warnings,
    body.length > maxShown ? `${body.slice(0, maxShown)}…` : body,
  ];
  return lines.join('\n\n');
}

/** The key for an origin: the one that is kept, else one that the user types, which may be empty. `undefined`: the user does not want a run. */
export async function keyOf(keys: Permission['keys'], origin: string): Promise<string | undefined> {
  const known = await keys.get(origin);
  if (known !== undefined) return known;
  const { hostname, host } = new URL(origin);
  if (/^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname)) return '';
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('API Key for {0}', host),
    prompt: vscode.l10n.t(
      'It is kept in VS Code’s secret storage and sent only to {0}. Leave it empty for none.',
      host,
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: text => (/^[\x21-\x7e]*$/.test(text.trim()) ? undefined : vscode.l10n.t('This is not an API key.')),
  });
  const key = typed?.trim();
  if (key) await keys.store(origin, key);
  return key;
}
