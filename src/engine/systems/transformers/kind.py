"""How transformers' tokenizers and response templates are asked: a kind of parser for src/node/python/bridge.py, in whose names it runs."""


class Transformers(Kind):
    name = "transformers tokenizer or response template"
    known_by = (("parse_response",),)

    def instruction(self):
        render = getattr(self.target, "apply_chat_template", None)
        if render is None:
            return None
        messages = self.definition.get("messages") or [{"role": "user", "content": ""}]
        return render(messages, tools=self.tools or None, tokenize=False, add_generation_prompt=True)

    def read(self, text, context):
        return self.target.parse_response(text)
