/** A call of each family, by the name of what is called. */
export const forms: Readonly<Record<string, (name: string) => string>> = {
  'DeepSeek 3': name =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n{"city": "Oslo"}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  'DeepSeek 3.1': name =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁sep｜>{"city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  'DeepSeek 3.2': name =>
    `<｜DSML｜function_calls>\n<｜DSML｜invoke name="${name}">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>`,
  'DeepSeek 4': name =>
    `<｜DSML｜tool_calls>\n<｜DSML｜invoke name="${name}">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>`,
  'Gemma 4': name => `<|tool_call>call:${name}{city:<|"|>Oslo<|"|>}<tool_call|>`,
  'Gemma 4, without its tokens': name => `call:${name}{city:Oslo}`,
  'GLM 4.7': name => `<tool_call>${name}<arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call>`,
  Harmony: name => `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>{"city": "Oslo"}<|call|>`,
  'Harmony, without its tokens': name => `commentary to=functions.${name} json{"city": "Oslo"}`,
  Hermes: name => `<tool_call>\n{"name": "${name}", "arguments": {"city": "Oslo"}}\n</tool_call>`,
  'Hermes, arguments first': name => `<tool_call>\n{"arguments": {"city": "Oslo"}, "name": "${name}"}\n</tool_call>`,
  'Hermes in Python’s spelling': name =>
    `<tool_call>\n{'name': '${name}', 'arguments': {'city': 'Oslo'}}\n</tool_call>`,
  Jamba: name => `<tool_calls>[\n{"name": "${name}", "arguments": {"city": "Oslo"}}\n]</tool_calls>`,
  'Kimi K2': name =>
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>`,
  'Kimi K2, without its tokens': name => `functions.${name}:0{"city": "Oslo"}`,
  'Llama 3, tagged': name => `<|python_tag|>{"type": "function", "name": "${name}", "parameters": {"city": "Oslo"}}`,
  'Llama 3, function': name => `<function=${name}>{"city": "Oslo"}</function>`,
  'MiniMax M2': name =>
    `<minimax:tool_call>\n<invoke name="${name}">\n<parameter name="city">Oslo</parameter>\n</invoke>\n</minimax:tool_call>`,
  Mistral: name => `[TOOL_CALLS] [{"name": "${name}", "arguments": {"city": "Oslo"}}]`,
  'Mistral, newer': name => `[TOOL_CALLS]${name}[ARGS]{"city": "Oslo"}`,
  'Mistral, without its token': name => `${name}[ARGS]{"city": "Oslo"}`,
  'Nemotron, older': name => `<TOOLCALL>[{"name": "${name}", "arguments": {"city": "Oslo"}}]</TOOLCALL>`,
  'Nemotron 3': name =>
    `<tool_call>\n<function=${name}>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>`,
  'Phi 4': name => `<|tool_call|>[{"name": "${name}", "arguments": {"city": "Oslo"}}]<|/tool_call|>`,
  'Phi 4 mini': name => `functools[{"name": "${name}", "arguments": {"city": "Oslo"}}]`,
  'LFM 2': name => `<|tool_call_start|>[${name}(city="Oslo")]<|tool_call_end|>`,
  Command: name =>
    `<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "${name}", "parameters": {"city": "Oslo"}}\n]<|END_ACTION|>`,
  'Seed-OSS': name =>
    `<seed:tool_call>\n<function=${name}>\n<parameter=city>Oslo</parameter>\n</function>\n</seed:tool_call>`,
  'an attribute': name => `<invoke tool="${name}">{"city": "Oslo"}</invoke>`,
  'a line of its own': name => `@@call ${name}\ncity := "Oslo"\n@@done`,
};
/** Forms without delimiters of their own: where tools are known, only their names tell. */
export const bareForms: Readonly<Record<string, (name: string) => string>> = {
  'Llama 3': name => `{"name": "${name}", "parameters": {"city": "Oslo"}}`,
  'Llama 3, typed': name => `{"type": "function", "name": "${name}", "parameters": {"city": "Oslo"}}`,
  'OpenAI’s function': name => `{"type": "function", "function": {"name": "${name}", "arguments": {"city": "Oslo"}}}`,
  'a list': name => `[{"name": "${name}", "arguments": {"city": "Oslo"}}]`,
  'Python in a list': name => `[${name}(city="Oslo", days=[1, 2])]`,
  'a code block': name => `\`\`\`json\n{"name": "${name}", "arguments": {"city": "Oslo"}}\n\`\`\``,
  'tags in a code block': name =>
    `\`\`\`xml\n<tool_call>\n{"name": "${name}", "arguments": {"city": "Oslo"}}\n</tool_call>\n\`\`\``,
};
