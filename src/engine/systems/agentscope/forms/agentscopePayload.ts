/** The coroutine `payload_of(case)` of AgentScope 1, and `unmade()`. */
export const agentscopePayload = `
def counter_of(limits):
    if "token_counter" not in limits:
        return None
    from agentscope import token

    given = dict(limits["token_counter"])
    return getattr(token, given.pop("type"))(**given)


def unmade():
    """Why the token counter cannot be made; None: it can, or there is none."""
    try:
        counter_of(config["limits"])
    except Exception as error:
        return "%s: %s" % (type(error).__name__, error)


async def payload_of(case):
    given = json.loads(case)
    limits = config["limits"] if given["limits"] else {}
    counter = counter_of(limits)
    limited = {"token_counter": counter, "max_tokens": limits.get("max_tokens")}
    formatter = Formatter(**config["options"], **{key: value for key, value in limited.items() if value is not None})
    with beside_the_file():
        messages = [Msg(each["name"], each["content"], each["role"]) for each in given["messages"]]
        payload = await formatter.format(messages)
        if hasattr(payload, "model_dump"):
            # A2A's message, whose id is drawn.
            payload = payload.model_dump(mode="json", by_alias=True, exclude_none=True)
            payload.pop("messageId", None)
        return {"payload": payload, "tokens": None if counter is None else await counter.count(payload)}
`;
