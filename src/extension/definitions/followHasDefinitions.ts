import type * as vscode from 'vscode';
import { setContext } from '../commands.ts';
import { isSourceUri } from '../sources/sourceDocuments.ts';
import type { DefinitionStore } from './definitionStore.ts';
import { isDefinitionUri, isModelUri } from './definitionUris.ts';

/**
 * Keeps the context keys `parserlens.hasDefinitions`: where there are none, the menus of editors have one submenu of ours;
 * and `parserlens.hasNoDefinitions`, once that is clear: the Parsers view then says how to begin.
 */
export function followHasDefinitions(definitions: DefinitionStore, log: vscode.LogOutputChannel): vscode.Disposable {
  let current: boolean | undefined;
  let lastQuestion = 0;
  const look = async () => {
    const question = ++lastQuestion;
    const uris = await definitions.uris();
    const has =
      uris.some(uri => isDefinitionUri(uri) || isSourceUri(uri)) ||
      (await haveTemplates(uris.filter(isModelUri), definitions));
    if (question !== lastQuestion || has === current) return;
    current = has;
    await setContext('hasDefinitions', has);
    await setContext('hasNoDefinitions', !has);
  };
  const lookSoon = () => {
    look().catch(error => log.error(error));
  };
  lookSoon();
  return definitions.onDidChange(lookSoon);
}

/** Models that are looked at: a folder of tokenizers may have thousands. */
const maxModels = 50;

/** Whether a model has a response template. */
async function haveTemplates(models: readonly vscode.Uri[], definitions: DefinitionStore): Promise<boolean> {
  for (const uri of models.slice(0, maxModels)) if ((await definitions.file(uri))?.definitions.length) return true;
  return false;
}
