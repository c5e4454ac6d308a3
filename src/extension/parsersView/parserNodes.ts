import * as vscode from 'vscode';
import type { SampledDefinition, SampleRow } from '../../views/sampleListing.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { fileOf } from '../definitions/openDocument.ts';
import type { ListedFile } from '../samples/listedFile.ts';
import { byFolder, type Folder, type PlacedFile } from './byFolder.ts';

/** A folder with definition files. */
export interface FolderNode {
  readonly kind: 'folder';
  readonly label: string;
  readonly folder: vscode.Uri;
  readonly children: readonly (FolderNode | FileNode)[];
  readonly parent: FolderNode | undefined;
}

/** A definition file. One that holds a single definition, named after it, stands for that definition. */
export interface FileNode {
  readonly kind: 'file';
  readonly uri: vscode.Uri;
  readonly parent: FolderNode | undefined;
  /** The file as last read. */
  listed?: ListedFile;
  /** The definition that the row stands for. */
  name?: string;
}

/** A definition among several of its file. */
export interface DefinitionNode {
  readonly kind: 'definition';
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly definition: SampledDefinition;
  readonly parent: FileNode;
}

/** A sample of a definition. */
export interface SampleNode {
  readonly kind: 'sample';
  readonly uri: vscode.Uri;
  /** The definition's. */
  readonly name: string;
  readonly sample: string;
  readonly row: SampleRow;
  /** How many samples of the same name come before it: names may repeat. */
  readonly before: number;
  readonly listed: ListedFile;
  readonly parent: FileNode | DefinitionNode;
}

/** A row of the *Parsers* view. */
export type ParserNode = FolderNode | FileNode | DefinitionNode | SampleNode;

/** Definition files by folder. A file that `nodesByUri` has a row for keeps what was read of it. */
export function folderNodes(
  uris: readonly vscode.Uri[],
  nodesByUri: ReadonlyMap<string, FileNode>,
): { readonly roots: readonly (FolderNode | FileNode)[]; readonly files: Map<string, FileNode> } {
  const files = new Map<string, FileNode>();
  const node = (folder: Folder<vscode.Uri>, parent: FolderNode | undefined): FolderNode => {
    const children: (FolderNode | FileNode)[] = [];
    const made: FolderNode = { kind: 'folder', label: folder.name, folder: addressOf(folder), children, parent };
    children.push(...folder.folders.map(each => node(each, made)), ...folder.files.map(uri => fileNode(uri, made)));
    return made;
  };
  const fileNode = (uri: vscode.Uri, parent: FolderNode | undefined): FileNode => {
    const { listed, name } = nodesByUri.get(uri.toString()) ?? {};
    const made: FileNode = {
      kind: 'file',
      uri,
      parent,
      ...(listed && { listed }),
      ...(name !== undefined && { name }),
    };
    files.set(uri.toString(), made);
    return made;
  };
  const { folders, files: top } = byFolder(uris.map(placeOf));
  return { roots: [...folders.map(each => node(each, undefined)), ...top.map(uri => fileNode(uri, undefined))], files };
}

/** Takes over what was read of a file. */
export function setListed(node: FileNode, listed: ListedFile | undefined): void {
  delete node.name;
  delete node.listed;
  if (!listed) return;
  node.listed = listed;
  const [only, another] = listed.definitions;
  // An untitled document has no extension.
  const names: readonly (string | undefined)[] = [`${only?.name}.parser.json`, only?.name];
  if (only && !another && names.includes(baseName(node.uri))) node.name = only.name;
}

/** The rows below a file or definition. */
export function childNodes(node: FileNode | DefinitionNode): (DefinitionNode | SampleNode)[] {
  const { listed } = node.kind === 'file' ? node : node.parent;
  if (!listed) return [];
  const { uri, name } = node;
  if (node.kind === 'file' && name === undefined)
    return listed.definitions.map(definition => ({
      kind: 'definition',
      uri,
      name: definition.name,
      definition,
      parent: node,
    }));
  const seen = new Map<string, number>();
  return listed.samples.flatMap((row): SampleNode[] => {
    if (name === undefined || row.definition !== name) return [];
    const before = seen.get(row.name) ?? 0;
    seen.set(row.name, before + 1);
    return [{ kind: 'sample', uri, name, sample: row.name, row, before, listed, parent: node }];
  });
}

/** The same for the same row after a change, so that it stays open and selected. */
export function idOf(node: ParserNode): string {
  switch (node.kind) {
    case 'folder':
      return JSON.stringify(['folder', node.folder.toString(), node.parent?.label]);
    case 'file':
      return JSON.stringify(['file', node.uri.toString()]);
    case 'definition':
      return JSON.stringify(['definition', node.uri.toString(), node.name]);
    case 'sample':
      return JSON.stringify(['sample', node.uri.toString(), node.name, node.row.name, node.before]);
  }
}

function placeOf(uri: vscode.Uri): PlacedFile<vscode.Uri> {
  const name = baseName(uri);
  const file = fileOf(uri);
  if (!file.path.startsWith('/')) return { file: uri, name, folder: '' };
  const folder = vscode.Uri.joinPath(file, '..');
  const root = vscode.workspace.getWorkspaceFolder(file);
  const isMany = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  const isRoot = root?.uri.path === folder.path;
  return {
    file: uri,
    name,
    folder: isRoot ? '' : vscode.workspace.asRelativePath(folder, false),
    ...(root && isMany && { root: root.name }),
  };
}

/** Where a folder is, from any file in it. */
function addressOf({ folders, files }: Folder<vscode.Uri>): vscode.Uri {
  const [file] = files;
  if (file) return vscode.Uri.joinPath(fileOf(file), '..');
  const below = folders[0]?.files[0];
  const root = below && vscode.workspace.getWorkspaceFolder(below);
  return root?.uri ?? vscode.Uri.file('/');
}
