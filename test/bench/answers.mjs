// Answers of about 0.8 KB: microseconds for each of AgentScope's parsers, value and spans included, over 4,000 different texts, beside
// CPython on the same machine: `json.loads` between two `find`s, and AgentScope's own code where AGENTSCOPE names its folder
// (0.1.x: the one that holds `agentscope/parsers`; with Pydantic beside it). CPU time of the process, garbage collection included, so
// that others on the machine do not count; best of many rounds, taken in turns.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { quick } from './quick.mjs';

const { createParser, readDefinitions } = createRequire(import.meta.url)(process.env.ENGINE ?? '../../dist/engine.js');

const count = quick(4000, 40);
const rounds = quick(25, 1);
const words = i => `Row ${i}: ${'the customer writes that the "parcel" of last week did not arrive. '.repeat(4)}`;
const object = i => ({
  thought: words(i),
  speak: words(i * 7),
  category: ['billing', 'shipping', 'technical'][i % 3],
  priority: 1 + (i % 5),
  tags: ['a', 'b', i],
  done: i % 2 === 0,
});
const fenced = i => `Here it is:\n\n\`\`\`json\n${JSON.stringify(object(i), null, i % 2)}\n\`\`\`\n`;
const properties = {
  thought: { title: 'Thought', type: 'string' },
  speak: { title: 'Speak', type: 'string' },
  category: { title: 'Category', type: 'string' },
  priority: { title: 'Priority', type: 'integer' },
  tags: { title: 'Tags', type: 'array', items: {} },
  done: { title: 'Done', type: 'boolean' },
};
const required = Object.keys(properties);
const schema = { title: 'Answer', type: 'object', properties, required };
const tag = name => ({ name, tag_begin: `[${name}]`, content_hint: 'words', tag_end: `[/${name}]` });
/** `limit`: the most that an answer may take of what it takes AgentScope. */
const cases = {
  MarkdownJsonObjectParser: { limit: 0.95, keys: {}, make: fenced },
  MarkdownJsonDictParser: { limit: 0.9, keys: { required_keys: required }, make: fenced },
  'MarkdownJsonDictParser, schema': {
    limit: 0.6,
    keys: { content_schema: schema, required_keys: required },
    make: fenced,
  },
  MarkdownCodeBlockParser: {
    limit: 0.75,
    keys: { language_name: 'python' },
    make: i => `\`\`\`python\n${`print("line ${i} of code")\n`.repeat(30)}\`\`\`\n`,
  },
  MultiTaggedContentParser: {
    limit: 0.95,
    keys: { tagged_contents: [tag('THOUGHT'), tag('SPEAK')] },
    make: i => `[THOUGHT]${words(i)}[/THOUGHT]\n[SPEAK]${words(i * 7)}[/SPEAK]`,
  },
  RegexTaggedContentParser: {
    limit: 0.35,
    keys: {},
    make: i => `<thought>${words(i)}</thought>\n<speak>${words(i * 7)}</speak>`,
  },
};

