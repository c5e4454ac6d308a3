import * as vscode from 'vscode';
import { documentSchemes, viewTypes } from '../later/documentSchemes.ts';
import { LaterFeature } from '../later/laterFeature.ts';
import type { Services } from '../services.ts';

/** *Evaluate Definition over a Log…*, its tabs, and the editor of `*.evaluation.json`. */
export function laterEvaluation(services: Services): vscode.Disposable {
  const occasions = {
    commands: ['evaluate'],
    viewType: viewTypes.evaluation,
    concerns: ({ scheme }: vscode.Uri) => scheme === documentSchemes.row,
  };
  const later = new LaterFeature(services.log, occasions, panels => panels.registerEvaluation(services));
  services.evaluations.provide(async source => (await later.load()).open(source));
  const files: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: uri => ({ uri, dispose: () => {} }),
    resolveCustomEditor: async ({ uri }, page) => (await later.load()).showFile(uri, page),
  };
  return vscode.Disposable.from(
    later,
    vscode.window.registerCustomEditorProvider('parserlens.evaluationFile', files, {
      supportsMultipleEditorsPerDocument: true,
    }),
  );
}
