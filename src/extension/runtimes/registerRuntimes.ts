import * as vscode from 'vscode';
import type { SelectedResponse } from '../../service/findService.ts';
import type { RuntimesView, RuntimeText } from '../../service/runtimesService.ts';
import { registerCommand } from '../commands.ts';
import { clickedDefinition, definitionAtCursor } from '../definitions/definitionAtCursor.ts';
import { chooseDefinition } from '../instruction/chooseDefinition.ts';
import { documentSchemes } from '../later/documentSchemes.ts';
import { selectedResponse } from '../responses/responseReader.ts';
import { type DefinitionId, type ResponseSession, sameDefinition } from '../responses/responseSession.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';
import type { Services } from '../services.ts';
import { counterFor, countText } from '../tokens/tokenizers.ts';
import { VirtualDocuments } from '../virtualDocuments.ts';

/** The scheme of the read-only documents that show a definition in one runtime. */
const scheme = documentSchemes.runtime;

/** What a document shows: a definition in a runtime, with the response of a session where there is one. */
interface Shown extends DefinitionId {
  readonly runtime: string;
  readonly session?: string;
}

/** Definitions in each of their runtimes, as read-only documents; they follow the definition and the response. */
class RuntimeDocuments implements vscode.Disposable {
  readonly #services: Services;
  readonly #sessions: ResponseSessions;
  readonly #documents = new VirtualDocuments(scheme, address => this.#read(address));
  readonly #following: vscode.Disposable;

  constructor(services: Services, sessions: ResponseSessions) {
    this.#services = services;
    this.#sessions = sessions;
    const refresh = (isOf: (place: Shown) => boolean) => this.#documents.refreshAll(uri => isOf(shownAt(uri)));
    this.#following = vscode.Disposable.from(
      services.definitions.onDidChange(changed => refresh(({ uri }) => uri.toString() === changed.toString())),
      sessions.onDidChange(changed =>
        refresh(({ session }) => session !== undefined && sessions.get(session)?.uri.toString() === changed.toString()),
      ),
    );
  }

  /** Opens a definition in its two runtimes side by side, as VS Code compares files. Throws where it has but one. */
  async compare(definition: DefinitionId, session?: string): Promise<void> {
    const { runtimes } = await this.#view(definition, session);
    const [one, other] = runtimes;
    if (!one || !other) throw new Error(vscode.l10n.t('{0} has no second runtime to compare with.', definition.name));
    const address = ({ id, title }: RuntimeText) =>
      addressOf({ ...definition, runtime: id, ...(session !== undefined && { session }) }, title);
    const title = vscode.l10n.t('{0}: {1} ↔ {2}', definition.name, one.title, other.title);
    await vscode.commands.executeCommand('vscode.diff', address(one), address(other), title);
  }

  dispose(): void {
    this.#following.dispose();
    this.#documents.dispose();
  }

  async #read(address: vscode.Uri): Promise<string> {
    const place = shownAt(address);
    try {
      const { runtimes, answer } = await this.#view(place, place.session);
      const runtime = runtimes.find(({ id }) => id === place.runtime);
      return runtime
        ? textOf(runtime, answer, await this.#feedbackTokens(runtime, place.uri))
        : vscode.l10n.t('{0} does not have this runtime.', place.name);
    } catch (error) {
      // The definition is gone, or its file is not JSON for now.
      return error instanceof Error ? error.message : String(error);
    }
  }

  async #view({ uri, name }: DefinitionId, session: string | undefined): Promise<RuntimesView> {
    const definition = await this.#services.definitions.get(uri, name);
    if (!definition) {
      const path = vscode.workspace.asRelativePath(uri);
      throw new Error(vscode.l10n.t('{0} has no usable definition {1}.', path, name));
    }
    return this.#services.engine.runtimes.compareRuntimes(definition, this.#answer({ uri, name }, session));
  }

  /** What the feedback costs; absent: there is none, or it cannot be counted. */
  async #feedbackTokens({ outcome }: RuntimeText, uri: vscode.Uri): Promise<string | undefined> {
    if (!outcome || !('error' in outcome) || outcome.feedback === undefined) return undefined;
    try {
      const { responses } = this.#services.engine;
      const { counts, exact } = await responses.countTokens([outcome.feedback], counterFor(uri));
      return counts[0] === undefined ? undefined : countText(counts[0], exact);
    } catch {
      return undefined;
    }
  }

  /** The response of a session that is still there and read by this definition. */
  #answer(definition: DefinitionId, id: string | undefined): SelectedResponse | undefined {
    const session = id === undefined ? undefined : this.#sessions.get(id);
    if (!session?.document || !sameDefinition(session.definition, definition)) return undefined;
    return selectedResponse(session.document, session.span);
  }
}

