import { fromExport, jsonOf, parses } from '../../../code/python/write/askedSource.ts';
import { isPyDict } from '../../../core/pyValue.ts';
import type { InstalledFramework } from '../../../parsers/askedFramework.ts';
import type { Definition } from '../../../parsers/definition.ts';
import { langroidExport } from './langroidExport.ts';

/** What an agent of Langroid's makes of an answer, and what it tells the model of its tools. */
function langroidAsked(exported: string, agent: string, { source: { config } }: Definition): string {
  const given = config.get('agent');
  const settings = new Map(
    ['thought_delimiters', 'recognize_recipient_in_content'].map(key => [
      key,
      (isPyDict(given) && given.get(key)) || null,
    ]),
  );
  // No model is called, and its class may need a key.
  const text = exported.replace(/^\w+ = ChatAgent\(\s*ChatAgentConfig\(/m, found => `${found}llm=None, vecdb=None, `);
  return `${text}
import json
import types

from langroid.agent.chat_document import ChatDocMetaData, ChatDocument
from langroid.language_models.base import LanguageModel, LLMResponse
from langroid.mytypes import Entity

config = ${jsonOf(settings)}


def document_of(text):
    if config["thought_delimiters"] is not None:
        model = types.SimpleNamespace(config=types.SimpleNamespace(**config))
        _, text = LanguageModel.get_reasoning_final(model, text)
    if config["recognize_recipient_in_content"]:
        return ChatDocument.from_LLMResponse(LLMResponse(message=text), displayed=True)
    return ChatDocument(content=text, metadata=ChatDocMetaData(source=Entity.LLM, sender=Entity.LLM))


class ValidationError(Exception):
    """Pydantic's, in the words that the model is told."""


class Asked:
    @property
    def format_instruction(self):
        if not ${agent}.config.use_tools:
            return None
        from langroid.agent.tool_message import ToolMessage

        rules = ${agent}.tool_format_rules()
        before, after = ToolMessage.group_format_instructions().split("{format_instructions}")
        is_one = len(${agent}.llm_tools_map) == 1 and rules.startswith(before)
        return rules[len(before) : len(rules) - len(after)] if is_one else rules

    def parse(self, text):
        try:
            return ${agent}.get_tool_messages(document_of(str.__str__(text)), all_tools=True)
        except Exception as error:
            if not callable(getattr(error, "errors", None)):
                raise
            told = ValidationError(${agent}.tool_validation_error(error))
            told.feedback = str(told)
            raise told from error


asked = Asked()
`;
}

/** The agent of an installed Langroid. */
export const installedLangroid: InstalledFramework = {
  name: 'Langroid',
  distributions: ['langroid', 'pydantic'],
  hasMessages: true,
  takesMessages: false,
  reads: parses,
  source: fromExport(langroidExport, langroidAsked),
};
