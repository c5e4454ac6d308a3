"""How AgentScope's parsers are asked: a kind of parser for src/node/python/bridge.py, in whose names it runs."""


class AgentScope(Kind):
    name = "AgentScope parser"
    known_by = (("format_instruction", "parse"),)

    def instruction(self):
        return said(self.target.format_instruction)

    def read(self, text, context):
        response = Response(text)
        given = settled(self.target.parse(response))
        # What gives nothing of its own is the value; None is one as well, of the JSON `null`.
        value = vars(given).get("parsed", given) if given is response else getattr(given, "parsed", given)
        for part in ("content", "memory", "metadata"):
            split = getattr(self.target, "to_" + part, None)
            if not callable(split):
                continue
            try:
                given = split(value)
            except Exception as error:
                context.splits[part] = {"class": class_of(error), "message": str(error)[:20000]}
            else:
                context.splits[part] = {"value": encoded(given, "`to_%s`" % part)}
        return value
