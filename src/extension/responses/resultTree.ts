import * as vscode from 'vscode';
import type { ResultCounts } from '../../service/responsesService.ts';
import type { PartModel, ResponseModel } from '../../views/responseModel.ts';
import type { ValuePath } from '../../views/valuePath.ts';
import type { Diagnoses } from '../diagnosis/diagnoses.ts';
import type { Services } from '../services.ts';
import { onSettingChange } from '../settings.ts';
import { counterFor } from '../tokens/tokenizers.ts';
import type { ResponseSession } from './responseSession.ts';
import type { ResponseSessions } from './responseSessions.ts';
import { resultItem } from './resultItem.ts';
import type { ResultNode } from './resultNode.ts';
import { chunks, rootNodes } from './resultNodes.ts';

/** The tree of the current result. Items below the first level come from the engine when they are opened, a page at a time. */
export class ResultTree implements vscode.TreeDataProvider<ResultNode>, vscode.Disposable {
  readonly #services: Services;
  readonly #sessions: ResponseSessions;
  readonly #diagnoses: Diagnoses;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #disposable: vscode.Disposable;
  #current: Shown | undefined;
  #drawn: ResponseSession['state'] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(services: Services, sessions: ResponseSessions, diagnoses: Diagnoses) {
    this.#services = services;
    this.#sessions = sessions;
    this.#diagnoses = diagnoses;
    this.#disposable = vscode.Disposable.from(
      this.#changed,
      sessions.onDidChange(() => {
        if (sessions.current?.state !== this.#drawn) this.#redraw();
      }),
      diagnoses.onDidChange(() => this.#redraw()),
      onSettingChange(['tokens.counters', 'tokens.tokenizers'], () => this.#redraw()),
    );
  }

  getTreeItem(node: ResultNode): vscode.TreeItem {
    return resultItem(node, this.#current?.counts);
  }

  getParent(): undefined {
    return undefined;
  }

  async getChildren(node?: ResultNode): Promise<ResultNode[]> {
    const session = this.#sessions.current;
    if (!session) return [];
    if (!node) return this.#roots(session);
    if (node.session !== session.id) return [];
    switch (node.kind) {
      case 'group':
        return [...node.children];
      case 'value':
        return this.#items(session, node.path, 0, node.value.size);
      case 'chunk':
        return this.#items(session, node.path, node.from, node.to);
      default:
        return [];
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposable.dispose();
  }

  /** Soon, and once for several changes: a view that has to draw again while it draws loses rows. */
  #redraw(): void {
    this.#drawn = this.#sessions.current?.state;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changed.fire();
    }, 50);
  }

  async #roots(session: ResponseSession): Promise<ResultNode[]> {
    if (session.state.kind !== 'parsed') return rootNodes(session);
    const { model } = session.state;
    const counter = counterFor(session.document ?? session.uri);
    if (this.#current?.model !== model || this.#current.counter !== counter) {
      this.#current = { model, counter };
      const counted = this.#count(session, this.#current);
      // Most counts are there at once, and the rows need to be drawn only once then.
      await Promise.race([counted, new Promise(resolve => setTimeout(resolve, 50))]);
      this.#current.drawn = true;
    }
    return rootNodes(session, this.#diagnoses.of(session));
  }

  /** Counting may load a table or read megabytes: the numbers come later. */
  async #count(session: ResponseSession, current: Shown): Promise<void> {
    try {
      const counts = await this.#services.engine.responses.counts(session.id, current.counter);
      if (!counts || this.#current !== current) return;
      current.counts = counts;
      if (current.drawn) this.#redraw();
    } catch (error) {
      this.#services.log.warn(`tokens were not counted: ${String(error)}`);
    }
  }

  async #items(session: ResponseSession, path: ValuePath, from: number, to: number): Promise<ResultNode[]> {
    const parts = chunks(from, to);
    if (parts) return parts.map(part => ({ kind: 'chunk', session: session.id, path, ...part }));
    const page = await this.#services.engine.responses.items(session.id, path, from);
    const model = session.state.kind === 'parsed' ? session.state.model : undefined;
    return (page?.items ?? []).map(({ label, path: itemPath, ...value }) => {
      const part = partOf(model?.parts ?? [], itemPath, label);
      return { kind: 'value', session: session.id, label, value, path: itemPath, ...(part !== undefined && { part }) };
    });
  }
}

/** What the tree shows, and its tokens once they are counted. */
interface Shown {
  readonly model: ResponseModel;
  readonly counter: string;
  counts?: ResultCounts;
  /** The rows were drawn without their counts. */
  drawn?: boolean;
}

/** The part of the response that an item of the tree came from: itself, the one that holds it, or the one of the same key. */
function partOf(parts: readonly PartModel[], path: ValuePath, label: string): number | undefined {
  const [root, first] = path;
  if (root === 'parts') return first;
  const index = path.length === 2 ? parts.findIndex(part => part.key === label) : -1;
  return index < 0 ? undefined : index;
}
