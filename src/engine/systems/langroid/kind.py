"""How Langroid's tools are asked: a kind of parser for src/node/python/bridge.py, in whose names it runs."""


class Langroid(Kind):
    name = "Langroid tool"
    of_class = True
    is_class = True
    known_by = (("llm_function_schema", "format_instructions"),)

    def __init__(self, target, definition):
        Kind.__init__(self, target, definition)
        self.agent = None

    def instruction(self):
        return self.target.format_instructions()

    def read(self, text, context):
        if self.agent is None:
            from langroid.agent.chat_agent import ChatAgent, ChatAgentConfig

            self.agent = ChatAgent(ChatAgentConfig(llm=None, vecdb=None))
            self.agent.enable_message(self.target)
        try:
            return self.agent.get_tool_messages(self.said_by_model(text), all_tools=True)
        except Exception as error:
            if not hasattr(error, "feedback") and callable(getattr(error, "errors", None)):
                try:
                    error.feedback = self.agent.tool_validation_error(error)
                except Exception:
                    pass
            raise

    @staticmethod
    def said_by_model(text):
        """What a user says is no error, whatever it is; what the model says is."""
        from langroid.agent.chat_document import ChatDocMetaData, ChatDocument
        from langroid.mytypes import Entity

        return ChatDocument(content=str.__str__(text), metadata=ChatDocMetaData(source=Entity.LLM, sender=Entity.LLM))
