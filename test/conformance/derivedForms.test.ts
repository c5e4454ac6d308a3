import assert from 'node:assert/strict';
import { modelTemplates } from '../../src/engine/index.ts';
import { operations } from './adapters/operations.ts';

type Message = Readonly<Record<string, unknown>>;

const thoughts = "{%- if m.reasoning_content %}{{- '<reflect>' + m.reasoning_content + '</reflect>' }}{%- endif %}";
const json = '(f.arguments | tojson)';
const said = '{{- m.content }}';

/** Each argument between marks: `value` is how its value is written. */
function each(open: string, mid: string, close: string, value = '(v | tojson)'): string {
  return `{%- for k, v in f.arguments.items() %}{{- ${open} + k + ${mid} + ${value} + ${close} }}{%- endfor %}`;
}

/** Calls one after the other. */
function calls(call: string, [before, between, after] = ['', '', '']): string {
  return `{%- if m.tool_calls %}${before}{%- for c in m.tool_calls %}{%- set f = c.function %}${call}{%- if not loop.last %}${between}{%- endif %}{%- endfor %}${after}{%- endif %}`;
}

/** How answers are written in forms that belong to no family. */
const forms: Readonly<Record<string, string>> = {
  'calls in lines of YAML': `${thoughts}${said}${calls(`{{- '\\n<call>\\nname: ' + f.name + '\\nargs:\\n' }}${each("'  '", "': '", "'\\n'")}{{- '</call>' }}`)}`,
  'arguments in elements of their names': `${thoughts}${said}${calls(`{{- '<use><name>' + f.name + '</name><args>' }}${each("'<'", "'>'", "'</' + k + '>'", '(v if v is string else v | tojson)')}{{- '</args></use>' }}`)}`,
  'keys and values between semicolons': `${said}${calls(`{{- '\\n!CALL ' + f.name + ' | ' }}${each("''", "'='", "('; ' if not loop.last else '')")}{{- ' !END' }}`)}`,
  'calls of Python in a list': `${said}${calls(`{{- f.name + '(' }}${each("''", "'='", "(', ' if not loop.last else '')")}{{- ')' }}`, ["{{- '<|act|>[' }}", "{{- ', ' }}", "{{- ']<|/act|>' }}"])}`,
  'numbered calls': `${said}${calls(`{{- '\\n#' + (loop.index | string) + ' ' + f.name + ' ' + ${json} }}`)}`,
  'calls within other objects': `${thoughts}${said}${calls("{{- '<act>' + ({'step': loop.index, 'call': {'fn': f.name, 'with': f.arguments}} | tojson) + '</act>' }}")}`,
  'thoughts behind the words': `${said}{%- if m.reasoning_content %}{{- '<because>' + m.reasoning_content + '</because>' }}{%- endif %}${calls(`{{- '<do name="' + f.name + '">' + ${json} + '</do>' }}`)}`,
  'a name as the key of its arguments': `${thoughts}${said}${calls(`{{- '<tool>{"' + f.name + '": ' + ${json} + '}</tool>' }}`)}`,
  'a name behind its arguments': `${said}${calls(`{{- '<call>' + ${json} + ' => ' + f.name + '</call>' }}`)}`,
  'a name in the closing as well': `${thoughts}${said}${calls(`{{- '<do:' + f.name + '>' + ${json} + '</do:' + f.name + '>' }}`)}`,
  'arguments in brackets like those of calls': `${said}${calls(`{{- '(call ' + f.name }}${each("' (:'", "' '", "')'")}{{- ')' }}`)}`,
  'a closing of the brackets that end JSON': `${thoughts}${calls(`{{- '{{{' + f.name + ' ' + ${json} + '}}}' }}`)}{%- if m.content %}{{- '<|say|>' + m.content }}{%- endif %}`,
  'a list that says how long it is': `${thoughts}${said}${calls("{{- '<item>' + ({'function': {'name': f.name, 'arguments': f.arguments}} | tojson) + '</item>' }}", ["{{- '<batch size=' + (m.tool_calls | length | string) + '>' }}", '', "{{- '</batch>' }}"])}`,
  'calls without a closing': `${thoughts}${said}${calls(`{{- '<|tc|>' + f.name + '<|sep|>' + ${json} }}`, ['', '', "{{- '<|end|>' }}"])}`,
  'texts between delimiters that differ': `${thoughts}${said}${calls(`{{- '<|c|>' + f.name + '{' }}${each("''", "':'", "(',' if not loop.last else '')", "('<<|' + v + '|>>' if v is string else v | tojson)")}{{- '}<|/c|>' }}`)}`,
  'arguments between bars': `${said}${calls(`{{- '|' + f.name }}${each("'|'", "':'", "''")}{{- '||' }}`)}`,
  'thoughts under a heading': `{%- if m.reasoning_content %}{{- '# Thoughts\\n' + m.reasoning_content + '\\n# Answer\\n' }}{%- endif %}${said}${calls("{{- '\\n~~~call\\n' + ({'name': f.name, 'arguments': f.arguments} | tojson) + '\\n~~~' }}")}`,
  'thoughts without a mark before marked words': `{%- if m.reasoning_content %}{{- m.reasoning_content }}{%- endif %}{%- if m.content %}{{- '<|say|>' + m.content }}{%- endif %}${calls(`{{- '<|act|>' + f.name + ${json} + '<|/act|>' }}`)}`,
  'thoughts that only end': `{%- if m.reasoning_content %}{{- m.reasoning_content + '</mull>' }}{%- endif %}${said}${calls(`{{- '<act>' + ${json} + ' by ' + f.name + '</act>' }}`)}`,
  'values that JSON does not know': `${said}${calls(`{{- '<c:' + f.name + '>{' }}${each("(',' if not loop.first else '')", "':'", "''", "('<q>' + v + '</q>' if v is string else 'None' if v is none else v | tojson)")}{{- '}</c>' }}`)}`,
  'lists of texts in single quotes': `${said}${calls(`{{- f.name + '(' }}${each("''", "'='", "(', ' if not loop.last else '')", `('[' + "'" + (v | join("', '")) + "'" + ']' if v is sequence and v is not string and v is not mapping and v | length > 0 and v[0] is string else "'" + v + "'" if v is string else v | tojson)`)}{{- ')' }}`, ["{{- '<|act|>[' }}", "{{- ', ' }}", "{{- ']<|/act|>' }}"])}`,
  'a comma between marked calls': `${said}${calls(`{{- '<i>' + f.name + '<j>' + ${json} + '</j></i>' }}`, ["{{- '<all>' }}", "{{- ',' }}", "{{- '</all>' }}"])}`,
  'texts of several lines': `${said}${calls(`{{- '\\n%call ' + f.name + '\\n' }}${each("'%arg '", "'\\n'", "'\\n'", '(v if v is string else v | tojson)')}{{- '%end' }}`)}`,
  'tags with the number of the call': `${thoughts}${said}${calls(`{%- set n = loop.index | string %}{{- '<call_' + n + '>' + f.name + ' ' + ${json} + '</call_' + n + '>' }}`)}`,
  'arguments with their numbers': `${said}${calls(`{{- '<fn ' + f.name + '>' }}{%- for k, v in f.arguments.items() %}{%- set n = loop.index | string %}{{- '<a' + n + ' ' + k + '>' + (v if v is string else v | tojson) + '</a' + n + '>' }}{%- endfor %}{{- '</fn>' }}`)}`,
  'statements in lines': `${thoughts}${said}${calls(`{{- f.name + '(' }}${each("''", "'='", "(', ' if not loop.last else '')")}{{- ');' }}`, ["{{- '<py>\\n' }}", "{{- '\\n' }}", "{{- '\\n</py>' }}"])}`,
  'JSON in lines': `${said}${calls(`{{- ({'call': f.name, 'with': f.arguments} | tojson) + '\\n' }}`, ["{{- '<jsonl>\\n' }}", '', "{{- '</jsonl>' }}"])}`,
  'JSON between bars': `${said}${calls("{{- {'fn': {'name': f.name}, 'data': f.arguments} | tojson }}", ["{{- '<w>' }}", "{{- '|' }}", "{{- '</w>' }}"])}`,
  'names and JSON between semicolons': `${said}${calls(`{{- f.name + ' ' + ${json} + ';' }}`, ["{{- '\\nDO ' }}", "{{- ' ' }}", "{{- ' OD' }}"])}`,
  'thoughts, words and calls that only open': `{%- if m.reasoning_content %}{{- 'Thought: ' + m.reasoning_content + '\\n' }}{%- endif %}{%- if m.content %}{{- 'Final: ' + m.content + '\\n' }}{%- endif %}${calls(`{{- 'Action: ' + f.name + '\\nInput: ' + ${json} + '\\n' }}`)}`,
  'arguments as attributes': `${said}${calls(`{{- '<' + f.name }}${each("' '", "'='", "''")}{{- '/>' }}`)}`,
  'quoted keys between commas': `${said}${calls(`{{- '<s>' + f.name + '|' }}${each("'\"'", "'\": '", "(', ' if not loop.last else '')")}{{- '</s>' }}`)}`,
  'calls in a code block': `${said}${calls(`{{- 'call("' + f.name + '", ' + ${json} + ');' }}`, ["{{- '\\n```js\\n' }}", "{{- '\\n' }}", "{{- '\\n```' }}"])}`,
  'keys and texts as they are': `${said}${calls(`{{- '<|fn|>' + f.name }}${each("'<|key|>'", "'<|val|>'", "''", '(v if v is string else v | tojson)')}{{- '<|/fn|>' }}`)}`,
};

