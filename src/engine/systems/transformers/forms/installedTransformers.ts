import { jsonOf, parses } from '../../../code/python/write/askedSource.ts';
import { EngineError } from '../../../core/errors.ts';
import type { Host } from '../../../core/host.ts';
import { dict, isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { InstalledFramework, InstalledSource } from '../../../parsers/askedFramework.ts';
import type { Definition } from '../../../parsers/definition.ts';
import { fromChatTemplate, promptMessages, readSettings } from '../templateSettings.ts';
import { templateExport } from './tokenizerConfigForm.ts';

/**
 * A response template and a chat template, used as a tokenizer uses them, without its vocabulary: what it renders is the
 * instruction, and what answers are read behind. Those that stand in a model's files are read from there.
 */
async function transformersAsked(definition: Definition, host: Host): Promise<InstalledSource | string> {
  const { source } = definition;
  const { config } = source;
  try {
    const { written, chatTemplate, tools } = await readSettings(source, host);
    if (!isPyDict(written)) return 'The response template is no object.';
    const { text } = templateExport.write([
      { ...definition, name: 'response_template', source: source.withKey('response_template', written) },
    ]);
    const request = dict({
      chat_template: chatTemplate ?? null,
      tools,
      prefix: config.get('prefix') ?? (chatTemplate === undefined ? '' : fromChatTemplate),
      messages: promptMessages,
      variables: new Map([...dictIn(config.get('special_tokens')), ...dictIn(config.get('template_kwargs'))]),
    });
    return { text: sourceOf(text, jsonOf(request)), variable: 'asked', notes: [] };
  } catch (error) {
    if (error instanceof EngineError) return `${error.class}: ${error.message}`;
    throw error;
  }
}

function dictIn(value: PyValue | undefined): PyDict {
  return value !== undefined && isPyDict(value) ? value : new Map();
}

function sourceOf(exported: string, config: string): string {
  return `${exported}
import json

from transformers.utils.chat_parsing import parse_response

config = ${config}


def rendered():
    """What \`apply_chat_template\` renders, but for the vocabulary."""
    from transformers.utils.chat_template_utils import render_jinja_template

    [[text], _] = render_jinja_template(
        conversations=[config["messages"]],
        tools=config["tools"],
        chat_template=config["chat_template"],
        add_generation_prompt=True,
        **config["variables"],
    )
    return text


class Asked:
    @property
    def format_instruction(self):
        return None if config["chat_template"] is None else rendered()

    def parse(self, text):
        prefix = config["prefix"]
        prefix = rendered() if prefix == ${JSON.stringify(fromChatTemplate)} else prefix
        return parse_response(str.__str__(text), response_template, prefix=prefix, tools=config["tools"])


asked = Asked()
`;
}

/** `parse_response` and the chat template of an installed transformers. */
export const installedTransformers: InstalledFramework = {
  name: 'transformers',
  distributions: ['transformers', 'regex', 'jinja2'],
  hasMessages: true,
  takesMessages: false,
  reads: parses,
  source: transformersAsked,
};
