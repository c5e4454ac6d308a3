import assert from 'node:assert/strict';
import type { Host } from '../../../../../src/engine/core/host.ts';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { withoutModules } from '../../../../../src/engine/modules/index.ts';
import { askStreamed } from '../../../../../src/engine/streams/index.ts';
import { runModule } from '../../../../../src/node/modules/moduleRunner.ts';
import { pythonFolder } from '../../../node/python/python3.ts';

/** LangChain's and vLLM's streaming methods, and nothing more. */
const parsers = `
import json

class BaseCumulativeTransformOutputParser:
    pass

class Growing(BaseCumulativeTransformOutputParser):
    """Each value is the whole so far."""
    def get_format_instructions(self): return "Words"
    def transform(self, chunks):
        text = ""
        for chunk in chunks:
            text += chunk
            if len(text) > 1:
                yield text.split()

class Items:
    """Each value is what is new; the last one comes when the answer ends."""
    def get_format_instructions(self): return "Commas"
    def transform(self, chunks):
        rest = ""
        for chunk in chunks:
            rest += chunk
            *whole, rest = rest.split(",")
            for item in whole:
                yield [item]
        yield [rest]

class Broken(Items):
    def transform(self, chunks):
        for chunk in chunks:
            if "!" in chunk:
                raise ValueError("no !")
            yield chunk

class Whole:
    def get_format_instructions(self): return "Whole"

class Of:
    def __init__(self, **given): self.__dict__.update(given)

class Calls:
    """vLLM's: what was before, what is, and what is new; the ids of each."""
    def __init__(self, tokenizer): self.model_tokenizer = tokenizer
    def extract_tool_calls(self, text, request): pass
    def extract_tool_calls_streaming(self, before, text, new, known, ids, new_ids, request):
        assert text == before + new and list(ids) == list(known) + list(new_ids)
        if "<" not in text: return Of(content=new)
        if "<" not in before: return Of(tool_calls=[Of(index=0, function=Of(name="find", arguments=None))])
        return Of(tool_calls=[Of(index=0, function=Of(arguments=new))])

class Thinks:
    def __init__(self, tokenizer): pass
    def extract_reasoning(self, text, request): pass
    def extract_reasoning_streaming(self, before, text, new, known, ids, new_ids):
        return None if "." in new else Of(reasoning=new, content=None)
`;

suite('streams of a parser in Python', () => {
  const { pool, write } = pythonFolder();
  const host: Host = { runModule: (job, limitMs) => runModule(job, limitMs, pool.ask) };
  const ask = async (parser: string, text: string, ends = false, by: Host = host) => {
    await write('parsers.py', parsers);
    const written = JSON.stringify({ type: 'custom', module: 'parsers.py', parser });
    const [definition] = readDefinitions(written, await write('x.parser.json', written)).definitions;
    return askStreamed(definition!, text, ends, by);
  };

  test('LangChain: a cumulative parser gives the whole so far, and nothing where it has given nothing yet', async () => {
    assert.deepEqual(await ask('Growing', 'one tw'), {
      framework: 'LangChain',
      streamed: { value: ['one', 'tw'] },
    });
    assert.deepEqual(await ask('Growing', 'o'), { framework: 'LangChain', streamed: {} });
    assert.deepEqual(await ask('Growing', ''), { framework: 'LangChain', streamed: {} });
  });

  test('any other gives what is new; what it gives when the answer ends it gives only there', async () => {
    assert.deepEqual((await ask('Items', 'red,green,bl'))?.streamed.value, ['red', 'green']);
    assert.deepEqual((await ask('Items', 'red,green,bl', true))?.streamed.value, ['red', 'green', 'bl']);
  });

  test('a long answer comes in some two hundred pieces, none lost', async () => {
    const text = Array.from({ length: 3000 }, (_, i) => `item ${i} 😀`).join(',');
    assert.deepEqual((await ask('Items', text, true))?.streamed.value, text.split(','));
  });

  test('vLLM: the message that the deltas make, of calls and of reasoning', async () => {
    assert.deepEqual(await ask('Calls', 'So: <{"a": 1}'), {
      framework: 'vLLM',
      streamed: { value: { content: 'So: ', tool_calls: [{ name: 'find', arguments: '": 1}' }] } },
    });
    assert.deepEqual((await ask('Thinks', 'hm, hm'))?.streamed.value, { reasoning: 'hm, hm' });
    assert.deepEqual((await ask('Thinks', '.'))?.streamed, {});
  });

  test('what it raises is told; a kind without a streaming method has no stream, nor has one that may not run', async () => {
    const broken = await ask('Broken', 'well, no!');
    assert.deepEqual(broken?.streamed.error, { class: 'ValueError', message: broken?.streamed.error?.message });
    assert.match(broken!.streamed.error!.message, /^no !/);
    assert.equal(await ask('Whole', 'text'), undefined);
    const closed = await ask('Items', 'a', false, withoutModules(host, 'untrusted'));
    assert.equal(closed?.streamed.error?.class, 'ModuleNotTrusted');
  });
});
