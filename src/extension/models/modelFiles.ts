import type * as vscode from 'vscode';
import { modelFileNames, moreTemplatesFolder } from '../../engine/index.ts';

/** The documents of a model's folder that say how prompts are written and how answers are read, for providers. */
export const modelDocuments: vscode.DocumentSelector = [
  ...modelFileNames.map(name => ({ pattern: `**/${name}` })),
  { pattern: `**/${moreTemplatesFolder}/*.jinja` },
];

/** The pattern of all of them. */
export const modelPattern = `**/{${[...modelFileNames, `${moreTemplatesFolder}/*.jinja`].join(',')}}`;

/** A file of a model: the model's folder, and the file's path in it. */
export interface ModelFile {
  readonly folder: vscode.Uri;
  readonly path: string;
}

/** What an address is to a model, by its name; `undefined`: no file of one. */
export function modelFileOf(uri: vscode.Uri): ModelFile | undefined {
  const parts = uri.path.split('/');
  const name = parts.pop() ?? '';
  const above = parts.at(-1);
  if (above === moreTemplatesFolder && name.endsWith('.jinja'))
    return { folder: uri.with({ path: parts.slice(0, -1).join('/') }), path: `${above}/${name}` };
  const isModel = (modelFileNames as readonly string[]).includes(name);
  return isModel ? { folder: uri.with({ path: parts.join('/') }), path: name } : undefined;
}