const chatTemplate = (answer: string) =>
  `{%- for m in messages %}{%- if m.role == 'assistant' %}{{- '<|bot|>' }}${answer}{{- '<|fin|>' }}{%- else %}{{- '<|' + m.role + '|>' + m.content + '<|fin|>' }}{%- endif %}{%- endfor %}{%- if add_generation_prompt %}{{- '<|bot|>' }}{%- endif %}`;

const call = (name: string, args: object) => ({ type: 'function', function: { name, arguments: args } });
const parcel = call('send_parcel', {
  to: "Zoë O'Hara\n2 < 3 Rue",
  weight: 2.5,
  express: true,
  items: ['tea', 'cup, blue'],
  note: 'a "b" {c}',
});

const track = call('track', { parcel: 'K-7', days: 12 });
const tools = [
  ['send_parcel', { to: 'string', weight: 'number', express: 'boolean', items: 'array', note: 'string' }] as const,
  ['track', { parcel: 'string', days: 'integer' }] as const,
  ['status', {}] as const,
].map(([name, types]) => ({
  type: 'function',
  function: {
    name,
    description: 'About parcels.',
    parameters: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(types).map(([key, type]) => [key, { type }])),
    },
  },
}));
const reasoning_content = 'Parcels, then.\n\nTwo of them.';
const messages: readonly Message[] = [
  { content: 'It left at 9:30 – see *track*.\n\n- f(x), g(y)\n- {a}: [b]' },
  { content: '', tool_calls: [parcel] },
  { content: 'I send it.', tool_calls: [call('status', {})] },
  { content: 'Both:', tool_calls: [track, parcel] },
  { content: 'So:\n\n```py\nf(1)\n```\n\nThat is all; it\'s 5" long.', tool_calls: [call('status', {})] },
  { content: 'Gone.', reasoning_content },
  { content: '', reasoning_content, tool_calls: [parcel, track, track] },
];

