import { EngineError } from '../../../core/errors.ts';
import type { PyDict } from '../../../core/pyValue.ts';
import { defaultHistoryPrompt } from '../../../messages/msg.ts';
import { listField, modelField, stringField } from '../../../validation/index.ts';
import type { Message } from '../messages/block.ts';
import { type Drawn, validated } from '../messages/readMsg.ts';
import type { FormatContext, ProviderStyle } from './formatContext.ts';
import { type FormatterType2, formatterTypes2, usualInputTypes } from './registry.ts';

const text = stringField({});
const texts = listField(text, {});

/** What a formatter is constructed with. */
export interface FormatterOptions2 {
  readonly inputTypes: readonly string[];
  readonly prompt: string;
}

const nothingDrawn: Drawn = { newId: () => '', now: () => '' };

/** The formatter class of a name. Raises `EngineError` where there is none. */
export function formatterOf2(name: string): FormatterType2 {
  const type = formatterTypes2.find(each => each.name === name);
  if (type) return type;
  const names = formatterTypes2.map(each => each.name).join(', ');
  throw new EngineError('FormatterError', `AgentScope 2 has no formatter \`${name}\`. There are: ${names}.`);
}

/** `Formatter(**options)`: options that the class does not have are ignored. Raises Pydantic's `ValidationError`. */
export function constructFormatter(type: FormatterType2, options: PyDict, isTag: boolean): FormatterOptions2 {
  const optional = { isRequired: false };
  const usual = usualInputTypes(type, isTag);
  const fields = [{ key: 'input_types', validator: texts, ...optional, default: usual }];
  const prompt = { key: 'conversation_history_prompt', validator: text, ...optional, default: defaultHistoryPrompt };
  const model = modelField(type.name, type.multiAgent ? [...fields, prompt] : fields, 'ignore');
  const made = validated(type.name, model, options, nothingDrawn);
  return {
    inputTypes: made.get('input_types') as readonly string[],
    prompt: (made.get('conversation_history_prompt') ?? '') as string,
  };
}

/** The payload of one message of the list or of several, for who wants to know what became of which. */
export interface FormattedRun {
  readonly messages: readonly number[];
  readonly payload: readonly PyDict[];
}

/** `format(msgs)`. Raises `EngineError` where the class raises. Linear. */
export async function formatRuns(
  messages: readonly Message[],
  { style, multiAgent }: FormatterType2,
  prompt: string,
  context: FormatContext,
): Promise<FormattedRun[]> {
  const runs: FormattedRun[] = [];
  const chat = async (index: number) => {
    runs.push({ messages: [index], payload: await style.chat(messages[index]!, context) });
  };
  if (!multiAgent) {
    for (const index of messages.keys()) await chat(index);
    return runs;
  }
  const first = messages[0]?.role === 'system' ? 1 : 0;
  if (first > 0) runs.push({ messages: [0], payload: [style.system(messages[0]!)] });
  let isFirst = true;
  for (let from = first; from < messages.length; ) {
    let to = from;
    const isTools = hasTools(messages[from]!);
    while (to < messages.length && hasTools(messages[to]!) === isTools) to++;
    const indexes = Array.from({ length: to - from }, (_, i) => from + i);
    if (isTools) for (const index of indexes) await chat(index);
    else {
      runs.push(await talk(indexes, messages, style, isFirst ? prompt : undefined, context));
      isFirst = false;
    }
    from = to;
  }
  return runs;
}

async function talk(
  indexes: readonly number[],
  messages: readonly Message[],
  style: ProviderStyle,
  prompt: string | undefined,
  context: FormatContext,
): Promise<FormattedRun> {
  const run = indexes.map(index => messages[index]!);
  return { messages: indexes, payload: await style.talk(run, prompt, context) };
}

function hasTools({ blocks }: Message): boolean {
  return blocks.some(({ type }) => type === 'tool_call' || type === 'tool_result');
}
