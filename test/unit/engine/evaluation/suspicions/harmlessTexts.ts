/** Texts that hold no call, though they speak of calls, tools, their markup, or have data of a like form. */
export const harmlessTexts: Readonly<Record<string, string>> = {
  // Prose that explains.
  'how Qwen calls':
    'Qwen3-Coder emits calls as XML. A call begins with <tool_call>, then <function=get_weather>, then one <parameter=city> per argument, and ends with </function> and </tool_call>.',
  'how Hermes calls':
    'Hermes-style models wrap JSON in tags:\n\n    <tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>\n\nThe indentation above is only for display.',
  'a bug report':
    'The parser fails when the model forgets </tool_call>. I saw <tool_call>{"name": "search", "arguments": {"q": "x"}} followed by the end-of-turn token, and vLLM raised a JSONDecodeError.',
  'a comparison of forms':
    'Mistral uses [TOOL_CALLS] and [ARGS], Kimi uses <|tool_calls_section_begin|>, and DeepSeek uses <｜tool▁calls▁begin｜>. None of them is standard.',
  'a table of forms':
    '| model | opens | closes |\n| --- | --- | --- |\n| Hermes | `<tool_call>` | `</tool_call>` |\n| Qwen3-Coder | `<function=NAME>` | `</function>` |\n| MiniMax | `<minimax:tool_call>` | `</minimax:tool_call>` |',
  'a table without code':
    '| model | opens | closes |\n| --- | --- | --- |\n| Hermes | <tool_call> | </tool_call> |\n| Phi | <|tool_call|> | <|/tool_call|> |',
  'a list of tokens':
    'Special tokens:\n- <|python_tag|> begins a code call\n- <|eom_id|> ends a message that expects a result\n- <|eot_id|> ends a turn',
  'a question about tokens': 'Should I add <|tool_call_start|> and <|tool_call_end|> to additional_special_tokens?',
  'the opening named last': 'In Llama 3.1 everything after the token is code; that token is <|python_tag|>',
  'the opening named first': '<tool_call> is the tag that Qwen 2.5 uses; its content is JSON.',
  'an opening at the line’s end':
    'The chat template of Hermes opens each call with <tool_call>\nand closes it with </tool_call>\nwith a line break between.',
  'DSML in words':
    'DeepSeek V3.2 writes <｜DSML｜function_calls> around <｜DSML｜invoke name="..."> elements, each with <｜DSML｜parameter name="..."> children.',
  'invoke in words':
    'Claude used to write <invoke name="get_weather"> inside <function_calls>; the API hides this today.',
  'parameter in words': 'Each <parameter name="city"> holds one argument, and <parameter name="days"> is optional.',
  'Harmony in words':
    'In Harmony a call goes to the commentary channel, with to=functions.get_weather in its header, and its body is constrained to JSON by <|constrain|>json.',
  'Kimi’s ids': 'Kimi numbers its calls: functions.get_weather:0 is the first call, functions.search:1 the second one.',
  'Gemma in words':
    'Gemma 4 has call:get_weather{city:Oslo} between its tokens, which is not JSON because keys are not quoted.',
  'a call in a quotation':
    '> <tool_call>\n> {"name": "get_weather", "arguments": {"city": "Oslo"}}\n> </tool_call>\n\nThat is what your model printed. It should have been parsed.',
  'a form with ellipsis':
    'The answer has the shape <tool_call>{"name": ..., "arguments": {...}}</tool_call> for every function.',
  'a form with capitals':
    'Reply in this way:\n<function=FUNCTION_NAME>\n<parameter=PARAMETER_NAME>\nVALUE\n</parameter>\n</function>',
  'a form with braces': 'Format: <function={name}>{arguments}</function>, where {arguments} is a JSON object.',
  'a form with example names':
    'For each function call return a JSON object with function name and arguments within <tool_call></tool_call> XML tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>',
  'a system prompt quoted':
    'Your system prompt says:\n\n"You may call functions. # Tools: <tools>{"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}}</tools>"\n\nThat is enough for the model.',
  'German prose':
    'Das Modell schreibt den Aufruf zwischen <tool_call> und </tool_call>, zum Beispiel {"name": "get_weather", "arguments": {"city": "Oslo"}}.',
  'a changelog':
    '## 0.11.1\n- Fix: `<tool_call>` without a closing tag is no longer dropped\n- Add the parser for [TOOL_CALLS]name[ARGS]{...} of Mistral Small 3.2\n- `"arguments"` may be a string',
  'a review':
    'In line 40 you test for "<tool_call>" with startswith, but a model may write a line break before <tool_call>. Use a regular expression such as r"<tool_call>(.*?)</tool_call>".',
  // Code.
  'a Python parser':
    '```python\nimport re, json\n\ndef calls(text):\n    for body in re.findall(r"<tool_call>(.*?)</tool_call>", text, re.S):\n        yield json.loads(body)\n\nprint(calls(\'<tool_call>{"name": "get_weather", "arguments": {}}</tool_call>\'))\n```',
  'Python without a fence':
    'import json\nTOOL = "<tool_call>"\ncalls = [get_weather(city="Oslo"), search(q="tea")]\nfor call in calls:\n    print(json.dumps(call))',
  'a list of calls in Python': 'results = [get_weather(city="Oslo"), get_weather(city="Rome")]\nprint(results)',
  'a comprehension': 'Use a list: [get_weather(city=name) for name in cities] returns all of them.',
  'a list of objects':
    'layers = [\n    Dense(units=64, activation="relu"),\n    Dense(units=10),\n]\nmodel = Sequential(layers)',
  'a list on one line': 'model = Sequential([Dense(units=64), Dense(units=10)])',
  'a decorator':
    '@app.get("/weather")\ndef get_weather(city: str):\n    return {"name": "get_weather", "arguments": {"city": city}}',
  'pytest’s parameters': '@pytest.mark.parametrize("name", [param(id="a"), param(id="b")])\ndef test_x(name):\n    ...',
  'a Django list': 'urlpatterns = [\n    path(route="weather/", view=get_weather),\n]',
  'a tutorial with the API':
    'First, define the tools and call the API:\n\n```python\nresponse = client.chat.completions.create(model="gpt-4o", messages=messages, tools=tools)\nprint(response.choices[0].message.tool_calls)\n```\n\nThe output is:\n\n```json\n[{"id": "call_1", "type": "function", "function": {"name": "get_weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}}]\n```',
  'a tutorial’s only block':
    'The model answers with the name and the arguments of the function:\n\n```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```\n\nYou run the function and append its result.',
  TypeScript:
    '```ts\ninterface ToolCall { name: string; arguments: Record<string, unknown> }\nconst call: ToolCall = { name: "get_weather", arguments: { city: "Oslo" } };\n```',
  'JavaScript without a fence':
    'const call = { name: "get_weather", arguments: { city: "Oslo" } };\nawait run(call.name, call.arguments);',
  'a Rust type':
    'fn run(call: Box<dyn Fn(ToolCall) -> Result<tool_result>>) {}\nlet m: HashMap<String, FunctionCall> = HashMap::new();',
  'C++ templates':
    'std::function<void(int)> call; std::vector<function<int()>> actions; auto f = std::invoke<action_t>(x);',
  Go: 'type Tool struct {\n\tName string `json:"name"`\n\tParameters map[string]any `json:"parameters"`\n}\nfunc Call[Tool any](t Tool) {}',
  'a Jinja template':
    '{%- for call in message.tool_calls %}\n<tool_call>\n{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}\n</tool_call>\n{%- endfor %}',
  'an f-string': 'text = f"<tool_call>{{\\"name\\": \\"{name}\\", \\"arguments\\": {args}}}</tool_call>"',
  'a regular expression':
    'const pattern = /<function=(\\w+)>([\\s\\S]*?)<\\/function>/g;\nconst other = /<invoke name="([^"]+)">/;',
  'a grammar': 'root ::= "<tool_call>" ws "{\\"name\\": " string ", \\"arguments\\": " object "}" "</tool_call>"',
  'a shell script':
    'curl -s localhost:8000/v1/tools -d \'{"name": "get_weather", "arguments": {"city": "Oslo"}}\' | jq .result',
  'a test’s data': 'expect(parse(\'{"name": "get_weather", "arguments": {"city": "Oslo"}}\')).toEqual({ ok: true });',
  SQL: 'INSERT INTO calls (name, arguments) VALUES (\'get_weather\', \'{"city": "Oslo"}\');',
  // Data.
  'package.json':
    '{\n  "name": "weather-app",\n  "version": "1.0.0",\n  "scripts": { "start": "node index.js" },\n  "dependencies": { "express": "^4.18.0" }\n}',
  'package.json with a function':
    '{\n  "name": "fn",\n  "type": "module",\n  "main": "index.js",\n  "args": ["--port", "80"]\n}',
  'a model’s parameters': '{"name": "resnet50", "parameters": {"layers": 50, "width": 64}, "accuracy": 0.76}',
  'models in a list': '[{"name": "llama", "parameters": "8B"}, {"name": "qwen", "parameters": "7B"}]',
  'a pipeline’s step': '{"name": "resize", "input": "images/", "output": "small/"}',
  'steps in a list': '[{"name": "load", "input": {"path": "a.csv"}}, {"name": "clean", "input": {"drop": ["id"]}}]',
  'an experiment': '{"id": 7, "name": "baseline", "parameters": {"lr": 0.001, "epochs": 3}, "metrics": {"loss": 0.2}}',
  'a debugger’s configuration':
    '{\n  "version": "0.2.0",\n  "configurations": [\n    { "name": "Python: file", "type": "debugpy", "request": "launch", "program": "main.py", "args": ["--verbose"] }\n  ]\n}',
  'a task': '{"label": "build", "type": "shell", "command": "make", "args": ["-j4"], "problemMatcher": []}',
  'a Docker service': '{"name": "db", "image": "postgres:16", "args": {"PGUSER": "me"}, "ports": [5432]}',
  'a test case': '{"name": "adds two numbers", "input": {"a": 1, "b": 2}, "expected": 3}',
  'a recipe': '{"name": "Pancakes", "input": ["flour", "milk", "eggs"], "minutes": 20}',
  'an event of analytics':
    '{"event": "search", "name": "search", "params": {"term": "tea", "results": 12}, "ts": 1700000000}',
  'a lambda’s description':
    '{"function": "thumbnail", "runtime": "python3.12", "memory": 256, "input": {"bucket": "img"}}',
  'a notebook cell':
    '{"cell_type": "code", "source": ["get_weather(city=\\"Oslo\\")"], "outputs": [], "metadata": {"name": "x", "tags": ["parameters"]}}',
  'a tool’s definition':
    '{"name": "get_weather", "description": "The weather of a city", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}',
  'a tool’s definition for Claude':
    '{"name": "get_weather", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}',
  'a tool without words':
    '{"name": "get_weather", "parameters": {"properties": {"city": {"type": "string"}}, "type": "object"}}',
  'MCP’s list of tools':
    '{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "inputSchema": {"type": "object"}}]}}',
  'JSON Schema':
    '{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Call", "type": "object", "properties": {"name": {"type": "string"}, "arguments": {"type": "object"}}, "required": ["name", "arguments"]}',
  OpenAPI:
    'paths:\n  /weather:\n    get:\n      operationId: get_weather\n      parameters:\n        - name: city\n          in: query\n          schema: { type: string }',
  'OpenAPI as JSON':
    '{"paths": {"/weather": {"get": {"operationId": "get_weather", "parameters": [{"name": "city", "in": "query", "required": true, "schema": {"type": "string"}}]}}}}',
  'a parameter of OpenAPI': '{"name": "get_weather", "in": "path", "parameters": [{"name": "city", "in": "query"}]}',
  'a workflow of GitHub':
    'name: CI\non: [push]\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - name: Call the action\n        uses: actions/github-script@v7\n        with:\n          script: |\n            core.info(`call {{ github.event.inputs.name }}`)',
  'an action’s inputs':
    'name: weather\ninputs:\n  city:\n    description: which\nruns:\n  using: composite\n  steps:\n    - run: echo "functions.get_weather"',
  'an HCL block':
    'resource "aws_lambda_function" "get_weather" {\n  function_name = "get_weather"\n  parameters = { city = "Oslo" }\n}',
  'a log':
    '2026-11-02 10:00:01 INFO agent: model called get_weather {"name": "get_weather", "arguments": {"city": "Oslo"}}\n2026-11-02 10:00:02 INFO agent: tool returned 3 items\n2026-11-02 10:00:02 DEBUG agent: done',
  'a log of JSON lines':
    '{"ts": "2026-11-02T10:00:01Z", "level": "info", "msg": "tool called", "name": "get_weather", "arguments": {"city": "Oslo"}}\n{"ts": "2026-11-02T10:00:02Z", "level": "info", "msg": "done"}',
  'a stack trace':
    'Traceback (most recent call last):\n  File "x.py", line 3, in <module>\n    get_weather(city="Oslo")\nTypeError: <function get_weather at 0x7f> takes no keyword arguments',
  'a repr of functions':
    'handlers: {"weather": <function get_weather at 0x7f12>, "search": <bound method Tool.call of <Tool>>}',
  // Markup of other kinds.
  'an HTML page':
    '<!doctype html>\n<html><head><title>Tools</title></head><body><button onclick="invoke(\'get_weather\')">Invoke</button><call-button name="get_weather">Call</call-button></body></html>',
  SVG: '<svg xmlns="http://www.w3.org/2000/svg"><g id="function"><path d="M0 0"/></g><text class="parameter">f(x)</text></svg>',
  'an XML schema':
    '<xs:element name="function"><xs:complexType><xs:attribute name="name" type="xs:string"/></xs:complexType></xs:element>',
  'a Maven plugin':
    '<plugin>\n  <artifactId>x</artifactId>\n  <configuration><parameter name="city">Oslo</parameter></configuration>\n</plugin>',
  'a settings file':
    '<settings>\n  <parameter name="timeout" value="30"/>\n  <parameter name="retries">3</parameter>\n</settings>',
  'an Android intent': '<intent-filter>\n  <action android:name="android.intent.action.VIEW" />\n</intent-filter>',
  'an Ant target':
    '<target name="build">\n  <invoke-tool name="javac"/>\n  <antcall target="x"><param name="a" value="b"/></antcall>\n</target>',
  SOAP: '<soap:Body><m:GetWeather xmlns:m="urn:w"><m:city>Oslo</m:city></m:GetWeather></soap:Body>',
  'a state chart':
    '<scxml><state id="a"><invoke type="http" src="x.scxml"><param name="city" expr="\'Oslo\'"/></invoke></state></scxml>',
  MathML: '<math><apply><csymbol name="function">f</csymbol><ci>x</ci></apply></math>',
  'a WSDL': '<operation name="get_weather"><input message="tns:In"/><output message="tns:Out"/></operation>',
  'XML of functions':
    '<functions>\n  <function name="get_weather" returns="object">\n    <parameter name="city" type="string"/>\n  </function>\n</functions>',
  'documentation of C#':
    '/// <summary>Gets the weather.</summary>\n/// <param name="city">Which one.</param>\n/// <returns>What it is.</returns>',
  'links in Markdown':
    '- [TOOL_CALLS](https://docs.mistral.ai) are described there\n- [AVAILABLE_TOOLS] lists them\n- See [call(me)](https://x.org)',
  'an INI file': '[TOOLS]\nname = get_weather\n[FUNCTION_CALL]\nenabled = true',
  'a letter':
    'Dear team,\n\nplease call me (not by mail) before Friday: the function {name} of our tool needs parameters, and I have no input yet.\n\nBest, Ada',
  // The words of a final answer that follows calls.
  'an answer after calls':
    'I called get_weather with city = "Oslo" and got {"temperature": 4, "rain": true}, so take an umbrella.',
  'a result quoted': 'The tool said:\n\n{"name": "Oslo", "country": "NO", "temperature": 4}',
  'a plan': '1. Call get_weather(city="Oslo").\n2. If it rains, call search(q="umbrella").\n3. Tell the user.',
  'a signature with defaults': 'get_weather(city="Oslo", days=1) returns a dictionary; search(q) returns a list.',
  // Again of all kinds.
  'elements of calls, explained':
    'Use the following XML to invoke a function:\n\n<function_calls>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\n</function_calls>\n\nThe runtime executes it.',
  'a chapter about calling':
    '# Tool calling\n\nThe assistant message contains a `tool_calls` array:\n\n```json\n{\n  "role": "assistant",\n  "tool_calls": [{"id": "1", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}]\n}\n```\n',
  'a message in an API’s form':
    '{"role": "assistant", "content": null, "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}',
  'a request in an API’s form':
    '{"model": "gpt-4o", "tools": [{"type": "function", "function": {"name": "get_weather", "description": "d", "parameters": {"type": "object", "properties": {}}}}]}',
  'an input’s type': '{"name": "input", "type": "string", "parameters": {"max": 3}}',
  'a schema’s properties':
    '{"type": "object", "properties": {"name": {"type": "string"}, "parameters": {"type": "object"}}}',
  'a component’s properties': '{"name": "my-component", "props": {"x": 1}}',
  'functions that are declared': '{"functions": [{"name": "get_weather", "parameters": {"type": "object"}}]}',
  'a tool of a workshop': '{"tool": "hammer", "weight": 3}',
  'an event of GitHub': '{"action": "opened", "number": 3, "pull_request": {"title": "x"}}',
  'a person': '{"name": "Sarah", "args": "none"}',
  'a product': '{"id": 3, "name": "Widget", "parameters": [1, 2, 3]}',
  'a program’s arguments': '{"name": "unet", "arguments": ["--epochs", "3"]}',
  'parameters of a query': '[{"name": "city", "in": "query", "required": true}, {"name": "days", "in": "query"}]',
  'YAML with names and arguments': 'name: search\nparameters:\n  q: tea\narguments:\n  - a',
  'a member with a name and an input': '"parameters": {"name": "city", "input": "text"}',
  'a function of Python that makes calls':
    'def call(tool: str, arguments: dict) -> dict:\n    return {"name": tool, "arguments": arguments}',
  'a variable that holds a call': 'payload = {"name": "get_weather", "arguments": {"city": "Oslo"}}',
  'a member that holds a call': '  "function": {"name": "get_weather", "arguments": {"city": "Oslo"}},',
  'a log of a call of Python': 'INFO:agent:[get_weather(city="Oslo")] took 3 ms',
  'a log in fields': '[2026-11-02 10:00:01] tool_call name=get_weather arguments={"city": "Oslo"}',
  'a log of a server': '2026-11-02T10:00:01Z app[web.1]: {"name": "get_weather", "arguments": {"city": "Oslo"}}',
  'a log of an answer':
    'DEBUG:root:Response: <tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>',
  'an answer in quotation marks': 'The response was "<tool_call>{\\"name\\": \\"x\\"}</tool_call>", which is wrong.',
  'the canonical form': 'Our docs show <function=get_weather>{"city": "Oslo"}</function> as the canonical form.',
  'a question and its answer': 'Q: What does <|python_tag|> mean?\nA: It begins a call of a tool in Llama 3.1.',
  'a list of tokens in one line':
    'Tokens: <tool_call>, </tool_call>, <tool_response>, </tool_response>, <think>, </think>',
  'a vocabulary': 'In the vocabulary:\n151657: <tool_call>\n151658: </tool_call>\n151665: <tool_response>',
  'a tokenizer’s configuration': '"151657": {"content": "<tool_call>", "lstrip": false, "special": true}',
  'tokens with their numbers': '<tool_call> (151657)\n</tool_call> (151658)',
  'a table of tokens': '| <tool_call> | 151657 |\n| </tool_call> | 151658 |',
  'tokens that stop': 'stop=["<|eot_id|>", "<|eom_id|>", "</tool_call>", "<tool_call>"]',
  'a system prompt':
    'You are given tools in <tools></tools>. For each call return JSON in <tool_call></tool_call> tags.',
  'German words before a call':
    'Wenn das Modell ein Werkzeug ruft, schreibt es:\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>\nDer Server liest das.',
  'steps with tags': '1. Parse the `<tool_call>` block\n2. Validate `arguments`\n3. Execute',
  'empty elements': '<function name="f" />\n<invoke method="GET"/>',
  'a macro of Confluence':
    '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">xml</ac:parameter></ac:structured-macro>',
  'elements of a form': '<action name="save" type="submit">Save</action> <tool id="1">x</tool>',
  'Spring’s beans': '<beans><bean class="A"><constructor-arg name="x" value="1"/></bean></beans>',
  'a page of JSP': '<jsp:invoke fragment="x"/><jsp:param name="city" value="Oslo"/>',
  'a drill': '<tool name="drill"><speed>3</speed></tool>',
  'a workflow in XML': '<workflow><call name="notify"><to>ada</to></call></workflow>',
  'a command with a parameter': '<command name="build"><parameter name="target">all</parameter></command>',
  'a function with its type': '<function name="main"><return type="int"/></function>',
  XSLT: '<xsl:call-template name="row"><xsl:with-param name="x" select="1"/></xsl:call-template>',
  'sections in capitals': '[TOOL]\nname=search\n[API_CALLS]\nlimit=3',
  'notes in capitals': '[NOTE] [TODO] [FUNCTION] [ACTION]\nnone of these {is} a call',
  'a telephone number': 'Call me at 555-1234. My function(s): cook(), clean().',
  'methods in words': 'cook(), clean() and search(q="tea") are methods.',
  'a call with its result': 'search(q="tea")\n-> 3 results',
  'a session of Python': '>>> search(q="tea")\n[1, 2, 3]',
  'a session of a shell': '$ search --q tea\n{"results": []}',
  'an awaited call': 'await search({ q: "tea" });',
  'a call with an object': 'const x = search({ name: "get_weather", arguments: {} });',
  'Gemma’s syntax': 'The function call:search{...} syntax is Gemma’s.',
  'functions of a configuration': 'Use functions.search in the config; functions.get_weather: 0 means disabled.',
  'a mail’s header': 'Send mail to=ada@example.org subject=hello',
  'options of a command': 'rsync --to=functions.search /a /b',
  'a step in YAML':
    '```yaml\n- name: Run\n  uses: actions/checkout@v4\n  with:\n    name: get_weather\n    arguments: {city: Oslo}\n```',
  'what stands above, named':
    '```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```\n\nAbove is a valid call.',
  'a valid call, named': 'Here is a valid call:\n```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```',
  'what should have come':
    'Answer: the model should have produced\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>\nbut it produced nothing.',
  'what was expected':
    'Expected:\n<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>\nActual:\n(empty)',
  'two tags compared': 'Before: `<tool_call>`; after: `[TOOL_CALLS]`.',
  'a good call in a sentence':
    'A good call is <tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>.',
  'types of a module': 'import { tool_call } from "x"; type A = Promise<tool_call>; const b = <tool_call />;',
  'a component of React': 'function f<ToolCall>(a: ToolCall) { return <ToolCall name="x" />; }',
  'attributes of a component': '<ToolCall name={call.name} arguments={call.arguments} />',
  'a button of React': '<InvokeButton>{label}</InvokeButton>',
  'children of React': 'return <FunctionCall>{children}</FunctionCall>;',
  'a generic of Rust': 'fn invoke<F: Fn()>(f: F) {} // <function>{x}',
  'headers of C++': '#include <functional>\n#include <tool_call.h>\nint main() { return 0; }',
  'a map of calls': 'const map = new Map<string, ToolCall[]>();\nmap.set("a", [search(q)]);',
  'a model’s habit':
    'A model that was trained on Hermes data emits <tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call> when it wants a tool.',
  'a question about a model':
    'Why does my model write <function=get_weather>{"city": "Oslo"}</function> instead of JSON?',
  'parameters within a function, in words':
    'The XML dialect nests <parameter=city>Oslo</parameter> in <function=get_weather>, and the whole in <tool_call>.',
  'how a parser splits': 'Qwen’s parser splits at "<function=" and "</function>", then at "<parameter=".',
  'a declaration in words':
    'Functions are declared like so: <function name="get_weather"><parameter name="city" type="string"/></function>.',
  'a model’s settings': '{"name": "gpt-4", "parameters": {"temperature": 0.2}, "provider": "openai"}',
  'a job that is done': '{"id": "job-7", "name": "train", "input": {"dataset": "mnist"}, "status": "done"}',
  'an address as input': '{"name": "curl", "input": "https://x.org"}',
  'a step with parameters': '{"type": "step", "name": "resize", "parameters": {"width": 300}}',
  'a benchmark': '[{"name": "beta", "parameters": {"a": 1, "b": 2}, "mean": 0.3}]',
  'a server’s command': '{"name": "http", "args": ["-v"], "env": {"A": "1"}}',
  'a distribution': '{"name": "Normal", "parameters": ["mu", "sigma"]}',
  'a function of mathematics': '{"function": "sin", "parameters": ["x"]}',
  'a function with its roots': '{"function": "quadratic", "parameters": {"a": 1, "b": 2, "c": 3}, "roots": [1, 2]}',
  'a linter': '{"tool": "eslint", "args": {"fix": true}, "version": "9"}',
  'an action with an input': '{"action": "retry", "input": {"n": 3}}',
  'YAML of a tool': 'name: get_weather\ndescription: d\nparameters:\n  type: object',
  'a step whose inputs have names':
    'jobs:\n  x:\n    steps:\n      - name: search\n        uses: a/b@v1\n        with: { "name": "get_weather", "arguments": "x" }',
  'a schema in a block':
    'The schema:\n```json\n{"type": "object", "properties": {"name": {"const": "get_weather"}, "arguments": {"type": "object"}}}\n```',
  'a response’s body': 'Example response body:\n```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```',
  'calls in a program’s block': '```python\ncalls = [get_weather(city="Oslo"), search(q="x")]\n```',
  'a list of calls in words': 'In Python one could write [get_weather(city="Oslo"), search(q="x")] to get both.',
  'a list that is returned': 'def main():\n    return [get_weather(city="Oslo"), search(q="x")]',
  'a log with slashes': '2026/11/02 10:00 [INFO] tool_calls=[{"name": "get_weather", "arguments": {"city": "Oslo"}}]',
  'a log with arrows': '[agent] -> {"name": "get_weather", "arguments": {"city": "Oslo"}}\n[agent] <- {"rain": true}',
  'a log of a system': 'Nov 02 10:00:01 host app: call {"name": "get_weather", "arguments": {}}',
  'a tip': 'Tip: never put </tool_call> into an argument, since <tool_call> would close early.',
  'a token in German': 'Das Token <|python_tag|> leitet den Aufruf ein, <|eom_id|> beendet ihn.',
  'Spanish words': 'El modelo escribe <tool_call> y luego JSON con "name" y "arguments".',
  'a text to translate': 'Translate "<tool_call>" into French.',
  'two forms compared': 'What is the difference between <invoke name="x"> and <function=x>?',
  'an example in OpenAPI':
    'openapi: 3.1.0\npaths:\n  /x:\n    post:\n      operationId: search\n      requestBody: {content: {application/json: {example: {"name": "a", "arguments": {}}}}}',
  'schemas of OpenAPI':
    '{"openapi": "3.0.0", "components": {"schemas": {"Call": {"properties": {"name": {}, "parameters": {}}}}}}',
  'an event with a payload':
    '{"event": "function_call", "payload": {"name": "get_weather", "arguments": {"city": "Oslo"}}}',
  'a result in words': 'Tool result of get_weather(city="Oslo"): {"rain": true}.',
  'JSON that is invalid': 'The following JSON is invalid: {"name": "get_weather", "arguments": {"city": "Oslo"}',
  'styles of SVG': '<svg><style>.function{}</style><g class="invoke"><text>call(x)</text></g></svg>',
  'elements of a function': '<function>\n<name>f</name>\n<parameter>x</parameter>\n</function>',
  'a list of tools in XML': '<tools><tool name="a" path="/a"/><tool name="b"/></tools>',
  'a cell of a drawing': '<mxCell value="call" style="action"/><invoke/>',
};
