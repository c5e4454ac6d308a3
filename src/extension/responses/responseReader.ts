import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import type { SelectedResponse } from '../../service/findService.ts';
import { toRange } from '../convert.ts';
import type { DefinitionText } from '../definitions/definitionFile.ts';
import { firstLine, logError } from '../errorTexts.ts';
import type { Services } from '../services.ts';
import { suspicionNames } from '../settings.ts';
import type { ResponseSession, SessionState } from './responseSession.ts';

/** Takes a session's present text and definition to the engine. */
export class ResponseReader {
  readonly #services: Services;
  /** The definition's text that each session was last read with, and how often its modules had changed. */
  readonly #definitions = new Map<string, string | undefined>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** What the present text gives. Never rejects. A definition whose file is not JSON reads as it last did; one that is gone leaves the last result, stale. */
  async read(session: ResponseSession): Promise<SessionState> {
    const { engine, definitions, log } = this.#services;
    const { uri, name } = session.definition;
    try {
      const definition = await definitions.getWhole(uri, name);
      this.#definitions.set(session.id, stateOf(definition));
      if (!definition) {
        if (session.state.kind === 'parsed') return { ...session.state, stale: true };
        const path = vscode.workspace.asRelativePath(uri);
        return { kind: 'failed', message: vscode.l10n.t('{0} has no usable definition {1}.', path, name) };
      }
      const suspicions = suspicionNames(session.uri);
      const model = session.document
        ? await engine.responses.parse({
            ...selectedResponse(session.document, session.span),
            session: session.id,
            definition,
            suspicions,
          })
        : await engine.responses.parseFile(session.id, session.uri.toString(), definition, suspicions);
      const unknown = definition.unknown?.map(({ argument }) => argument);
      return {
        kind: 'parsed',
        model,
        stale: false,
        ...(definition.isKept && { isKept: true }),
        ...(unknown && { unknown }),
      };
    } catch (error) {
      logError(log, error);
      return { kind: 'failed', message: firstLine(error) };
    }
  }

  /** Whether the definition reads otherwise than when the session was last read; opening or closing its file changes nothing. */
  async hasNewDefinition({ id, definition: { uri, name } }: ResponseSession): Promise<boolean> {
    return stateOf(await this.#services.definitions.getWhole(uri, name)) !== this.#definitions.get(id);
  }

  /** Lets the engine forget a result. */
  drop(id: string): void {
    this.#definitions.delete(id);
    // A thread that is gone has forgotten it already.
    this.#services.engine.responses.drop(id).catch(() => undefined);
  }
}

function stateOf(definition: DefinitionText | undefined): string | undefined {
  return definition && `${definition.modules} ${definition.isKept === true} ${definition.text}`;
}

/** A stretch of a document as the engine wants it: with its line where it lies within one. */
export function selectedResponse(document: vscode.TextDocument, span: Span): SelectedResponse {
  const range = toRange(document, span);
  const text = document.getText(range);
  if (!range.isSingleLine) return { text };
  const line = document.lineAt(range.start.line).text;
  if (line.length === text.length) return { text };
  const surroundings = { line, span: { start: range.start.character, end: range.end.character } };
  return { text, surroundings };
}
