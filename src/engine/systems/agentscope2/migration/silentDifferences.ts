import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { type FormatterType2, formatterTypes2 } from '../formatters/registry.ts';

/** What a migrated conversation does otherwise in AgentScope 2 though nothing raises, as far as it applies. */
export function silentDifferences(messages: readonly PyDict[], options: PyDict): readonly string[] {
  const name =
    options.get('formatter') === 'OpenAIResponseChatFormatter' ? 'OpenAIResponseFormatter' : options.get('formatter');
  const type = formatterTypes2.find(each => each.name === name);
  const blocks = messages.flatMap(message => blocksOf(message).map(block => ({ message, block })));
  const media = blocks.flatMap(({ message, block }) =>
    block.get('type') === 'data' ? [{ message, type: mediaTypeOf(block), url: urlOf(block) }] : [],
  );
  const has = (kind: string) => blocks.some(({ block }) => block.get('type') === kind);
  const results = blocks.filter(({ block }) => block.get('type') === 'tool_result');
  const found: (string | false | undefined)[] = [
    options.has('max_tokens') &&
      'Formatters cut nothing: only an agent compresses, and what it compresses becomes a summary.',
    options.has('token_counter') && 'There is one estimate, bytes / 4 with 2000 for each medium: counts are others.',
    has('thinking') && thinkingWords(type),
    results.some(({ block }) => partsOf(block).some(each => each.get('type') === 'data')) &&
      'Media of results are presented in a message of the user’s wherever `input_types` allow them, whether or not an option asks for it.',
    type?.provider === 'DashScope' && 'DashScope’s payload has OpenAI’s form now.',
    type?.provider === 'Anthropic' &&
      media.some(({ url }) => url?.startsWith('http')) &&
      'Anthropic’s formatter downloads images instead of naming their addresses: an address that is gone raises.',
    type?.provider === 'OpenAI' &&
      media.some(({ message, type: each }) => message.get('role') === 'assistant' && each.startsWith('audio/')) &&
      'OpenAI’s formatter sends the assistant’s sound, and raises for what is not wav or mp3.',
    type?.multiAgent &&
      ['Anthropic', 'Ollama'].includes(type.provider) &&
      'Only the first run of talk has `<history>` tags.',
    type?.multiAgent && 'A history begins on a line of its own, and a text among tool calls has no speaker’s name.',
    has('tool_call') &&
      'Arguments reach the API as the text that they are: the order of keys and the spelling of numbers count.',
  ];
  return found.filter(each => typeof each === 'string');
}

function thinkingWords(type: FormatterType2 | undefined): string | undefined {
  if (type?.thinking === 'dropped') return `${type.name} drops what the model thought.`;
  return type?.thinking === 'signed'
    ? `${type.name} drops what the model thought where the provider gave no sign with it.`
    : undefined;
}

function blocksOf(message: PyDict): PyDict[] {
  const content = message.get('content') ?? null;
  return isPyList(content) ? content.filter(isPyDict) : [];
}

function partsOf(block: PyDict): PyDict[] {
  const output: PyValue = block.get('output') ?? null;
  return isPyList(output) ? output.filter(isPyDict) : [];
}

function sourceOf(block: PyDict): PyDict {
  const source = block.get('source') ?? null;
  return isPyDict(source) ? source : new Map();
}

function mediaTypeOf(block: PyDict): string {
  return String(sourceOf(block).get('media_type') ?? '');
}

function urlOf(block: PyDict): string | undefined {
  const url = sourceOf(block).get('url');
  return typeof url === 'string' ? url : undefined;
}