/** What counts of a message: no blanks at the ends of texts, and nothing that is empty. */
function counted(message: Message): object {
  const text = (key: string) => String(message[key] ?? '').trim();
  return { content: text('content'), thoughts: text('reasoning_content'), calls: message.tool_calls ?? [] };
}

suite('response templates derived from forms of no family', () => {
  const question = { role: 'user', content: 'Where is it?' };
  for (const [name, answer] of Object.entries(forms))
    test(name, () => {
      const chat_template = chatTemplate(answer);
      const { template, proved, kinds } = modelTemplates().derive(new Map([['chat_template.jinja', chat_template]]));
      assert.ok(proved, JSON.stringify(kinds.filter(({ cameBack }) => !cameBack)));
      const render = (said: readonly Message[], add_generation_prompt: boolean) =>
        String(
          operations.transformers.renderChatTemplate({ chat_template, messages: said, tools, add_generation_prompt }),
        );
      const prompt = render([question], true);
      for (const message of messages.filter(each => !each.reasoning_content || answer.includes('reasoning_content'))) {
        const text = render([question, { role: 'assistant', ...message }], false).slice(prompt.length);
        const input = { response_template: template, text, prefix: prompt, tools };
        const read = operations.transformers.parseResponse(input) as Message;
        assert.deepEqual(counted(read), counted(message), text);
      }
    });

  test('blanks at the ends of a text, where it is written as it is', () => {
    const chat_template = chatTemplate(forms['keys and texts as they are']!);
    const { template } = modelTemplates().derive(new Map([['chat_template.jinja', chat_template]]));
    const text = '<|fn|>track<|key|>parcel<|val|> 5" wide\n<|/fn|><|fin|>';
    const read = operations.transformers.parseResponse({ response_template: template, text, prefix: '' }) as Message;
    assert.deepEqual(read.tool_calls, [call('track', { parcel: ' 5" wide\n' })]);
  });

  test('what comes back otherwise is told, with the argument', () => {
    const { proved, kinds } = modelTemplates().derive(
      new Map([
        [
          'chat_template.jinja',
          chatTemplate(forms['values that JSON does not know']!.replace('v | tojson', 'v | string')),
        ],
      ]),
    );
    assert.equal(proved, false);
    const reasonOf = (wanted: string) => kinds.find(({ kind }) => kind === wanted)?.reason ?? '';
    assert.match(
      reasonOf('arguments of all types'),
      /^`tool_calls` comes back otherwise: `wishes`, which is \["window", "table, please"\], as "/,
    );
    assert.match(reasonOf('null within an argument'), /writes nothing within an argument otherwise than JSON/);
  });

  test('what a template keeps beside calls only, or where there are no words at all', () => {
    const kept = {
      thoughts: `{%- if m.tool_calls %}${thoughts}{%- endif %}${said}${calls(`{{- '<do>' + f.name + ${json} + '</do>' }}`)}`,
      calls: `{%- if m.content is none %}${calls(`{{- '<c>' + f.name + ${json} + '</c>' }}`)}{%- else %}${said}{%- endif %}`,
    };
    const fieldsOf = (answer: string) =>
      modelTemplates().derive(new Map([['chat_template.jinja', chatTemplate(answer)]])).template.fields as Record<
        string,
        object
      >;
    assert.deepEqual(fieldsOf(kept.thoughts).reasoning_content, { open: '<reflect>', close: '</reflect>' });
    assert.match(JSON.stringify(fieldsOf(kept.calls).tool_calls), /"<c>\(\?P<name>.*"close":"<\/c>"/);
  });

  test('contents as parts, and a header that the history has and the prompt has not', () => {
    const parts = chatTemplate('{%- for p in m.content %}{{- p.text }}{%- endfor %}').replace(
      "'|>' + m.content +",
      "'|>' + m.content[0].text +",
    );
    assert.ok(modelTemplates().derive(new Map([['chat_template.jinja', parts]])).proved);
    const chat_template = chatTemplate(`${said}${calls(`{{- '<do>' + f.name + ${json} + '</do>' }}`)}`)
      .replace("'<|' + m.role + '|>'", "('<|fin|>' if m.role != 'tool' else '') + '<|' + m.role + '|>'")
      .replace('if add_generation_prompt', "if add_generation_prompt and messages[-1].role != 'tool'");
    const { template, proved, kinds } = modelTemplates().derive(new Map([['chat_template.jinja', chat_template]]));
    assert.ok(proved, JSON.stringify(kinds.filter(({ cameBack }) => !cameBack)));
    const read = operations.transformers.parseResponse({
      response_template: template,
      text: '<|bot|>Noon.<|fin|>',
      prefix: '<|tool|>12:00<|fin|>',
      tools,
    }) as Message;
    assert.equal(read.content, 'Noon.');
  });
});
