import * as vscode from 'vscode';
import { type EvaluationMemory, isEvaluationMemory } from '../../protocol/evaluationProtocol.ts';
import { registerCommand } from '../commands.ts';
import { viewTypes } from '../later/documentSchemes.ts';
import type { LoadedFeature } from '../later/loadedFeature.ts';
import type { DefinitionId } from '../responses/responseSession.ts';
import type { Services } from '../services.ts';
import type { EvaluatedRun, EvaluationFeed, EvaluationSource } from './evaluationOpener.ts';
import { EvaluationPanel, type EvaluationStart } from './evaluationPanel.ts';
import { evaluationRequest } from './evaluationRequest.ts';
import { definitionMeant, pickDefinitionFor, pickLogs, targetOf } from './pickEvaluation.ts';
import { RowDocuments } from './rowDocuments.ts';
import { showEvaluationFile } from './showEvaluationFile.ts';

/** The feature once it is loaded. */
interface LoadedEvaluation extends LoadedFeature {
  open(source: EvaluationSource): EvaluationFeed;
  /** Shows an evaluation's file in the editor of such files. */
  showFile(file: vscode.Uri, page: vscode.WebviewPanel): void;
}

/** *Evaluate Definition over a Log…*: its tabs, and their return after a reload. */
export function registerEvaluation(services: Services): LoadedEvaluation {
  const { log } = services;
  const rows = new RowDocuments();
  const panels = new Set<EvaluationPanel>();

  const adopt = (
    panel: vscode.WebviewPanel,
    memory: EvaluationMemory,
    start: EvaluationStart = {},
  ): EvaluationPanel => {
    const made = new EvaluationPanel(panel, services, rows, memory, start);
    panels.add(made);
    made.onDidDispose(() => {
      panels.delete(made);
      made.dispose();
    });
    return made;
  };
  const create = (memory: EvaluationMemory, run?: EvaluatedRun) => {
    // Before the tab: while VS Code makes its page, it answers nothing else.
    const request = evaluationRequest(services, memory, run !== undefined);
    const column = { viewColumn: vscode.ViewColumn.Active, preserveFocus: false };
    const panel = vscode.window.createWebviewPanel(viewTypes.evaluation, vscode.l10n.t('Evaluation'), column, {
      enableFindWidget: false,
    });
    return adopt(panel, memory, { request, ...(run && { run }) });
  };
  /** In the tab that there is for it, if any: then by its field. */
  const show = (memory: EvaluationMemory): EvaluationPanel => {
    const existing = [...panels].find(panel => isSame(panel.memory, memory));
    if (!existing) return create(memory);
    existing.reveal();
    void existing.start({ ...existing.memory, logs: memory.logs });
    return existing;
  };
  const memoryOf = ({ uri, name }: DefinitionId, logs: EvaluationMemory['logs']): EvaluationMemory => ({
    definition: { uri: uri.toString(), name },
    logs,
  });

  const open = ({ definition, logs, run }: EvaluationSource): EvaluationFeed => {
    const memory = memoryOf(
      definition,
      logs.map(each => ({ ...each, uri: each.uri.toString() })),
    );
    return (run ? create(memory, run) : show(memory)).feed;
  };

  const all = vscode.Disposable.from(
    rows,
    new vscode.Disposable(() => {
      for (const panel of panels) panel.dispose();
    }),
    registerCommand(log, 'evaluate', async (clicked?: unknown, second?: unknown) => {
      services.engine.warm('evaluation');
      const target = targetOf(clicked, second);
      const meant =
        target.definition ?? (target.logs.length > 0 ? undefined : await definitionMeant(services, clicked));
      const logs = target.logs.length > 0 ? target.logs : await pickLogs(meant?.uri);
      if (!logs || logs.length === 0) return;
      const definition = meant ?? (await pickDefinitionFor(services, logs));
      if (!definition) return;
      const memory = memoryOf(
        definition,
        logs.map(uri => ({ uri: uri.toString() })),
      );
      const existing = [...panels].find(panel => isSame(panel.memory, memory));
      show(existing?.memory ?? memory);
    }),
  );
  return {
    open,
    restore(panel, memory) {
      if (isEvaluationMemory(memory)) adopt(panel, memory);
      else panel.dispose();
    },
    showFile: (file, page) => showEvaluationFile(services, file, page),
    dispose: () => all.dispose(),
  };
}

function isSame(one: EvaluationMemory, other: EvaluationMemory): boolean {
  const keyOf = ({ definition, logs }: EvaluationMemory) =>
    JSON.stringify([definition.uri, definition.name, ...logs.map(({ uri, from }) => [uri, from])]);
  return keyOf(one) === keyOf(other);
}
