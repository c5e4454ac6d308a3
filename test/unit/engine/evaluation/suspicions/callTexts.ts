/** Texts that hold a call of a tool: whole, several, cut off, with words around. Those of `known` name `get_weather` or `search`. */
export const callTexts: Readonly<Record<'known' | 'marked', Readonly<Record<string, string>>>> = {
  // Forms whose delimiters tell: the names are nobody's tools.
  marked: {
    'DeepSeek 3, two calls':
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path": "src/main.rs"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>list_dir\n```json\n{"path": ".", "depth": 2}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    'DeepSeek 3, cut in its arguments':
      'First the file.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path": "src/ma',
    'DeepSeek 3.1, behind a sentence without its stop':
      'I look into the file now <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "a"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    'DeepSeek 3.1, no arguments':
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    'DeepSeek 3.1, cut within its name': '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_ti',
    'DeepSeek 3.2, two parameters':
      'Let me see.\n\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="convert">\n<｜DSML｜parameter name="from" string="true">EUR</｜DSML｜parameter>\n<｜DSML｜parameter name="amount" string="false">12.5</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    'DeepSeek 3.2, cut in a parameter':
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="convert">\n<｜DSML｜parameter name="from" string="tr',
    'DeepSeek 4, words behind':
      '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="convert">\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>\nThen I will know the rate.',
    'Gemma 4, nested': '<|tool_call>call:book{room:{floor:2,view:<|"|>sea<|"|>},nights:[1,2]}<tool_call|>',
    'Gemma 4, twice': '<|tool_call>call:one{a:1}<tool_call|><|tool_call>call:two{b:<|"|>x<|"|>}<tool_call|>',
    'Gemma 4, without its tokens, behind words': 'I will book it.\ncall:book{nights:2}',
    'Gemma 4, cut': '<|tool_call>call:book{room:<|"|>the one with the',
    'GLM 4.7, several arguments':
      '<tool_call>send_mail\n<arg_key>to</arg_key>\n<arg_value>ada@example.org</arg_value>\n<arg_key>body</arg_key>\n<arg_value>Hello,\n\nhow to call a function: see the docs.</arg_value>\n</tool_call>',
    'GLM 4.7, no arguments': 'I check the inbox.\n<tool_call>list_mails</tool_call>',
    'GLM 4.7, cut behind a key': '<tool_call>send_mail<arg_key>to</arg_key><arg_val',
    'Harmony, with its tokens':
      '<|channel|>analysis<|message|>We need the file.<|end|><|start|>assistant<|channel|>commentary to=functions.open_file <|constrain|>json<|message|>{"path":"a.txt"}<|call|>',
    'Harmony, the recipient first':
      '<|start|>assistant to=functions.open_file<|channel|>commentary json<|message|>{"path":"a.txt"}',
    'Harmony, without its tokens':
      'analysisWe need the file.assistantcommentary to=functions.open_file json{"path":"a.txt"}',
    'Harmony, cut behind its header': '<|channel|>commentary to=functions.open_file <|constrain|>js',
    'Hermes, words that speak of a format':
      'I convert the format of the file for you.\n<tool_call>\n{"name": "convert", "arguments": {"to": "pdf"}}\n</tool_call>',
    'Hermes, words that speak of an example':
      'Good idea, I will open the example first.\n\n<tool_call>\n{"name": "open_file", "arguments": {"path": "example.md"}}\n</tool_call>\n\nAfter that I explain how it works.',
    'Hermes, words about documentation':
      'Searching the documentation of the model:\n<tool_call>\n{"name": "web", "arguments": {"q": "x"}}\n</tool_call>',
    'Hermes, words about what follows':
      'Done. Using the tool with the following parameters:\n\n<tool_call>\n{"name": "web", "arguments": {"q": "x"}}\n</tool_call>',
    'Hermes, behind another thing done':
      'The template was missing.\nNext, your form.\n<tool_call>\n{"name": "open_form", "arguments": {}}\n</tool_call>',
    'Hermes, on one line with words':
      'Sure! <tool_call>{"name": "convert", "arguments": {"to": "pdf"}}</tool_call> This may take a moment.',
    'Hermes, its closing forgotten': '<tool_call>\n{"name": "convert", "arguments": {"to": "pdf"}}\n',
    'Hermes, cut in a text': '<tool_call>\n{"name": "write_file", "arguments": {"text": "<p>Dear <b>all',
    'Hermes, arguments as text': '<tool_call>{"name": "convert", "arguments": "{\\"to\\": \\"pdf\\"}"}</tool_call>',
    'Hermes, in a thought':
      '<think>The format is unknown, so I should look.\n<tool_call>\n{"name": "inspect", "arguments": {}}\n</tool_call>',
    'Hermes, three calls':
      '<tool_call>\n{"name": "a", "arguments": {}}\n</tool_call>\n<tool_call>\n{"name": "b", "arguments": {}}\n</tool_call>\n<tool_call>\n{"name": "c", "arguments": {}}\n</tool_call>',
    'Jamba, two in a list':
      '<tool_calls>[\n{"name": "a", "arguments": {"x": 1}},\n{"name": "b", "arguments": {"y": [1, 2]}}\n]</tool_calls>',
    'Jamba, cut': 'Right away.\n<tool_calls>[\n{"name": "a", "argum',
    'Kimi K2, two calls':
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.a:0<|tool_call_argument_begin|>{"x": 1}<|tool_call_end|><|tool_call_begin|>functions.b:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    'Kimi K2, behind words':
      'I will search the web.  <|tool_calls_section_begin|><|tool_call_begin|>functions.web:0<|tool_call_argument_begin|>{"q": "tea"}<|tool_call_end|><|tool_calls_section_end|>',
    'Kimi K2, without its section': '<|tool_call_begin|>functions.web:3<|tool_call_argument_begin|>{"q": "t',
    'Kimi K2, without its tokens': 'I will search.\nfunctions.web:0{"q": "tea"}',
    'Llama 3, tagged': '<|python_tag|>{"name": "web", "parameters": {"q": "tea"}}',
    'Llama 3, tagged, a built-in tool': '<|python_tag|>brave_search.call(query="tea")',
    'Llama 3, function': 'Let me search.\n<function=web>{"q": "tea"}</function>',
    'Llama 3, function, cut': '<function=web>{"q": "te',
    'MiniMax M2, two calls':
      '<minimax:tool_call>\n<invoke name="a">\n<parameter name="x">1</parameter>\n</invoke>\n<invoke name="b">\n<parameter name="y">Say "hi"</parameter>\n</invoke>\n</minimax:tool_call>',
    'MiniMax M2, behind a colon':
      'Here is what I do next:\n\n<minimax:tool_call>\n<invoke name="a">\n<parameter name="x">1</parameter>\n</invoke>\n</minimax:tool_call>',
    'MiniMax M2, cut': '<minimax:tool_call>\n<invoke name="a">\n<parameter name="x">1</param',
    'Mistral, a list': '[TOOL_CALLS] [{"name": "a", "arguments": {"x": 1}}, {"name": "b", "arguments": {}}]',
    'Mistral, newer, twice': '[TOOL_CALLS]a[ARGS]{"x": 1}[TOOL_CALLS]b[ARGS]{}',
    'Mistral, with an id': '[TOOL_CALLS]a[CALL_ID]abcDEF123[ARGS]{"x": 1}',
    'Mistral, behind words': 'I look it up.[TOOL_CALLS]a[ARGS]{"x": 1}',
    'Mistral, cut': '[TOOL_CALLS]a[ARGS]{"x": "te',
    'Nemotron, older, two':
      '<TOOLCALL>[{"name": "a", "arguments": {"x": 1}}, {"name": "b", "arguments": {}}]</TOOLCALL>',
    'Nemotron, older, cut': '<TOOLCALL>[{"name": "a", "argu',
    'Nemotron 3, two parameters':
      'Okay.\n<tool_call>\n<function=a>\n<parameter=x>\n1\n</parameter>\n<parameter=y>\ntwo\nlines\n</parameter>\n</function>\n</tool_call>',
    'Phi 4, two': '<|tool_call|>[{"name": "a", "arguments": {"x": 1}}, {"name": "b", "arguments": {}}]<|/tool_call|>',
    'Phi 4 mini, behind words': 'Searching.\nfunctools[{"name": "web", "arguments": {"q": "tea"}}]',
    'Phi 4, cut': '<|tool_call|>[{"name": "a", "arguments": {"x"',
    'Qwen 2.5, behind a line':
      'To answer that, I need the current time.\n<tool_call>\n{"name": "get_time", "arguments": {"zone": "CET"}}\n</tool_call>',
    'Qwen3-Coder, without its outer tag':
      'I read it.\n\n<function=read_file>\n<parameter=path>\nREADME.md\n</parameter>\n</function>\n</tool_call>',
    'Qwen3-Coder, code in a parameter':
      '<tool_call>\n<function=write_file>\n<parameter=text>\n```python\nprint("for example")\n```\n</parameter>\n</function>\n</tool_call>',
    'Qwen3-Coder, cut in a parameter': '<tool_call>\n<function=write_file>\n<parameter=text>\nimport os\n\ndef main():',
    'Qwen3-Coder, no parameters': '<tool_call>\n<function=list_files>\n</function>\n</tool_call>',
    'Qwen3-Coder, words behind':
      'Now:\n<tool_call>\n<function=list_files>\n</function>\n</tool_call>\nYou will get a list of the files.',
    'LFM 2, two': '<|tool_call_start|>[a(x=1), b(y="two")]<|tool_call_end|>Checking both.',
    'Command, two':
      '<|START_THINKING|>I need both.<|END_THINKING|><|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "a", "parameters": {"x": 1}},\n    {"tool_call_id": "1", "tool_name": "b", "parameters": {}}\n]<|END_ACTION|>',
  },
  // Forms that the name of a tool tells, or its arguments where nobody knows the tools.
  known: {
    'Llama 3': '{"name": "get_weather", "parameters": {"city": "São Paulo", "days": 3}}',
    'Llama 3, two':
      '{"name": "get_weather", "parameters": {"city": "Oslo"}}; {"name": "search", "parameters": {"q": "tea"}}',
    'Llama 3, two lines':
      '{"name": "get_weather", "parameters": {"city": "Oslo"}}\n{"name": "search", "parameters": {"q": "tea"}}',
    'Llama 3, spread over lines':
      '{\n  "name": "search",\n  "parameters": {\n    "q": "tea",\n    "options": {"lang": "en", "safe": true}\n  }\n}',
    'Llama 3, behind words': 'I will look that up.\n\n{"name": "search", "parameters": {"q": "tea"}}',
    'Llama 3, typed, behind a colon':
      'Calling the function:\n{"type": "function", "name": "search", "parameters": {"q": "tea"}}',
    'Llama 3, cut': '{"name": "get_weather", "parameters": {"city": "Os',
    'Llama 3, no arguments': '{"name": "get_weather", "parameters": {}}',
    'OpenAI’s':
      '{"id": "call_1", "type": "function", "function": {"name": "search", "arguments": "{\\"q\\": \\"tea\\"}"}}',
    'OpenAI’s message':
      '{"tool_calls": [{"type": "function", "function": {"name": "search", "arguments": {"q": "tea"}}}]}',
    'a list of two':
      '[{"name": "get_weather", "arguments": {"city": "Oslo"}}, {"name": "search", "arguments": {"q": "tea"}}]',
    'a list, words behind': '[{"name": "search", "arguments": {"q": "tea"}}]\n\nI will wait for the results.',
    'a list, cut': '[{"name": "search", "arguments": {"q": "te',
    'Python in a list': '[get_weather(city="Oslo")]',
    'Python in a list, two': '[get_weather(city="Oslo", days=2), search(q="tea [green], (hot)")]',
    'Python in a list, behind words': 'Let me check.\n[search(q="tea", filters={"lang": ["en", "no"]})]',
    'Python in a list, cut': '[get_weather(city="Oslo"), search(q="te',
    'Python in a list, no arguments': '[get_weather(), search(q="tea")]',
    'a code block, behind words':
      'I’ll check the weather for you:\n\n```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```',
    'a code block, words behind':
      '```json\n{"name": "search", "arguments": {"q": "tea"}}\n```\nI will tell you what I find.',
    'a code block, cut': '```json\n{"name": "search", "arguments": {"q": "te',
    'a code block of tags':
      'Let me look.\n```\n<tool_call>\n{"name": "search", "arguments": {"q": "tea"}}\n</tool_call>\n```',
    'Claude’s': '{"type": "tool_use", "id": "toolu_1", "name": "search", "input": {"q": "tea"}}',
    'LangChain’s': '{"name": "search", "args": {"q": "tea"}, "id": "1", "type": "tool_call"}',
    'Hermes, words for somebody':
      'Okay, checking that for you now.\n\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>',
    'Hermes, behind a colon in a line':
      'The forecast needs the API, so: <tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>',
    'Nemotron 3, behind words without a stop':
      'Here you go\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>',
    'Llama 3, behind words without a stop': 'One moment please <function=get_weather>{"city": "Oslo"}</function>',
    'Llama 3, behind words of other things':
      'Your flight is next; let me see the weather first.\n{"name": "get_weather", "parameters": {"city": "Oslo"}}',
    'Python in a list, behind its name': 'Calling get_weather:\n[get_weather(city="Oslo")]',
    'a code block between sentences':
      'I will now call the function.\n```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```\nPlease wait.',
    'Hermes, behind a thought about models':
      '<think>The model of the car is unknown, the docs may say. Search.</think>\n<tool_call>\n{"name": "search", "arguments": {"q": "car"}}\n</tool_call>',
    'Mistral, words that explain in an argument':
      '[TOOL_CALLS]search[ARGS]{"q": "how to call a function, for example"}',
    'Harmony, its usual form': '<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"q":"x"}',
    'Gemma 4, behind a sentence': 'To answer you need data. <|tool_call>call:search{q:<|"|>x<|"|>}<tool_call|>',
    'GLM 4.7, words that explain in a value':
      '<tool_call>search\n<arg_key>q</arg_key>\n<arg_value>an example of the format</arg_value>\n</tool_call>',
    'MiniMax M2, behind a colon in a line':
      'First step: <minimax:tool_call>\n<invoke name="search">\n<parameter name="q">x</parameter>\n</invoke>\n</minimax:tool_call>',
    'Hermes, behind German words':
      'Ich sehe nach.\n<tool_call>\n{"name": "search", "arguments": {"q": "Wetter"}}\n</tool_call>',
    'Hermes, behind French words':
      'Je cherche un exemple.\n<tool_call>\n{"name": "search", "arguments": {"q": "x"}}\n</tool_call>',
    'Hermes, behind Chinese words':
      '好的，我来查一下。<tool_call>\n{"name": "search", "arguments": {"q": "x"}}\n</tool_call>',
    'Hermes, behind a Chinese example':
      '我先看一个例子：\n<tool_call>\n{"name": "search", "arguments": {"q": "x"}}\n</tool_call>',
    'a block of tool code': '**Searching…**\n\n```tool_code\nsearch(q="x")\n```',
    'JSON with a thought': '{"thought": "look", "name": "search", "arguments": {"q": "x"}}',
  },
};
