import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyList, type PyValue } from '../../core/pyValue.ts';
import type { Rerendering, RoundTrip, RoundTripDifference } from '../../parsers/modelTemplates.ts';
import { pyEquals } from '../../python/index.ts';
import { applyChatTemplate, type ChatTemplateRequest, type RenderedChat } from '../../tokens/index.ts';
import { isEmptyValue } from './messageBuilder.ts';
import type { ResponseTemplate } from './responseTemplate.ts';
import { pastLastAnchor, TemplateReader } from './templateReader.ts';

/** An error of rendering, with what was rendered: the prompt, or the conversation. */
class RenderingError extends EngineError {
  /** Its name, also in a build with short ones. */
  static override readonly name: string = 'RenderingError';
  readonly at: 'prompt' | 'rendered';
  constructor(error: EngineError, at: 'prompt' | 'rendered') {
    super(error.class, error.message);
    this.at = at;
  }
}

/**
 * Renders a conversation, reads what its last message became by a response template, and compares. `tools` cast the
 * arguments of the calls that are read; those of the request are rendered. Throws {@link RenderingError}.
 */
export function roundTrip(template: ResponseTemplate, request: ChatTemplateRequest, tools: PyValue = null): RoundTrip {
  const messages: PyList = isPyList(request.messages) ? request.messages : [];
  const history = messages.slice(0, -1);
  const render = (chat: PyValue, addGenerationPrompt: boolean) =>
    applyChatTemplate({ ...request, messages: chat, addGenerationPrompt }).chats[0] as RenderedChat;
  const prompt = attempt('prompt', () => render(history, true));
  const rendered = attempt('rendered', () => render(messages, false));
  const length = commonLength(prompt.text, rendered.text);
  const prefix = rendered.text.slice(0, length);
  const generated = rendered.text.slice(length);
  const startsWithPrompt = length === prompt.text.length;
  const common = {
    prompt,
    rendered,
    startsWithPrompt,
    prefix,
    prefill: pastLastAnchor(template, prefix),
    generated,
    ...(!startsWithPrompt && { promptTail: prompt.text.slice(length) }),
  };
  let message: PyDict;
  try {
    const reader = new TemplateReader(template, prefix, tools);
    reader.feed(generated);
    message = reader.finalize().message;
  } catch (error) {
    if (error instanceof EngineError) return { ...common, outcome: { error } };
    throw error;
  }
  const last = messages.at(-1);
  const differences = isPyDict(last) ? differencesOf(last, message) : [];
  return {
    ...common,
    outcome: {
      message,
      same: differences.length === 0,
      differences,
      rerender: rerendered(() => render([...history, message], false).text, rendered.text),
    },
  };
}

function attempt(at: 'prompt' | 'rendered', run: () => RenderedChat): RenderedChat {
  try {
    return run();
  } catch (error) {
    throw error instanceof EngineError ? new RenderingError(error, at) : error;
  }
}

/** How much two texts have in common at their beginnings, never half of a pair. */
function commonLength(one: string, other: string): number {
  let length = 0;
  const most = Math.min(one.length, other.length);
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  const splits =
    length > 0 &&
    (one.charCodeAt(length - 1) & 0xfc00) === 0xd800 &&
    [one, other].some(text => (text.charCodeAt(length) & 0xfc00) === 0xdc00);
  return splits ? length - 1 : length;
}

/** The keys whose values differ, empty ones left out on both sides: those of the original first. */
function differencesOf(original: PyDict, parsed: PyDict): readonly RoundTripDifference[] {
  const differences: RoundTripDifference[] = [];
  const has = (message: PyDict, key: string) => message.has(key) && !isEmptyValue(message.get(key) ?? null);
  for (const [key, value] of original) {
    if (isEmptyValue(value)) continue;
    const read = has(parsed, key) ? (parsed.get(key) ?? null) : undefined;
    if (read === undefined) differences.push({ key, original: value });
    else if (!sameValue(value, read)) differences.push({ key, original: value, parsed: read });
  }
  for (const [key, value] of parsed)
    if (!isEmptyValue(value) && !has(original, key)) differences.push({ key, parsed: value });
  return differences;
}

/** Equal to Python, but that `True` is not 1. */
export function sameValue(one: PyValue, other: PyValue): boolean {
  if (isPyList(one))
    return isPyList(other) && one.length === other.length && one.every((item, i) => sameValue(item, other[i] ?? null));
  if (isPyDict(one))
    return (
      isPyDict(other) &&
      one.size === other.size &&
      [...one].every(([key, item]) => other.has(key) && sameValue(item, other.get(key) ?? null))
    );
  if (typeof one === 'boolean' || typeof other === 'boolean') return one === other;
  return pyEquals(one, other);
}

function rerendered(render: () => string, expected: string): Rerendering {
  let text: string;
  try {
    text = render();
  } catch (error) {
    if (error instanceof EngineError) return { error };
    throw error;
  }
  if (text === expected) return { same: true };
  const length = commonLength(expected, text);
  return { same: false, expectedTail: expected.slice(length), tail: text.slice(length) };
}
