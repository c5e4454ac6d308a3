/** A field of a response template that may read the calls of some answers. */
export interface CallDraft {
  /** What stands in answers that have such calls. */
  readonly sign: RegExp;
  readonly field: Readonly<Record<string, unknown>>;
  /** Marks around all calls, which are no part of one. */
  readonly around?: readonly string[];
  /** Calls end with the answer, as content does, or with one of these marks, which open another. */
  readonly closes?: readonly string[];
  /** Or with what begins a further call, a pattern. */
  readonly next?: string;
}

const name = '(?P<name>[\\w.:/-]+?)';
const named = { type: 'function', function: { name: '{name}', arguments: '{content}' } };
const nameAndArguments = { type: 'function', function: { name: '{content.name}', arguments: '{content.arguments}' } };
const nameAndParameters = { type: 'function', function: { name: '{content.name}', arguments: '{content.parameters}' } };
const eachOf = (nameKey: string, key: string) => ({
  transform_each: true,
  transform: { type: 'function', function: { name: `{${nameKey}}`, arguments: `{${key}}` } },
});
const inTags = (tag: string) => ({ content: 'xml-inline', content_args: { tag_pattern: tag }, transform: named });
const asJson = { content: 'json', transform: named };
const dsml = '\uff5cDSML\uff5c';
const value = '(?P<value>.*?)';

/** The arguments of a call of Python, by their names. */
const pythonArguments = () => ({
  content: 'xml-inline',
  content_args: {
    tag_pattern: '(?P<key>\\w+)=(?P<value>"(?:[^"\\\\]|\\\\.)*"|\\[[^\\[\\]]*\\]|\\{[^{}]*\\}|[^,\\s()]+)',
    value_parser: { name: 'json', args: { allow_non_json: true } },
  },
  transform: named,
});

