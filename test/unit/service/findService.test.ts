import assert from 'node:assert/strict';
import { compareRanks, evaluate, readDefinitions, type SuspicionCode } from '../../../src/engine/index.ts';
import { evaluationRunner } from '../../../src/extension/runtime/node/evaluationRunner.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { type FitRow, findService } from '../../../src/service/findService.ts';

suite('The service that finds parsers', () => {
  const service = findService(nodeHost, evaluationRunner(nodeHost));
  const files = [
    { fileName: 'a.parser.json', text: '{ "type": "MarkdownJsonDictParser", "required_keys": ["vote"] }' },
    {
      fileName: 'b.parser.json',
      text: '{ "parsers": { "one": { "type": "identity" }, "two": { "type": "json", "description": "d" } } }',
    },
  ];

  test('rows name their file; types have none', async () => {
    const { rows, total } = await service.findParsers([{ text: '{"thought": 1, "command": {"name": "ls"}}' }], files, {
      isTrusted: true,
    });
    assert.equal(total, 1);
    const [{ rank, ...best }] = rows as [FitRow];
    assert.equal(rank[0], 5);
    assert.deepEqual(best, {
      name: 'two',
      type: 'json',
      description: 'd',
      file: 1,
      read: 1,
      gives: 'content {thought, action}  memory {thought, action}',
      hasNames: true,
      asksForForm: true,
      takesAnything: false,
      takesNamesAsText: false,
      why: 'Reads the response; asks for what stands in it; uses 60 % of its words',
    });
    assert.equal(rows.find(({ name }) => name === 'a')?.read, 0);
    assert.equal(rows.find(({ type, file }) => type === 'json' && file === undefined)?.name, 'json');
  });

  test('what would read the response after one edit says which', async () => {
    const vote = '```json\n{"thought": "Hm.", "vote": "Player 4",}\n```';
    const rows = async (...texts: string[]) => {
      const found = (
        await service.findParsers(
          texts.map(text => ({ text })),
          files,
          { isTrusted: true },
        )
      ).rows;
      return found
        .filter(({ afterEdit }) => afterEdit !== undefined)
        .map(({ name, afterEdit }) => `${name} ${afterEdit}`);
    };
    assert.ok((await rows(vote)).includes('a trailing-comma'));
    assert.ok(!(await rows(vote.replace('"vote":', "'vote':"))).some(row => row.startsWith('a ')), 'two edits');
    assert.ok(!(await rows(vote, 'Hm.')).some(row => row.startsWith('a ')), 'one of two');
  });

  test('files that are searched later are ranked among the first ones, without types, and asked for one edit only where their names stand in the answer', async () => {
    const vote = '```json\n{"thought": "Hm.", "vote": "Player 4",}\n```';
    const more = [
      {
        fileName: 'c.parser.json',
        text: '{ "type": "MarkdownJsonDictParser", "content_hint": { "thought": "t", "vote": "v" }, "required_keys": ["vote"] }',
      },
      { fileName: 'd.parser.json', text: '{ "type": "MarkdownJsonDictParser" }' },
    ];
    const first = await service.findParsers([{ text: vote }], files, { isTrusted: true });
    const later = await service.findParsers([{ text: vote }], more, { isTrusted: true, isMore: true });
    assert.deepEqual(
      later.rows.map(({ name, afterEdit }) => `${name} ${afterEdit}`),
      ['c trailing-comma', 'd undefined'],
    );
    const together = await service.findParsers([{ text: vote }], [...files, ...more], { isTrusted: true });
    const merged = [...first.rows, ...later.rows].sort((a, b) => compareRanks(a.rank, b.rank));
    assert.deepEqual(
      merged.map(({ rank }) => rank),
      together.rows.map(({ rank }) => rank),
    );
    assert.deepEqual(
      merged
        .slice(0, 2)
        .map(({ name }) => name)
        .sort(),
      ['a', 'c'],
    );
  });

  suite('for logs', () => {
    const log = (...responses: readonly string[]) => {
      const text = responses
        .map(response => `${JSON.stringify({ id: 't', attempts: 1, retry: 0, parser: 'loose', response })}\n`)
        .join('');
      return { path: 'a.jsonl', name: 'a.jsonl', bytes: new TextEncoder().encode(text) };
    };
    const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
    const named = (name: string, value: unknown) => ({ fileName: `${name}.parser.json`, text: JSON.stringify(value) });
    const definitions = [
      named('any', { type: 'identity' }),
      named('other', { type: 'MarkdownJsonDictParser', required_keys: ['plan'] }),
      named('loose', { type: 'MarkdownJsonDictParser' }),
      named('vote', {
        type: 'MarkdownJsonDictParser',
        content_hint: { speak: 'what you say', vote: 'A or B' },
        required_keys: ['speak', 'vote'],
      }),
    ];
    const ranked = async (...responses: readonly string[]) =>
      (await service.findForLogs({ logs: [log(...responses)] }, definitions, { isTrusted: true })).rows;
    const vote = fenced({ speak: 'I say B.', vote: 'B' });

    test('the definition whose keys the rows have comes first, then what reads most of them, then what reads anything; no types', async () => {
      const rows = await ranked('No.', vote, fenced({ speak: 'Hm.' }), vote);
      assert.deepEqual(
        rows.map(({ name, read, asksForForm }) => `${name} ${read} ${asksForForm}`),
        ['vote 2 true', 'loose 3 true', 'any 4 false', 'other 0 false'],
      );
      assert.ok(rows.every(({ file }) => file !== undefined));
    });

    test('a definition whose keys the rows have stands above what reads anything', async () => {
      const rows = await ranked('I cannot help.', 'speak: "Hm."\nvote: "B"');
      assert.deepEqual(
        rows.slice(0, 2).map(({ name, hasNames }) => `${name} ${hasNames}`),
        ['vote true', 'any false'],
      );
    });

    test('rows are counted as an evaluation counts them: a filter that raises is an error, an odd value is suspicious', async () => {
      const filtered = named('filtered', {
        type: 'MarkdownJsonDictParser',
        content_hint: { speak: 'what you say', vote: 'A, B or C' },
        keys_to_content: ['speak', 'vote'],
      });
      const rows = [vote, fenced({ speak: 'Hm.' }), fenced({ speak: 'I say Q.', vote: 'Q' }), 'No.', vote];
      const responses = rows.map(response => ({ response }));
      const bytes = new TextEncoder().encode(responses.map(row => `${JSON.stringify(row)}\n`).join(''));
      const logs = [{ path: 'a.jsonl', name: 'a.jsonl', bytes }];
      const found = async (off: string[]) =>
        (await service.findForLogs({ logs, off }, [filtered], { isTrusted: true })).rows[0];
      const [{ definitions }] = [readDefinitions(filtered.text, filtered.fileName)];
      for (const off of [[], ['outside-hint']] as SuspicionCode[][]) {
        const evaluation = evaluate(definitions[0]!, responses, { off });
        for await (const _ of evaluation);
        const { ok, suspicious, error } = evaluation.summary().totals;
        assert.deepEqual((await found(off))?.verdicts, { ok, suspicious, error });
      }
      const first = await found([]);
      assert.deepEqual([first?.read, first?.verdicts], [3, { ok: 2, suspicious: 1, error: 2 }]);
    });

    test('a log without a response ranks nothing; of a large one the first rows are read', async () => {
      assert.deepEqual(await service.findForLogs({ logs: [log('')] }, definitions, { isTrusted: true }), {
        rows: [],
        total: 0,
      });
      const { total } = await service.findForLogs({ logs: [log(...Array(500).fill(vote))] }, definitions, {
        isTrusted: true,
      });
      assert.equal(total, 20);
    });

    test('rows asked for another definition of the file do not count', async () => {
      const text = '{ "parsers": { "loose": { "type": "json" }, "mine": { "type": "json" } } }';
      const definition = { text, fileName: 'x.parser.json', name: 'mine' };
      const found = await service.findForLogs({ logs: [log(vote)], definition }, definitions, { isTrusted: true });
      assert.equal(found.total, 0);
    });
  });

  test('no module runs where the workspace is not trusted', async () => {
    const custom = [{ fileName: 'c.parser.json', text: '{ "type": "custom", "module": "gone.mjs" }' }];
    const why = async (isTrusted: boolean) =>
      (await service.findParsers([{ text: 'x' }], custom, { isTrusted })).rows.find(({ name }) => name === 'c')?.why;
    assert.notEqual(await why(false), await why(true));
  });

  test('a response in a string of JSON is unescaped', async () => {
    const line = '{"r": "[A]x\\n[/A]"}';
    const span = { start: 7, end: 17 };
    const response = { text: line.slice(7, 17), surroundings: { line, span } };
    const draft = await service.draft([response], 'MultiTaggedContentParser');
    assert.equal(JSON.parse(draft?.text ?? '').samples[0].text[0], '[A]x');
  });

  test('why a draft does not read everything', async () => {
    const responses = [{ text: '[A]x[/A]' }, { text: '```py\n1\n```' }];
    assert.match(
      (await service.draft(responses, 'MarkdownCodeBlockParser'))?.unread ?? '',
      /^response 1: TagNotFoundError/,
    );
    assert.equal(await service.draft([{ text: 'Only prose.' }], 'MultiTaggedContentParser'), undefined);
    assert.equal(await service.draft(responses, 'no type'), undefined);
  });
});
