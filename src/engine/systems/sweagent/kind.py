"""How SWE-agent's parse functions are asked: a kind of parser for src/node/python/bridge.py, in whose names it runs."""


class SweAgent(Kind):
    name = "SWE-agent parse function"
    known_by = (("format_error_template", "__call__"),)

    def instruction(self):
        return self.target.format_error_template

    def read(self, text, context):
        given = self.target(dict(context.message or {}, message=text), self.commands())
        return dict(zip(("thought", "action"), given)) if isinstance(given, tuple) and len(given) == 2 else given

    def commands(self):
        given = self.definition.get("commands") or []
        try:
            from sweagent.tools.commands import Command
        except ImportError:
            return [Bag(**each) for each in given]
        return [Command(**each) for each in given]