/** How families of models write calls, the more telling delimiters first. */
export const callDrafts: readonly CallDraft[] = [
  {
    sign: /<｜tool▁call▁begin｜>function<｜tool▁sep｜>/,
    field: {
      open_pattern: `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\\s*\`\`\`json\\n`,
      close_pattern: '\\n?```<｜tool▁call▁end｜>',
      ...asJson,
    },
    around: ['<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'],
  },
  {
    sign: /<｜tool▁call▁begin｜>/,
    field: {
      open_pattern: `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>`,
      close: '<｜tool▁call▁end｜>',
      ...asJson,
    },
    around: ['<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'],
  },
  {
    sign: /<｜DSML｜invoke name=/,
    field: {
      open_pattern: `<${dsml}invoke name="${name}">`,
      close: `</${dsml}invoke>`,
      ...inTags(`<${dsml}parameter name="(?P<key>[^"]+?)"(?: string="(?:true|false)")?>${value}</${dsml}parameter>`),
    },
    around: ['function_calls', 'tool_calls'].flatMap(tag => [`<${dsml}${tag}>`, `</${dsml}${tag}>`]),
  },
  {
    sign: /<\|tool_call>call:/,
    field: {
      open_pattern: `<\\|tool_call>call:${name}(?=\\{)`,
      close: '<tool_call|>',
      content: 'json',
      content_args: { unquoted_keys: true, string_delims: [['<|"|>', '<|"|>']] },
      transform: named,
    },
  },
  {
    sign: /(?<!\|>)\bcall:\w[\w.-]*\{\w+:/,
    field: {
      open_pattern: `\\bcall:${name}\\{`,
      close: '}',
      ...inTags(`(?P<key>\\w+):(?P<value>[^,{}]*)`),
    },
  },
  {
    sign: /<arg_key>/,
    field: {
      open_pattern: '<tool_call>\\s*(?P<name>[\\w./-]+)',
      close: '</tool_call>',
      ...inTags(`<arg_key>(?P<key>[^\\s<>]+?)</arg_key>\\s*<arg_value>${value}</arg_value>`),
    },
  },
  {
    sign: /to=functions\.\w/,
    field: {
      open_pattern: `(?:<\\|channel\\|>commentary )?to=functions\\.${name}(?:<\\|channel\\|>commentary)?(?:\\s*<\\|constrain\\|>|\\s)\\s*json<\\|message\\|>`,
      close: '<|call|>',
      ...asJson,
    },
    around: ['<|start|>assistant', '<|channel|>final<|message|>', '<|channel|>commentary<|message|>'],
  },
  {
    sign: /(?:^|[^|>])commentary to=functions\.\w/,
    field: { open_pattern: `(?:assistant)?commentary to=functions\\.${name}\\s*(?:json|code)?(?=\\{)`, ...asJson },
    closes: [],
    next: '(?:assistant)?commentary to=functions\\.',
  },
  {
    sign: /<\|tool_call_argument_begin\|>/,
    field: {
      open_pattern: `<\\|tool_call_begin\\|>(?:functions\\.)?${name}:\\d+<\\|tool_call_argument_begin\\|>`,
      close: '<|tool_call_end|>',
      ...asJson,
    },
    around: ['<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'],
  },
  {
    sign: /(?:^|[^>\w.-])functions\.[\w.-]{1,64}:\d{1,6}\{/,
    field: { open_pattern: `\\bfunctions\\.${name}:\\d+(?=\\{)`, ...asJson },
    closes: [],
    next: '\\bfunctions\\.[\\w.-]+:\\d+\\{',
  },
  {
    sign: /<(?:invoke|call|function) (?:tool|function|name)="[\w.:-]{1,64}">\s{0,20}\{/,
    field: {
      open_pattern: `<(?:invoke|call|function) (?:tool|function|name)="${name}">`,
      close_pattern: '</(?:invoke|call|function)>',
      ...asJson,
    },
  },
  {
    sign: /@@call [\w.-]+\n/,
    field: {
      open_pattern: `@@call ${name}(?=\\n)`,
      close: '@@done',
      content: 'xml-inline',
      content_args: { tag_pattern: '(?:^|\\n)(?P<key>\\w+) := (?P<value>[^\\n]*)', value_parser: { name: 'json' } },
      transform: named,
    },
  },
  {
    sign: /<tool_call>\s*\{\s*'name'/,
    field: {
      open: '<tool_call>',
      close: '</tool_call>',
      content: 'json',
      content_args: { string_delims: [["'", "'"]] },
      transform: nameAndArguments,
    },
  },
  {
    sign: /<invoke name=/,
    field: {
      open_pattern: `<invoke name="${name}">`,
      close: '</invoke>',
      ...inTags(`<parameter name="(?P<key>[^"]+?)">${value}</parameter>`),
    },
    around: ['<minimax:tool_call>', '</minimax:tool_call>', '<function_calls>', '</function_calls>'],
  },
  {
    // Without a mark around it, it is SWE-agent's.
    sign: /<(?:seed:)?tool_call>\s?<function=[\w.:/-]{1,64}>\s?(?:<parameter=|<\/function>)/,
    field: {
      open_pattern: `<function=${name}>`,
      close: '</function>',
      ...inTags(`<parameter=(?P<key>[^\\s<>]+?)>\\n?${value}\\n?</parameter>`),
    },
    around: ['<tool_call>', '</tool_call>', '<seed:tool_call>', '</seed:tool_call>'],
  },
  {
    sign: /<function=[\w.:/-]+>\s*\{/,
    field: { open_pattern: `<function=${name}>`, close: '</function>', ...asJson },
  },
  {
    sign: /\[ARGS\]/,
    field: { open_pattern: `(?:\\[TOOL_CALLS\\])?${name}(?:\\[CALL_ID\\]\\w*)?\\[ARGS\\]`, ...asJson },
    closes: ['[TOOL_CALLS]'],
  },
  {
    sign: /\[TOOL_CALLS\]\s*\[/,
    field: { open: '[TOOL_CALLS]', content: 'json', ...eachOf('name', 'arguments') },
    closes: [],
  },
  {
    sign: /<\|START_ACTION\|>/,
    field: {
      open: '<|START_ACTION|>',
      close: '<|END_ACTION|>',
      content: 'json',
      ...eachOf('tool_name', 'parameters'),
    },
    around: ['<|START_RESPONSE|>', '<|END_RESPONSE|>'],
  },
  {
    sign: /<\|tool_call_start\|>\[/,
    field: {
      open_pattern: `<\\|tool_call_start\\|>\\[${name}\\(`,
      close: ')]<|tool_call_end|>',
      ...pythonArguments(),
    },
  },
  {
    sign: /functools\[/,
    field: { open_pattern: 'functools(?=\\[)', content: 'json', ...eachOf('name', 'arguments') },
    closes: [],
  },
  {
    sign: /<\|python_tag\|>\s*\{/,
    field: { open: '<|python_tag|>', content: 'json', transform: nameAndParameters },
    closes: [],
  },
  {
    sign: /^\s*\[\w[\w.]*\(/,
    field: { open_pattern: `\\[(?P<name>[A-Za-z_][\\w.]*)\\(`, close: ')]', ...pythonArguments() },
  },
  {
    sign: /```(?:json)?\s?\{\s?"name"\s?:/,
    field: {
      open_pattern: '```(?:json)?\\s*(?=\\{\\s*"name"\\s*:)',
      close: '```',
      content: 'json',
      transform: nameAndArguments,
    },
  },
  {
    sign: /\[\s?\{\s?"name"\s?:/,
    field: { open_pattern: '(?=\\[\\s*\\{\\s*"name"\\s*:)', content: 'json', ...eachOf('name', 'arguments') },
    closes: [],
  },
  {
    sign: /\{\s?"type"\s?:\s?"function"\s?,\s?"function"\s?:\s?\{/,
    field: {
      open_pattern: '(?=\\{\\s*"type"\\s*:\\s*"function"\\s*,\\s*"function"\\s*:)',
      content: 'json',
      transform: {
        type: 'function',
        function: { name: '{content.function.name}', arguments: '{content.function.arguments}' },
      },
    },
    closes: [],
    next: '(?<=\\})\\s+(?=\\{\\s*"type"\\s*:\\s*"function")',
  },
  ...[nameAndParameters, nameAndArguments].map(
    (transform): CallDraft => ({
      sign: /\{\s*"(?:type|name)"\s*:\s*"/,
      field: { open_pattern: '(?=\\{\\s*"(?:type|name)"\\s*:\\s*")', content: 'json', transform },
      closes: [],
      next: '(?<=\\})\\s+(?=\\{\\s*"(?:type|name)"\\s*:)',
    }),
  ),
];
