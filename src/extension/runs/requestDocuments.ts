import * as vscode from 'vscode';
import { documentSchemes } from '../later/documentSchemes.ts';
import { VirtualDocuments } from '../virtualDocuments.ts';
import type { RunRequest } from './runsApi.ts';

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
