import * as z from 'zod';
import { EngineError, ResponseError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import { type Problem, problem } from '../../core/problem.ts';
import type { PyList, PyValue } from '../../core/pyValue.ts';
import { isPyDict, isPyList } from '../../core/pyValue.ts';
import type { DefinitionSource, Parser, Piece } from '../../parsers/parser.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import type { ValueKeys } from '../../parsers/shared/valueKeys.ts';
import type { Segment } from '../../python/index.ts';
import { draftTemplate } from './draftTemplate.ts';
import { exampleAnswer } from './exampleAnswer.ts';
import { readingOf, regionsOfAnswer } from './regionsOfAnswer.ts';
import { streamTemplate } from './streamTemplate.ts';
import {
  fromChatTemplate,
  inlineSettings,
  inlineTemplate,
  isInline,
  readSettings,
  settingsFiles,
  type TemplateSettings,
} from './templateSettings.ts';
import { namedTemplateFile } from './tokenizerConfig.ts';
import { transformersReleases } from './transformersRelease.ts';
import { tryCuts } from './tryCuts.ts';
import { placedWarnings, spanNear } from './warnings/templateWarnings.ts';

/** transformers' response templates: how the answers of an open model are read. */
export const responseTemplateType: ParserType = {
  type: 'response_template',
  system: 'transformers',
  summary: 'Messages of open models: regions between delimiters, read as `parse_response` does',
  want: 'tool-calls',
  answer: '<think>They ask for the weather.</think>Sunny.',
  documentation: `Hugging Face transformers (5.18): the value is one message, read by the \`response_template\` of a model's \`tokenizer_config.json\`.

- \`start_anchor\` is where the turn begins in the prompt: the prompt's text behind it is read as well.
- Each field is a key of the message: its text stands between \`open\` and \`close\`. The one field without \`open\` takes all other text.
- \`content\` reads the text of a region: \`text\`, \`int\`, \`float\`, \`bool\`, \`json\`, \`xml-inline\`, \`kv-lines\`.
- \`transform\` gives the value its shape: texts such as \`{content}\` and \`{name}\` are replaced by what was read.
- A field that comes again replaces what it was, unless it \`repeats\`.
- \`chat_template\` renders the prompt: it is the instruction, and answers are read behind it.`,
  keys: {
    response_template: z
      .union([z.record(z.string(), z.unknown()), z.string()])
      .describe('The template, or where it is: `tokenizer_config.json#/response_template`, beside the definition.'),
    chat_template: z
      .string()
      .describe('The model’s chat template, a Jinja template, or its file: `chat_template.jinja`.')
      .optional(),
    prefix: z
      .string()
      .describe(
        `The prompt that answers are read behind; \`${fromChatTemplate}\`: what the chat template renders. Default: that, where there is a chat template, else nothing.`,
      )
      .optional(),
    tools: z
      .array(z.unknown())
      .describe('The tools that the model is told of; their schemas cast the arguments of calls.')
      .optional(),
    special_tokens: z
      .record(z.string(), z.unknown())
      .describe('Special tokens for the chat template: `bos_token`, `eos_token`.')
      .optional(),
    transformers: z
      .enum(transformersReleases)
      .describe('The release of transformers that reads the answers. Default: the newest, 5.18.')
      .optional(),
    template_kwargs: z
      .record(z.string(), z.unknown())
      .describe('Further variables of the chat template, such as `enable_thinking`.')
      .optional(),
  },
  filters: true,
  display: {
    highlights: [{ from: 'fields' }],
    extra: {
      lost: 'Text of the answer that is not in the message, with where it stands: outside of all regions, or replaced.',
      left_over: 'Delimiters and special tokens that stayed in the text of a field, with where they stand.',
    },
    strays: { lost: 'lost', left_over: 'left-over' },
  },
  template: `{
  "type": "response_template",
  "response_template": {
    "defaults": { "role": "assistant" },
    "start_anchor": "<assistant>\\n",
    "fields": {
      "reasoning_content": { "open": "<think>", "close": "</think>" },
      "tool_calls": {
        "open": "<tool_call>",
        "close": "</tool_call>",
        "repeats": true,
        "content": "json",
        "transform": { "type": "function", "function": "{content}" }
      },
      "content": { "close": "<end>", "repeats": true, "join": "\\n" }
    }
  },
  "chat_template": "{% for m in messages %}<{{ m.role }}>\\n{% generation %}{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% endif %}{{ m.content }}{% for call in m.tool_calls or [] %}<tool_call>{{ call.function | tojson }}</tool_call>{% endfor %}<end>{% endgeneration %}\\n{% endfor %}{% if add_generation_prompt %}<assistant>\\n{% endif %}",
  "keys_to_content": "content"
}
`,
  modules: { stoodOn: settingsFiles },
  responses: {
    example: ({ config }) => exampleAnswer(config),
    draft: draftTemplate,
    noGrammar: 'its delimiters are special tokens of the model, which a grammar of text does not write.',
    observations: ['<tool_response>'],
  },
  create,
  authoring: {
    valueKeys,
    check: source => (isInline(source) ? placedWarnings(source, inlineSettings(source)) : []),
    checkFiles,
  },
  streams: {
    reader: streamTemplate,
    async cuts(source, response, host) {
      const { template, prefix, tools } = await readSettings(source, host);
      if (prefix instanceof EngineError) throw prefix;
      return tryCuts(template, prefix, response, tools);
    },
  },
};

/** Problems of a definition whose templates stand in files: that they cannot be read, and the warnings, at what names them. */
async function checkFiles(source: DefinitionSource, host: Host): Promise<readonly Problem[]> {
  if (isInline(source)) return [];
  try {
    return placedWarnings(source, await readSettings(source, host));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const span = spanNear(source, error.path ?? ['response_template']);
    if (error.class === 'KeyError' && namedTemplateFile(source) !== undefined)
      return [{ ...problem('no-response-template', `${error.class}: ${error.message}`, span), severity: 'error' }];
    return [problem('constructor-error', `${error.class}: ${error.message}`, span)];
  }
}

function create(source: DefinitionSource, host: Host): Parser {
  const isReady = isInline(source);
  if (!isReady && isPyDict(source.config.get('response_template'))) inlineTemplate(source);
  let settings: TemplateSettings | undefined = isReady ? inlineSettings(source) : undefined;
  let reading: Promise<TemplateSettings> | undefined;
  const get = () => {
    reading ??= readSettings(source, host);
    return reading;
  };
  const read = ({ template, prefix, tools }: TemplateSettings, text: string) => {
    if (prefix instanceof EngineError) throw new ResponseError(prefix.class, prefix.message);
    return readingOf(regionsOfAnswer(template, prefix, text, tools), text);
  };
  let fault: EngineError | undefined;
  return {
    ...(!isReady && {
      async prepare() {
        reading = undefined;
        fault = undefined;
        try {
          settings = await get();
        } catch (error) {
          if (!(error instanceof EngineError)) throw error;
          fault = error;
        }
      },
    }),
    instruction() {
      if (fault) throw fault;
      if (!settings)
        throw new EngineError('NotPrepared', 'The files of the model must be read first: await prepare().');
      return piecesOf(source, settings);
    },
    tools: (): PyList => {
      const tools = source.config.get('tools');
      return isPyList(tools) ? tools : [];
    },
    read: ({ text }) => (settings ? read(settings, text ?? '') : get().then(ready => read(ready, text ?? ''))),
  };
}

/** The prompt, each piece with the part of the chat template that it came from, where that stands in the definition. */
function piecesOf(source: DefinitionSource, { prompt, chatTemplate }: TemplateSettings): readonly Piece[] {
  const chat = source.config.get('chat_template');
  const mapped = typeof chat === 'string' && chat === chatTemplate ? source.stringAt(['chat_template']) : undefined;
  if (prompt instanceof EngineError) throw prompt;
  return (prompt?.segments ?? []).map(({ text, span }: Segment) => {
    const [start, end] = [mapped?.offsets[span.start], mapped?.offsets[span.end]];
    return start === undefined || end === undefined ? { text } : { text, origin: { start, end } };
  });
}

/** The keys of the message: those of the template's fields and defaults. */
function valueKeys({ config }: DefinitionSource): ValueKeys {
  const template = config.get('response_template');
  if (!(template instanceof Map)) return { keys: [], open: true, exact: false, lists: [] };
  const names = (key: string): readonly string[] => {
    const value = (template as ReadonlyMap<string, PyValue>).get(key);
    return value instanceof Map ? [...(value as ReadonlyMap<string, PyValue>).keys()] : [];
  };
  const fields = names('fields');
  const keys = [...fields, ...names('defaults').filter(name => !fields.includes(name))].map(name => ({
    name,
    declarations: [
      { path: ['response_template', fields.includes(name) ? 'fields' : 'defaults', name], of: 'key' as const },
    ],
    references: [],
    required: false,
  }));
  return { keys, open: false, exact: true, lists: [] };
}
