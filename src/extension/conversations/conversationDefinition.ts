import type * as vscode from 'vscode';
import type { FormatRequest } from '../../service/formatRequest.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { readSampleFile, sampleFileUri } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';
import { isSourceUri } from '../sources/sourceDocuments.ts';

/** The definition file that a conversation names, as the engine wants it. */
export type NamedDefinition = Pick<FormatRequest, 'definitionText' | 'definitionUnknown'>;

/** The text of the file that a conversation names by a path, unsaved changes included; of sources what they are read as, and what of it is unknown. `error`: it cannot be read. */
export async function conversationDefinition(
  { definitions, runtime }: Pick<Services, 'definitions' | 'runtime'>,
  conversation: vscode.Uri,
  path: string,
): Promise<(NamedDefinition & { readonly definitionText: string }) | { readonly error: string }> {
  const read = await readSampleFile(conversation, path, runtime);
  if (!('text' in read)) return read;
  const target = sampleFileUri(conversation, path);
  if (!isSourceUri(target) && !read.text.includes('"source"')) return { definitionText: read.text };
  const file = await definitions.file(target);
  if (!file) return { definitionText: read.text };
  const unknown = new Map(
    file.definitions.flatMap(({ name, linked }) => {
      const found = file.source
        ? file.source.definitions.find(each => each.name === name)
        : file.linked?.links.find(({ reference }) => reference === linked);
      const parts = found?.unknown?.map(part => ({ ...part, file: baseName(target.with({ path: part.file })) }));
      return parts ? [[name, parts] as const] : [];
    }),
  );
  return { definitionText: file.text, ...(unknown.size > 0 && { definitionUnknown: unknown }) };
}
