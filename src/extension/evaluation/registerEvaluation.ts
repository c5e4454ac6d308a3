import * as vscode from 'vscode';
import { isEvaluationMemory } from '../../protocol/evaluationGuards.ts';
import type { EvaluationMemory } from '../../protocol/evaluationProtocol.ts';
import { registerCommand } from '../commands.ts';
import type { DefinitionId } from '../responses/responseSession.ts';
import type { Services } from '../services.ts';
import { EvaluationFiles } from './evaluationFiles.ts';
import type { EvaluatedRun } from './evaluationOpener.ts';
import { EvaluationPanel, type EvaluationStart, evaluationViewType } from './evaluationPanel.ts';
import { evaluationRequest } from './evaluationRequest.ts';
import { pickDefinitionFor, pickLogs, targetOf } from './pickEvaluation.ts';
import { RowDocuments } from './rowDocuments.ts';

/** *Evaluate Definition over a Log…*: its tabs, and their return after a reload. */
export function registerEvaluation(services: Services): vscode.Disposable {
  const { log, evaluations } = services;
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
    const panel = vscode.window.createWebviewPanel(evaluationViewType, vscode.l10n.t('Evaluation'), column, {
      enableFindWidget: false,
    });
    return adopt(panel, memory, { request, ...(run && { run }) });
  };
  /** In the tab that there is for it, if any: then by its field. */
  const show = (memory: EvaluationMemory): EvaluationPanel => {
    const shown = [...panels].find(panel => isSame(panel.memory, memory));
    if (!shown) return create(memory);
    shown.reveal();
    void shown.start({ ...shown.memory, logs: memory.logs });
    return shown;
  };
  const memoryOf = ({ uri, name }: DefinitionId, logs: EvaluationMemory['logs']): EvaluationMemory => ({
    definition: { uri: uri.toString(), name },
    logs,
  });

  evaluations.provide(({ definition, logs, run }) => {
    const memory = memoryOf(
      definition,
      logs.map(each => ({ ...each, uri: each.uri.toString() })),
    );
    return (run ? create(memory, run) : show(memory)).feed;
  });

  return vscode.Disposable.from(
    rows,
    new EvaluationFiles(services),
    new vscode.Disposable(() => {
      for (const panel of panels) panel.dispose();
    }),
    vscode.window.registerWebviewPanelSerializer(evaluationViewType, {
      async deserializeWebviewPanel(panel, memory: unknown) {
        if (!isEvaluationMemory(memory)) return panel.dispose();
        adopt(panel, memory);
      },
    }),
    registerCommand(log, 'evaluate', async (clicked?: unknown, second?: unknown) => {
      services.engine.warmEvaluation();
      const target = targetOf(clicked, second);
      const logs = target.logs.length > 0 ? target.logs : await pickLogs(target.definition?.uri);
      if (!logs || logs.length === 0) return;
      const definition = target.definition ?? (await pickDefinitionFor(services, logs));
      if (!definition) return;
      const memory = memoryOf(
        definition,
        logs.map(uri => ({ uri: uri.toString() })),
      );
      const known = [...panels].find(panel => isSame(panel.memory, memory));
      show(known?.memory ?? memory);
    }),
  );
}

function isSame(one: EvaluationMemory, other: EvaluationMemory): boolean {
  const keyOf = ({ definition, logs }: EvaluationMemory) =>
    JSON.stringify([definition.uri, definition.name, ...logs.map(({ uri, from }) => [uri, from])]);
  return keyOf(one) === keyOf(other);
}