/** The document: the instruction, the answer, and its value or error. The answer is the same on both sides. */
function textOf(
  { title, type, instruction, raises, outcome }: RuntimeText,
  answer: string | undefined,
  feedbackTokens: string | undefined,
): string {
  const sections: (readonly [title: string, text: string])[] = [
    [raises ? vscode.l10n.t('The Format Instruction Raises') : vscode.l10n.t('Format Instruction'), instruction],
  ];
  if (answer !== undefined) sections.push([vscode.l10n.t('Answer'), answer]);
  if (outcome && 'value' in outcome) sections.push([vscode.l10n.t('Value'), outcome.value]);
  if (outcome && 'error' in outcome) {
    sections.push([vscode.l10n.t('Error'), outcome.error]);
    const heading = [vscode.l10n.t('What the Model Is Told'), feedbackTokens].filter(Boolean).join(' · ');
    if (outcome.feedback !== undefined) sections.push([heading, outcome.feedback]);
  }
  // Where VS Code shows both in one column, and to a screen reader, the first line alone says whose the others are.
  return [`${type} · ${title}\n`, ...sections.map(([title, text]) => `══ ${title} ══\n\n${text}\n`)].join('\n');
}

function addressOf({ uri, name, runtime, session }: Shown, title: string): vscode.Uri {
  const path = `/${`${name} · ${title}`.replaceAll('/', '∕')}.parserlens-comparison`;
  return vscode.Uri.from({ scheme, path, query: JSON.stringify([uri.toString(), name, runtime, session]) });
}

function shownAt(address: vscode.Uri): Shown {
  const [uri, name, runtime, session] = JSON.parse(address.query) as [string, string, string, (string | null)?];
  return { uri: vscode.Uri.parse(uri), name, runtime, ...(typeof session === 'string' && { session }) };
}

/** *Compare Runtimes*: a definition as each of its runtimes has it, instruction and reading of one answer side by side. */
export function registerRuntimes(services: Services, sessions: ResponseSessions): vscode.Disposable {
  const { definitions, log, parsers } = services;
  const documents = new RuntimeDocuments(services, sessions);

  /** The session that is meant where the cursor is in a response. */
  const sessionAt = (): ResponseSession | undefined => {
    const editor = vscode.window.activeTextEditor;
    // A page, such as that of a replay, shows the result that was looked at last.
    return editor ? sessions.at(editor.document, editor.selection.active) : sessions.current;
  };

  return vscode.Disposable.from(
    documents,
    registerCommand(log, 'compareRuntimes', async (place?: unknown, name?: unknown) => {
      const session = typeof place === 'string' && name === undefined ? sessions.get(place) : undefined;
      if (session) return documents.compare(session.definition, session.id);
      const here = place === undefined ? sessionAt() : undefined;
      if (here) return documents.compare(here.definition, here.id);
      const clicked = clickedDefinition(place, name);
      const definition =
        clicked ??
        (await definitionAtCursor(definitions)) ??
        (await parsers.previewed()) ??
        (await chooseDefinition(services));
      if (!definition) return undefined;
      // The answer that was looked at last, where this definition reads it.
      const { current } = sessions;
      const last = current && sameDefinition(current.definition, definition) ? current.id : undefined;
      return documents.compare(definition, last);
    }),
  );
}
