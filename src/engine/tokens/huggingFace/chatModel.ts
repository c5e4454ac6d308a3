import { EngineError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import { fromPlain, isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import type { ChatTemplate } from '../chatTemplates/chatTemplate.ts';
import type { AdditiveCounting } from '../counting.ts';
import { HostCache } from '../hostCache.ts';
import { loadTable, tableError } from '../tables.ts';
import { bpeTokenizer } from './bpeTokenizer.ts';
import type { ModelFamily } from './models.ts';
import type { TextCounter, Tokenizer } from './tokenizer.ts';
import { readVocabulary } from './vocabularyFile.ts';

/** What counts for a model. */
export interface ChatModel<T extends TextCounter = TextCounter> {
  readonly tokenizer: T;
  readonly template: ChatTemplate;
}

const shipped = new HostCache<ChatModel<Tokenizer>>();

/** The models of a family, from the tables beside the engine. Rejects with `EngineError` when they cannot be loaded. */
export function shippedModel(host: Host, family: ModelFamily): ChatModel<Tokenizer> | Promise<ChatModel<Tokenizer>> {
  const { name, table, template, renamed = {} } = family;
  return shipped.get(host, name, async () => {
    const file = readVocabulary(await loadTable(host, table));
    if (!file) throw tableError(table, 'it is damaged, install ParserLens again');
    const { json } = file.vocabulary;
    const added_tokens = json.added_tokens?.map(token => ({
      ...token,
      content: renamed[token.content] ?? token.content,
    }));
    const tokenizer = bpeTokenizer({ ...file.vocabulary, json: { ...json, added_tokens: added_tokens ?? [] } });
    if (!tokenizer) throw tableError(table, 'it is of another version, install ParserLens again');
    return { tokenizer, template };
  });
}

/** `len(tokenizer.apply_chat_template(messages, add_generation_prompt=False, tokenize=True, tools=tools))`. */
export function countPayload(
  { tokenizer, template }: ChatModel,
  payload: unknown,
  tools: unknown,
): number | Promise<number> {
  const messages = fromPlain(payload);
  if (!isPyList(messages))
    throw new EngineError('TypeError', `'${pyTypeName(messages)}' object is not a list of messages`);
  if (messages.length === 0) throw emptyPayload();
  return tokenizer.count(template.render(messages, toolSchemas(tools)));
}

/** How the counts of a model's messages add up; `undefined` where they do not. */
export function additiveCounting(
  { tokenizer, template }: ChatModel<Tokenizer>,
  tools: unknown,
): AdditiveCounting | undefined {
  const { parts } = template;
  if (!parts || toolSchemas(tools) !== null) return undefined;
  return {
    fixed: tokenizer.count(parts.around),
    opening: role => {
      if (role === undefined) throw emptyPayload();
      return tokenizer.count(parts.opening(role));
    },
    message: (message: PyDict) => Math.min(...parts.message(message).map(tokenizer.count)),
    ...(!parts.exact && { isBound: true }),
    ...(tokenizer.pieces && { pieces: tokenizer.pieces, leading: parts.leading }),
  };
}

/** transformers looks at the first message before it renders any. */
function emptyPayload(): EngineError {
  return new EngineError('IndexError', 'list index out of range');
}

function toolSchemas(tools: unknown): PyValue {
  return fromPlain(tools ?? null);
}
