import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { contentBlocks, contentBlocksOf, get, type Msg } from '../../messages/msg.ts';
import { providerRules } from '../../messages/providerRules.ts';
import { jsonDumps, pyGetItem } from '../../python/index.ts';
import { dict, type ResultMedium, toolOutput, warnUnsupported } from './chatBlocks.ts';
import type { FormatContext, FormatterType, Promotes, ProviderStyle } from './formatter.ts';
import { isLeftOut, leavesOut, openaiHistory } from './openai.ts';
import { audioPart, imageUrl } from './openaiMedia.ts';
import { promotionOf } from './promotion.ts';

const open = '<history>\n';

const style: ProviderStyle = {
  // Calls and results are items without the keys of a message, which is what the sums know.
  countedWhole: true,
  open,
  async chat(msg, _index, context) {
    const promoted: PyDict[] = [];
    const content: PyDict[] = [];
    // Calls and results are items of their own, behind the message.
    const trailing: PyDict[] = [];
    for (const block of contentBlocks(msg)) {
      const type = get(block, 'type');
      if (type === 'text') content.push(textPart(msg, get(block, 'text')));
      else if (type === 'tool_use') trailing.push(functionCall(block));
      else if (type === 'tool_result') {
        const output = await toolOutput(pyGetItem(block, 'output'), context);
        trailing.push(dict({ type: 'function_call_output', call_id: get(block, 'id'), output: output.text }));
        promoted.push(...(await promotedItems(block, output.media, context)));
      } else if (type === 'image') content.push(await imagePart(block, context));
      else if (isLeftOut(msg, type, context)) continue;
      else if (type === 'audio') content.push(await audioPart(block, context));
      else warnUnsupported(type, context);
    }
    return [...promoted, ...(content.length > 0 ? [dict({ role: msg.role, content })] : []), ...trailing];
  },

  system: msg =>
    dict({
      role: 'system',
      content: contentBlocksOf(msg, 'text').map(block => inputText(pyGetItem(block, 'text'))),
    }),

  async conversation(run, prompt, context) {
    return openaiHistory(run, prompt, context, { text: inputText, image: imagePart });
  },
};

function textPart({ role }: Msg, text: PyValue): PyDict {
  return role === 'assistant' ? dict({ type: 'output_text', text }) : inputText(text);
}

function inputText(text: PyValue): PyDict {
  return dict({ type: 'input_text', text });
}

async function imagePart(block: PyValue, context: FormatContext): Promise<PyDict> {
  return dict({ type: 'input_image', image_url: await imageUrl(block, context) });
}

function functionCall(block: PyValue): PyDict {
  return dict({
    type: 'function_call',
    call_id: get(block, 'id'),
    name: get(block, 'name'),
    arguments: jsonDumps(get(block, 'input', new Map()), { ensureAscii: false }),
  });
}

/** What is promoted out of a tool result stands before the message; nothing is put into the list of messages. */
async function promotedItems(
  block: PyValue,
  media: readonly ResultMedium[],
  context: FormatContext,
): Promise<PyDict[]> {
  const promotion = promotionOf(block, media, 'image', context);
  if (!promotion) return [];
  const { introduction, items, end } = promotion;
  const content: PyDict[] = [inputText(introduction)];
  for (const { text, medium } of items) {
    const source = dict({ type: 'url', url: medium.place });
    content.push(inputText(text), await imagePart(dict({ source }), context));
  }
  content.push(inputText(end));
  return [dict({ role: 'user', content })];
}

const since = '1.0.21';
const promotes: Promotes = { image: since };

/** The formatters for OpenAI's Responses API. */
export const openaiResponseFormatters: readonly FormatterType[] = [
  {
    name: 'OpenAIResponseChatFormatter',
    provider: 'OpenAI Responses',
    multiAgent: false,
    rules: providerRules['OpenAI Responses'],
    since,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'converted', video: 'warning', thinking: 'warning' },
    promotes,
    leavesOut,
  },
  {
    name: 'OpenAIResponseMultiAgentFormatter',
    provider: 'OpenAI Responses',
    multiAgent: true,
    rules: providerRules['OpenAI Responses'],
    since,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'converted', video: 'silent', thinking: 'silent' },
    promotes,
    leavesOut,
  },
];
