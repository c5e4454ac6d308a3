import type { EngineError } from '../../../core/errors.ts';
import { fromPlain, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import { resultOrError } from '../../../parsers/shared/attempt.ts';
import { type Expression, parseTemplate, readLocalTime } from '../../../python/index.ts';
import { applyChatTemplate, chatOptions } from '../../../tokens/index.ts';

/** What a chat template names. */
export interface ChatNames {
  /** Attributes, and texts that may be the names of some. */
  readonly attributes: ReadonlySet<string>;
  /** Variables, each with its first place. */
  readonly variables: ReadonlyMap<string, Span>;
  /** `tools is defined`, `documents is not defined`: they always are. */
  readonly alwaysDefined: readonly { readonly name: string; readonly span: Span }[];
}

/** What a chat template that compiles names, wherever it stands in it. Linear. */
export function chatNames(template: string): ChatNames {
  const attributes = new Set<string>();
  const variables = new Map<string, Span>();
  const alwaysDefined: { readonly name: string; readonly span: Span }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const expression = node as Expression;
    if (expression.type === 'getattr') attributes.add(expression.attribute);
    else if (expression.type === 'const' && typeof expression.value === 'string') attributes.add(expression.value);
    else if (expression.type === 'name' && !variables.has(expression.name))
      variables.set(expression.name, expression.span);
    else if (expression.type === 'test' && expression.name === 'defined' && expression.operand.type === 'name') {
      const { name, span } = expression.operand;
      if (name === 'tools' || name === 'documents') alwaysDefined.push({ name, span });
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'span') visit(child);
  };
  visit(parseTemplate(template, chatOptions));
  return { attributes, variables, alwaysDefined };
}

/** Words that are in no template. */
export const probeWords = {
  question: 'probe-question-q3',
  content: 'probe-content-c7',
  reasoning: 'probe-reasoning-r5',
  name: 'probe_name_n2',
  value: 'probe-value-v8',
  result: 'probe-result-t4',
} as const;

/** How a chat template is rendered: its text and variables. */
export interface ProbedTemplate {
  readonly text: string;
  readonly specialTokens: PyDict;
  readonly kwargs: PyDict;
}

/** Messages, as plain data. */
type Chat = readonly Readonly<Record<string, unknown>>[];

/** Short conversations, to see what a chat template makes of them. */
const probeChats = {
  question: [{ role: 'user', content: probeWords.question }],
  system: [
    { role: 'system', content: probeWords.content },
    { role: 'user', content: probeWords.question },
  ],
  answer: [
    { role: 'user', content: probeWords.question },
    { role: 'assistant', content: probeWords.content },
  ],
  reasoning: [
    { role: 'user', content: probeWords.question },
    {
      role: 'assistant',
      content: probeWords.content,
      reasoning_content: probeWords.reasoning,
      thinking: probeWords.reasoning,
      reasoning: probeWords.reasoning,
    },
  ],
  call: withCalls(1, { city: probeWords.value, days: '2' }),
  callAsText: withCalls(1, JSON.stringify({ city: probeWords.value, days: '2' })),
  twoCalls: withCalls(2, { city: probeWords.value }),
  result: [
    ...withCalls(1, { city: probeWords.value }),
    { role: 'tool', name: probeWords.name, tool_call_id: 'call00001', content: probeWords.result },
  ],
} as const satisfies Readonly<Record<string, Chat>>;

function withCalls(count: number, args: unknown): Chat {
  const call = { type: 'function', id: 'call00001', function: { name: probeWords.name, arguments: args } };
  return [
    { role: 'user', content: probeWords.question },
    { role: 'assistant', content: '', tool_calls: Array.from({ length: count }, () => call) },
  ];
}

/** The tool of the probes' calls. */
const probeTools: PyValue = fromPlain([
  {
    type: 'function',
    function: {
      name: probeWords.name,
      description: 'A probe',
      parameters: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'string' } } },
    },
  },
]);

/** A clock that stands still. */
export const probeClock = readLocalTime('2026-01-02T03:04:05');

/** Renders conversations by one template, each once. */
export class ChatProbe {
  readonly template: ProbedTemplate;
  readonly #renders = new Map<string, string | EngineError>();

  constructor(template: ProbedTemplate) {
    this.template = template;
  }

  /** What the template makes of a conversation, or what it raises. */
  render(
    name: keyof typeof probeChats,
    { prompts = false, tools = false }: { readonly prompts?: boolean; readonly tools?: boolean } = {},
  ): string | EngineError {
    const key = `${name} ${prompts} ${tools}`;
    let render = this.#renders.get(key);
    if (render === undefined) {
      render = this.#render(name, prompts, tools);
      this.#renders.set(key, render);
    }
    return render;
  }

  #render(name: keyof typeof probeChats, addGenerationPrompt: boolean, withTools: boolean): string | EngineError {
    const { text, specialTokens, kwargs } = this.template;
    return resultOrError(() => {
      const { chats } = applyChatTemplate({
        chatTemplate: text,
        messages: fromPlain(probeChats[name]),
        ...(withTools && { tools: probeTools }),
        addGenerationPrompt,
        specialTokens,
        kwargs,
        now: probeClock,
      });
      return chats[0]?.text ?? '';
    });
  }
}
