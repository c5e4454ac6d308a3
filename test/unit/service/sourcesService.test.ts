import { deepEqual, equal } from 'node:assert/strict';
import { sourcesService } from '../../../src/service/sourcesService.ts';

suite('sources service', () => {
  const text =
    'from agentscope.parsers import MarkdownJsonDictParser\nfrom hints import HINT\nparser = MarkdownJsonDictParser(HINT)\n';
  const files = new Map<string, string>();
  const asked: string[] = [];
  const service = sourcesService(async (_, path) => {
    asked.push(path);
    const file = files.get(path);
    return file === undefined ? undefined : new TextEncoder().encode(file);
  });
  const request = (written = text) => ({
    text: written,
    address: 'file:///p/agent.py',
    path: '/p/agent.py',
    roots: ['/p'],
  });

  test('an imported file is asked for once until it is told that it changed; one that may come is followed', async () => {
    const before = await service.readSource(request());
    deepEqual(
      before.definitions.map(({ name, unknown }) => [name, unknown?.map(each => each.argument)]),
      [['parser', ['content_hint']]],
    );
    equal(before.files.includes('/p/hints.py'), true);
    files.set('/p/hints.py', 'HINT = {"a": "b"}\n');
    const count = asked.length;
    await service.readSource(request(`${text}\n`));
    equal(asked.length, count);
    service.forget('file:///p/agent.py');
    const after = await service.readSource(request());
    equal(after.definitions[0]?.unknown, undefined);
    equal(JSON.parse(after.text).parsers.parser.content_hint.a, 'b');
    const { span } = after.definitions[0]!;
    equal(text.slice(span.start, span.end), 'MarkdownJsonDictParser(HINT)');
    const place = await service.placeInSource(request(), after.text.indexOf('"b"'));
    deepEqual(place, { path: '/p/hints.py', span: { start: 13, end: 16 } });
  });

  test('what Python answered is in the definition, and named', async () => {
    const own = 'from agentscope.parsers import MarkdownJsonDictParser\nparser = MarkdownJsonDictParser(hint())\n';
    const answer = { argument: 'content_hint', path: ['content_hint'], value: '{"a":"told"}' };
    const asked = { text: own, address: 'file:///p/own.py', path: '/p/own.py', roots: ['/p'] };
    const [unanswered] = (await service.readSource(asked)).definitions;
    deepEqual([unanswered?.answered, unanswered?.answeredAt], [undefined, undefined]);
    service.forget(asked.address);
    const answered = [{ path: asked.path, text: own, parsers: [{ name: 'parser', answers: [answer] }] }];
    const { definitions, text: read } = await service.readSource({ ...asked, answered });
    const [{ answered: found, answeredAt, unknown } = {} as never] = definitions;
    deepEqual([found, unknown], [['content_hint'], undefined]);
    deepEqual(
      answeredAt?.map(({ start, end }) => JSON.parse(read.slice(start, end))),
      [{ a: 'told' }],
    );
  });
});
