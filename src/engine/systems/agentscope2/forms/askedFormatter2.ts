/** Python that asks an installed formatter of AgentScope 2 for a payload, with the names of `installed/askedFormatter.ts`. */
export const payloadOf2 = `
async def payload_of(case):
    import shortuuid

    given = json.loads(case)
    messages = [Msg.model_validate(each) for each in given["messages"]]
    # Media are shown under ids that are drawn: these are what is drawn here.
    drawn, before = iter(given["ids"]), shortuuid.uuid
    shortuuid.uuid = lambda *_: next(drawn, None) or before()
    try:
        with beside_the_file():
            payload = await Formatter(**config["options"]).format(messages)
    finally:
        shortuuid.uuid = before
    return {"payload": payload, "tokens": await estimated(messages)}


async def estimated(messages):
    """What any model counts whose class does not count itself."""
    from agentscope.model import ChatModelBase

    return await ChatModelBase.count_tokens(None, messages, config["tools"])
`;
