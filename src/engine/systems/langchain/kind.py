"""How LangChain's output parsers are asked: a kind of parser for src/node/python/bridge.py, in whose names it runs."""


class LangChain(Kind):
    name = "LangChain parser"
    known_by = (("get_format_instructions",), ("parse_result", "invoke"))
    streaming = "LangChain"

    def instruction(self):
        get = getattr(self.target, "get_format_instructions", None)
        return get and get()

    def read(self, text, context):
        call = getattr(self.target, "invoke", None) or self.target.parse
        return self.step(settled(call(text if context.message is None else self.message(text, context.message))))

    @staticmethod
    def step(value):
        """An agent's step without its `type`, which only serialization needs."""
        names = {"AgentAction": ("tool", "tool_input", "log"), "AgentFinish": ("return_values", "log")}.get(type(value).__name__)
        return {name: getattr(value, name) for name in names} if names else value

    def stream(self, pieces):
        transform = getattr(self.target, "transform", None)
        return transform and self.sums(transform(pieces))

    def sums(self, values):
        """Those of a cumulative parser are the whole each time; any other gives what is new."""
        whole = any("Cumulative" in each.__name__ for each in type(self.target).__mro__)
        so_far = None
        for value in values:
            try:
                so_far = value if whole or so_far is None else so_far + value
            except TypeError:
                so_far = value
            yield so_far

    @staticmethod
    def message(text, message):
        from langchain_core.messages import AIMessage

        calls, bad = [], []
        for call in message.get("tool_calls") or []:
            function = call.get("function") or {}
            try:
                calls.append({"name": function.get("name"), "args": json.loads(function.get("arguments") or "{}"), "id": call.get("id")})
            except ValueError as error:
                bad.append({"name": function.get("name"), "args": function.get("arguments"), "id": call.get("id"), "error": str(error)})
        kept = {key: message[key] for key in ("tool_calls", "function_call") if message.get(key)}
        # Of a message with calls the text is often `null`.
        content = text if "content" not in message else message["content"] or ""
        return AIMessage(content=content, additional_kwargs=kept, tool_calls=calls, invalid_tool_calls=bad)
