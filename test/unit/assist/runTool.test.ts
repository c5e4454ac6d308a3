import { deepEqual, rejects } from 'node:assert/strict';
import { z } from 'zod';
import type { AssistContext } from '../../../src/assist/assistContext.ts';
import { type AssistTool, ToolError } from '../../../src/assist/assistTool.ts';
import { runTool } from '../../../src/assist/runTool.ts';

const control = new AbortController();
const context = { signal: control.signal } as AssistContext;
const tool = (run: () => unknown) =>
  ({
    name: 'count',
    input: z.object({ n: z.number(), of: z.object({ a: z.string() }).optional() }),
    run: async () => run(),
  }) as unknown as AssistTool;

suite('a tool that a client calls', () => {
  test('is told what it takes where the input is another one', async () => {
    const messages = [];
    for (const input of [undefined, 'x', { n: 'x' }, { n: 1, of: { a: 1 } }])
      messages.push(
        await runTool(
          tool(() => ({})),
          input,
          context,
        ),
      );
    deepEqual(
      messages.map(each => !each.ok && each.message.replace(/: .*\. count/, ': …. count')),
      [
        '`n`: …. count takes: n, of.',
        'The input: …. count takes: n, of.',
        '`n`: …. count takes: n, of.',
        '`of.a`: …. count takes: n, of.',
      ],
    );
  });

  test('gives its answer, or the words of its refusal', async () => {
    deepEqual(
      await runTool(
        tool(() => ({ a: 1 })),
        { n: 1 },
        context,
      ),
      { ok: true, answer: { a: 1 } },
    );
    const refuse = () => {
      throw new ToolError('No.');
    };
    deepEqual(await runTool(tool(refuse), { n: 1 }, context), { ok: false, message: 'No.' });
    const break_ = () => {
      throw new TypeError('ours');
    };
    await rejects(runTool(tool(break_), { n: 1 }, context), { name: 'TypeError' });
  });

  test('gives nothing where the work was ended', async () => {
    const ended = { signal: AbortSignal.abort(new Error('ended')) } as AssistContext;
    await rejects(
      runTool(
        tool(() => ({})),
        { n: 1 },
        ended,
      ),
      /ended/,
    );
  });
});
