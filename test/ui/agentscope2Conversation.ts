/** A conversation of AgentScope 2 that is too long for its agent's context, as a file. */
export const libraryForTwo = `{
  "agentscope_version": "2.0.6+",
  "formatter": "OpenAIChatFormatter",
  "context": { "context_size": 150, "trigger_ratio": 0.8, "reserve_ratio": 0.3 },
  "messages": [
    { "name": "system", "role": "system", "content": [{ "type": "text", "text": "You help in a library. Look every title up before you answer." }] },
    { "name": "Ann", "role": "user", "content": [{ "type": "text", "text": "Do you have the novel about the lighthouse keeper and his daughter, by a Norwegian author?" }] },
    { "name": "Friday", "role": "assistant", "content": [
      { "type": "thinking", "thinking": "The catalogue has a search by subject." },
      { "type": "tool_call", "id": "c1", "name": "search_catalogue", "input": "{\\"subject\\": \\"lighthouse\\", \\"language\\": \\"nor\\"}", "state": "finished" },
      { "type": "tool_result", "id": "c1", "name": "search_catalogue", "output": "1. Fyrvokterens datter, 2011, shelf N4, two copies, one lent until 3 May\\n2. Lysets voktere, 2018, shelf N5, one copy", "state": "success" },
      { "type": "text", "text": "Yes: Fyrvokterens datter stands on shelf N4, and one copy is free." }
    ] },
    { "name": "Ann", "role": "user", "content": [{ "type": "text", "text": "Please put it aside for me. I come on Friday after work." }] },
    { "name": "Friday", "role": "assistant", "content": [
      { "type": "hint", "hint": "The reader's card expires in May." },
      { "type": "tool_call", "id": "c2", "name": "reserve", "input": "{\\"shelf\\": \\"N4\\", \\"until\\": \\"Friday\\"}", "state": "finished" },
      { "type": "tool_result", "id": "c2", "name": "reserve", "output": "reserved until 18:00", "state": "success" },
      { "type": "text", "text": "It is put aside for you until six o'clock on Friday." }
    ] },
    { "name": "Ann", "role": "user", "content": [
      { "type": "text", "text": "And where do I fetch it?" }
    ] },
    { "name": "Friday", "role": "assistant", "content": [{ "type": "text", "text": "At the desk beside the entrance." }] }
  ]
}
`;
