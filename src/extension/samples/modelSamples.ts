import * as vscode from 'vscode';
import type { DefinitionRef } from '../../service/definitionCache.ts';
import type { DefinitionText } from '../definitions/definitionStore.ts';
import { baseName, isModelUri } from '../definitions/definitionUris.ts';
import type { Services } from '../services.ts';
import { isSourceUri } from '../sources/sourceDocuments.ts';
import { exists } from '../structure/exists.ts';

/** Where the samples of a model stand: in a definition beside its files, which is made where there is none. */
export async function modelHome(
  { definitions, engine }: Services,
  model: DefinitionText,
): Promise<{ readonly uri: vscode.Uri; readonly definition: DefinitionRef; readonly isNew?: boolean }> {
  const { name } = model;
  const uri = vscode.Uri.joinPath(model.uri, '..', `${name}.parser.json`);
  const known = await definitions.get(uri, name);
  if (known) return { uri, definition: known };
  if (await exists(uri)) throw new Error(vscode.l10n.t('{0} already exists. Nothing is overwritten.', baseName(uri)));
  const hasChatFile = await exists(vscode.Uri.joinPath(uri, '..', 'chat_template.jinja'));
  const text = await engine.responses.modelSamplesText(model, hasChatFile);
  return { uri, definition: { name, fileName: uri.toString(), text }, isNew: true };
}

/**
 * Throws where a file has no room for samples: a source, and a model's configuration, in which transformers would read them as
 * arguments of the tokenizer.
 */
export function refuseSamples(uri: vscode.Uri): void {
  if (isSourceUri(uri)) throw new Error(vscode.l10n.t('{0} is a source: it has no room for samples.', baseName(uri)));
  if (isModelUri(uri))
    throw new Error(
      vscode.l10n.t(
        'Samples of a model stand in a definition beside its files. Save as Sample makes one of a parsed answer.',
      ),
    );
}
