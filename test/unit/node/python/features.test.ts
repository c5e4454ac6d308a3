import assert from 'node:assert/strict';
import {
  createJudge,
  createParser,
  createSampleJudge,
  formatConversation,
  type Host,
  moduleFault,
  readConversation,
  readDefinitions,
  withoutModules,
} from '../../../../src/engine/index.ts';
import { runModule, runModules } from '../../../../src/node/modules/moduleRunner.ts';
import { pythonFolder } from './python3.ts';

suite('what works with a parser in Python', () => {
  const { pool, write } = pythonFolder();
  const host: Host = {
    runModule: (job, limitMs) => runModule(job, limitMs, pool.ask),
    runModules: (jobs, limitMs) => runModules(jobs, limitMs, pool.askEach),
  };
  const definitionOf = async (text: string, name = 'x.parser.json') =>
    readDefinitions(text, await write(name, text)).definitions[0]!;

  test('samples, with values of which only Python has the types', async () => {
    await write(
      'kinds.py',
      'import datetime\ndef read(text): return {"n": 1.0, "big": 10 ** 30, "day": datetime.date(2024, 1, 2), "set": {"b", "a"}}\n',
    );
    const definition = await definitionOf(
      '{ "type": "custom", "module": "kinds.py", "parser": "read", "samples": [{ "name": "a", "text": "x", "expect": { "value": { "n": 1.0, "big": 1000000000000000000000000000000, "day": "2024-01-02", "set": ["a", "b"] } } }, { "name": "b", "text": "x", "expect": { "value": { "n": 1 } } }] }',
    );
    const judge = createSampleJudge(definition, host);
    const verdicts = await Promise.all(definition.samples.map(sample => judge.judge(sample, sample.text ?? '')));
    assert.deepEqual(
      verdicts.map(({ verdict }) => verdict),
      ['pass', 'fail'],
    );
  });

  test('a parser says what was found of it, and reads many responses in one question', async () => {
    await write('found.py', 'def read(text): return int(text)\n');
    const definition = await definitionOf('{ "type": "custom", "module": "found.py", "parser": "read" }');
    let questions = 0;
    const parser = createParser(definition, {
      ...host,
      runModules(jobs, limitMs) {
        questions++;
        return host.runModules!(jobs, limitMs);
      },
    });
    await parser.prepare();
    const { kind, how, python } = parser.about() ?? {};
    assert.deepEqual({ kind, how }, { kind: 'function', how: 'it has `__call__`' });
    assert.match(python ?? '', /^3\.\d+\.\d+/);
    assert.equal(parser.readsMany, true);
    const results = await parser.parseAll(['1', '2', '3']);
    assert.deepEqual(
      results.map(result => result.ok && result.value),
      [1, 2, 3],
    );
    assert.equal(questions, 1);
  });

  test('many responses at once: each row has its verdict, and one that ends its process costs itself alone', async () => {
    await write(
      'rows.py',
      'import os, json\ndef read(text):\n    if text == "exit": os._exit(1)\n    return json.loads(text)\n',
    );
    const definition = await definitionOf('{ "type": "custom", "module": "rows.py", "parser": "read" }');
    const judge = createJudge(definition, {}, host);
    const rows = ['1', 'exit', '{', '2'].map((response, index) => ({
      place: { log: 0, index },
      columns: [],
      response,
    }));
    const verdicts = await Promise.all(rows.map(row => judge(row as never)));
    assert.deepEqual(
      verdicts.map(({ verdict }) => verdict === 'error'),
      [false, true, true, false],
    );
  });

  test('nothing runs where modules may not, and the definition is no problem for it', async () => {
    await write('untrusted.py', 'raise SystemExit("it ran")\n');
    const definition = await definitionOf('{ "type": "custom", "module": "untrusted.py" }');
    assert.equal(await moduleFault(definition, withoutModules(host, 'untrusted')), undefined);
    assert.match(
      (await moduleFault(definition, host)) ?? '',
      /^ModuleEnded: The module called `sys\.exit\('it ran'\)`/,
    );
  });

  test('a conversation is formatted by Python', async () => {
    await write(
      'form.py',
      'def format_agent_message(msgs, is_first):\n    return [{"role": "user", "content": "/".join(m["content"] for m in msgs), "first": is_first}]\ndef count(payload):\n    return len(payload)\n',
    );
    const text =
      '{ "formatter": "custom", "module": "form.py", "messages": [{ "name": "a", "role": "user", "content": "x" }, { "name": "b", "role": "assistant", "content": "y" }] }';
    const { conversation } = readConversation(text, await write('c.messages.json', text));
    const formatted = await formatConversation(conversation!, {}, host);
    assert.match(JSON.stringify(formatted), /"content":"x\/y","first":true/);
  });
});
