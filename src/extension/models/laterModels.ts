import type * as vscode from 'vscode';
import { viewTypes } from '../later/documentSchemes.ts';
import { LaterFeature } from '../later/laterFeature.ts';
import type { Services } from '../services.ts';
import { modelFileOf } from './modelFiles.ts';

/** The templates of models: loaded when a file of one is open, or one of its commands runs. */
export function laterModels(services: Services): vscode.Disposable {
  const occasions = {
    commands: ['previewChatTemplate', 'deriveResponseTemplate', 'roundTrip'],
    viewType: viewTypes.model,
    concerns: (uri: vscode.Uri) => modelFileOf(uri) !== undefined,
  };
  return new LaterFeature(services.log, occasions, panels => panels.registerModels(services));
}
