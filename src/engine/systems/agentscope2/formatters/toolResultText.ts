import { guessExtension } from '../../../python/index.ts';
import type { ContentBlock, DataBlock, ToolResultBlock } from '../messages/block.ts';
import { type FormatContext, isAllowed, mainType } from './formatContext.ts';

/** A tool's result as a text, and what is presented to the model in a message behind it: texts and media in turn. */
export interface ToolResultText {
  readonly text: string;
  readonly presented: readonly (string | DataBlock)[];
}

/** `convert_tool_result_to_string`: media that are allowed are presented, others named by their address or saved to a temporary file. */
export async function toolResultText({ output }: ToolResultBlock, context: FormatContext): Promise<ToolResultText> {
  if (typeof output === 'string') return { text: output, presented: [] };
  const texts: string[] = [];
  const presented: (string | DataBlock)[] = [];
  for (const block of output) texts.push(await textOf(block, context, presented));
  const listed = presented.length === 0 ? [] : [heading, ...presented, '</system-reminder>'];
  return { text: texts.join('\n'), presented: listed };
}

const heading = '<system-reminder>The multimodal data and their identifiers are listed as follows:';

async function textOf(block: ContentBlock, context: FormatContext, presented: (string | DataBlock)[]): Promise<string> {
  if (block.type === 'text') return block.text;
  const { source } = block;
  const main = mainType(source);
  const reminder = (words: string) => `<system-reminder>A(n) ${main} file is returned and ${words}.</system-reminder>`;
  if (isAllowed(source, context)) {
    const identifier = context.identifier();
    presented.push(`- ${identifier} (${main} file): `, block);
    return reminder(`will be presented to you with the identifier [${identifier}]`);
  }
  if (source.type === 'url') return reminder(`can be accessed at the URL: ${source.url}`);
  const path = await context.bytes.save(source.data, guessExtension(source.mediaType) ?? '');
  return reminder(`saved locally at: ${path}`);
}