const python = `
import json, sys, time, types
folder, path = sys.argv[1], sys.argv[2]
cases = json.load(open(path, encoding='utf-8'))
own = {}
if folder:
    import importlib.util, os
    def module(name, **members):
        made = types.ModuleType(name); made.__dict__.update(members); sys.modules[name] = made; return made
    class Response:
        def __init__(self, text): self.text, self.parsed = text, None
    # The parsers need of the package their own files and three helpers; the rest of it wants a dozen libraries.
    module('loguru', logger=types.SimpleNamespace(**{k: lambda *_: None for k in ('warning', 'debug', 'info', 'error')}))
    package = module('agentscope'); package.__path__ = [os.path.join(folder, 'agentscope')]
    module('agentscope.models', ModelResponse=Response)
    module('agentscope.utils').__path__ = [os.path.join(folder, 'agentscope', 'utils')]
    module('agentscope.utils.common', _join_str_with_comma_and=lambda parts: ', '.join(parts))
    from agentscope import parsers
    from typing import Any, List
    import pydantic
    types_of = {'string': str, 'integer': int, 'boolean': bool, 'array': List[Any]}
    model = lambda schema: pydantic.create_model(
        schema['title'], **{key: (types_of[each['type']], ...) for key, each in schema['properties'].items()})
    tags = lambda keys: [parsers.TaggedContent(**each) for each in keys]
    own = {
        'MarkdownJsonObjectParser': lambda keys: parsers.MarkdownJsonObjectParser(),
        'MarkdownJsonDictParser': lambda keys: parsers.MarkdownJsonDictParser(required_keys=keys['required_keys']),
        'MarkdownJsonDictParser, schema': lambda keys: parsers.MarkdownJsonDictParser(
            content_hint=model(keys['content_schema']), required_keys=keys['required_keys']),
        'MarkdownCodeBlockParser': lambda keys: parsers.MarkdownCodeBlockParser(**keys),
        'MultiTaggedContentParser': lambda keys: parsers.MultiTaggedContentParser(*tags(keys['tagged_contents'])),
        'RegexTaggedContentParser': lambda keys: parsers.RegexTaggedContentParser(),
    }
def standin(text):
    begin = text.find('\`\`\`json') + 7
    return json.loads(text[begin:text.find('\`\`\`', begin)])
def timed(run, texts):
    start = time.process_time()
    for text in texts: run(text)
    return (time.process_time() - start) / len(texts) * 1e6
made = {name: own[name](case['keys']) for name, case in cases.items() if name in own}
print('ready', flush=True)
for line in sys.stdin:
    name = line.strip()
    texts = cases[name]['texts']
    result = {}
    if '{' in texts[0]: result['standin'] = timed(standin, texts)
    if name in made:
        responses = [Response(text) for text in texts]
        result['own'] = timed(made[name].parse, responses)
    print(json.dumps(result), flush=True)
`;

const folder = await mkdtemp(join(tmpdir(), 'parserlens-bench-'));
try {
  const texts = Object.fromEntries(
    Object.entries(cases).map(([name, { keys, make }]) => [
      name,
      { keys, texts: Array.from({ length: count }, (_, i) => make(i)) },
    ]),
  );
  const file = join(folder, 'texts.json');
  await writeFile(file, JSON.stringify(texts));
  const ask = await startPython(file);
  for (const [name, { keys, texts: list }] of Object.entries(texts)) {
    const type = name.replace(/,.*/, '');
    const parser = createParser(readDefinitions(JSON.stringify({ type, ...keys }), 'bench.parser.json').definitions[0]);
    const best = { ours: Number.POSITIVE_INFINITY };
    for (let round = 0; round < rounds; round++) {
      best.ours = Math.min(best.ours, await timed(parser, list));
      for (const [who, µs] of Object.entries(await ask(name))) best[who] = Math.min(best[who] ?? µs, µs);
    }
    report(name, best, list);
  }
  ask.end();
} finally {
  await rm(folder, { recursive: true });
}

/** Microseconds of CPU for an answer. */
async function timed(parser, list) {
  let parts = 0;
  const start = process.cpuUsage();
  for (const text of list) {
    const { value, fields } = await parser.parse(text);
    if (value !== undefined) for (const { span } of fields) parts += Number(span.end > span.start);
  }
  const { user, system } = process.cpuUsage(start);
  if (parts < list.length) throw new Error('An answer does not parse');
  return (user + system) / list.length;
}

function report(name, { ours, standin, own }, list) {
  const size = list.reduce((sum, text) => sum + text.length, 0) / list.length;
  const beside = (who, µs, limit) => {
    if (µs === undefined) return '';
    const ratio = ours / µs;
    if (ratio > limit) process.exitCode = 1;
    return `   ${ratio.toFixed(2)} times ${who} (${µs.toFixed(1)} µs; limit ${limit})${ratio > limit ? '  TOO SLOW' : ''}`;
  };
  console.log(
    `${name.padEnd(32)} ${size.toFixed(0)} characters   ${ours.toFixed(1).padStart(5)} µs, ${Math.round(1e6 / ours).toLocaleString('en')} a second` +
      (name.includes('schema') ? '' : beside('json.loads', standin, 1.15)) +
      beside("AgentScope's", own, cases[name].limit),
  );
}

/** CPython, asked for a case by its name; without it there is nothing to compare with. */
async function startPython(file) {
  const child = spawn('python3', ['-c', python, process.env.AGENTSCOPE ?? '', file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  const first = await lines.next();
  const isThere = first.value === 'ready';
  if (!isThere) console.log('(no CPython with what the comparison needs)');
  const ask = async name => {
    if (!isThere) return {};
    child.stdin.write(`${name}\n`);
    return JSON.parse((await lines.next()).value);
  };
  ask.end = () => child.stdin.end();
  return ask;
}
