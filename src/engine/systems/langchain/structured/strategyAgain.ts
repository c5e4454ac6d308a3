import type { SentBack } from '../../../core/errors.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import type { ModelMessage, ParseResult } from '../../../core/result.ts';
import type { AsksAgain, ToldMessage } from '../../../parsers/parserFeatures.ts';
import { messageInput } from '../messageInput.ts';
import { pythonMessage } from '../python/pythonMessage.ts';

/** How agents ask their models again: the calls as they were, with the results that say what is wrong with them. */
export const strategyAgain: AsksAgain = {
  withAnswer: true,
  role: 'user',
  failures: 'all',
  messages,
  note: 'In its graph, `create_agent` answers the call with a tool message and asks again. Where there is no call and no other tool, Python repeats the request with nothing said until its recursion limit, which can be ten thousand; a run here asks again no more than it is allowed to.',
};

function messages(response: string | ModelMessage, result: ParseResult): readonly ToldMessage[] {
  const input = typeof response === 'string' ? { text: response } : { text: response.message ?? '', message: response };
  const { fields } = messageInput(input);
  const { text, toolCalls } = pythonMessage(fields);
  const blocks: PyValue[] = [
    ...(text === '' ? [] : [block('text', [['text', text]])]),
    ...toolCalls.map(({ name, args, id }) =>
      block('tool_use', [
        ['id', id],
        ['name', name],
        ['input', args],
      ]),
    ),
  ];
  const sent = (result.ok ? result.extra?.sent_back : result.error.sent_back) as readonly SentBack[] | undefined;
  const results = (sent ?? []).map(({ tool_call_id: id = null, name = null, content }) =>
    block('tool_result', [
      ['id', id],
      ['name', name],
      ['output', content],
    ]),
  );
  const said: ToldMessage = { role: 'assistant', content: blocks };
  return results.length === 0 ? [said] : [said, { role: 'system', content: results }];
}

function block(type: string, members: readonly (readonly [string, PyValue])[]): PyValue {
  return new Map<string, PyValue>([['type', type], ...members]);
}
