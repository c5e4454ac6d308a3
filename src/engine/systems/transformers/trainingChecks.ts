import { EngineError } from '../../core/errors.ts';
import { fromPlain } from '../../core/pyValue.ts';
import type { TrainingChecks } from '../../parsers/modelTemplates.ts';
import { resultOrError } from '../../parsers/shared/attempt.ts';
import { applyChatTemplate, type ChatTemplateRequest } from '../../tokens/index.ts';

const generationTag = /\{%-?\s*generation\s*-?%\}/;
/** Jinja's errors: those below `TemplateError`. */
const templateErrors = [
  'TemplateError',
  'TemplateNotFound',
  'TemplatesNotFound',
  'TemplateSyntaxError',
  'TemplateAssertionError',
  'TemplateRuntimeError',
  'UndefinedError',
  'SecurityError',
  'FilterArgumentError',
];
const marks = {
  name: 'tool_name_a8f3e2b1',
  key: 'tool_arg_key_b9d4f5c2',
  value: 'tool_arg_val_d6e7a9f3',
  result: 'tool_content_c4f9a8e2',
};

/** TRL's checks of a chat template, on its text: one token per character. Never throws. */
export function trainingChecks(
  template: string,
  options: Omit<ChatTemplateRequest, 'chatTemplate' | 'messages'>,
): TrainingChecks {
  const render = (messages: unknown, addGenerationPrompt = false): string =>
    applyChatTemplate({
      ...options,
      chatTemplate: template,
      messages: fromPlain(messages),
      addGenerationPrompt,
    }).chats[0]?.text ?? '';
  return {
    hasGenerationMarkers: generationTag.test(template),
    supportsToolCalling: resultOrError(() =>
      withArguments({ [marks.key]: marks.value }, args => supports(render, args)),
    ),
    prefixPreserving: resultOrError(() => withArguments({}, args => preserves(render, args))),
  };
}

type Render = (messages: unknown, addGenerationPrompt?: boolean) => string;

function supports(render: Render, args: unknown): boolean {
  const call = { type: 'function', function: { name: marks.name, arguments: args } };
  try {
    const text = render([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', name: marks.name, content: marks.result },
    ]);
    return Object.values(marks).every(mark => text.includes(mark));
  } catch (error) {
    if (error instanceof EngineError && templateErrors.includes(error.class)) return false;
    throw error;
  }
}

function preserves(render: Render, args: unknown): boolean {
  const before = [
    { role: 'user', content: 'dummy' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ type: 'function', function: { name: 'dummy', arguments: args } }],
    },
  ];
  const first = render(before);
  return render([...before, { role: 'tool', name: 'dummy', content: 'dummy' }], true).startsWith(first);
}

/** Once more with the arguments as JSON text, where a template cannot add an object to its texts. */
function withArguments(args: Readonly<Record<string, string>>, check: (args: unknown) => boolean): boolean {
  try {
    return check(args);
  } catch (error) {
    if (!(error instanceof EngineError) || error.class !== 'TypeError') throw error;
    const [entry] = Object.entries(args);
    return check(entry ? `{"${entry[0]}": "${entry[1]}"}` : '{}');
  }
}
