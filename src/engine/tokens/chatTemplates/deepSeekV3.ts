import type { PyValue } from '../../core/pyValue.ts';
import type { ChatTemplate } from './chatTemplate.ts';
import { each, is, item, plus } from './jinjaValue.ts';

/** DeepSeek V3: all system messages come first. Raises Python's `TypeError` for content that is a list. */
export const deepSeekV3: ChatTemplate = {
  render(messages) {
    let system: string | undefined;
    for (const message of messages)
      if (is(item(message, 'role'), 'system'))
        system = plus(...(system === undefined ? [''] : [system, '\n\n']), item(message, 'content'));
    let text = `<｜begin▁of▁sentence｜>${system ?? ''}`;
    let afterTool = false;
    let hasCalls = false;
    let hasOutput = false;
    for (const message of messages) {
      const role = item(message, 'role');
      const content = item(message, 'content');
      if (is(role, 'user')) {
        afterTool = false;
        text += plus('<｜User｜>', content);
      } else if (is(role, 'assistant') && content === null) {
        afterTool = false;
        for (const call of each(item(message, 'tool_calls'))) {
          // Only the first call of a conversation opens the calls, and only the others close them.
          text += hasCalls
            ? `\n${callText(call)}<｜tool▁calls▁end｜><｜end▁of▁sentence｜>`
            : `<｜Assistant｜><｜tool▁calls▁begin｜>${callText(call)}`;
          hasCalls = true;
        }
      } else if (is(role, 'assistant')) {
        text += plus(afterTool ? '<｜tool▁outputs▁end｜>' : '<｜Assistant｜>', content, '<｜end▁of▁sentence｜>');
        afterTool = false;
      } else if (is(role, 'tool')) {
        afterTool = true;
        text += plus(
          hasOutput ? '\n' : '<｜tool▁outputs▁begin｜>',
          '<｜tool▁output▁begin｜>',
          content,
          '<｜tool▁output▁end｜>',
        );
        hasOutput = true;
      }
    }
    return afterTool ? `${text}<｜tool▁outputs▁end｜>` : text;
  },
  parts: {
    around: '<｜begin▁of▁sentence｜>',
    opening: () => '',
    message(message) {
      const role = item(message, 'role');
      const content = item(message, 'content');
      if (is(role, 'user')) return [plus('<｜User｜>', content)];
      if (is(role, 'tool')) return [plus('<｜tool▁output▁begin｜>', content, '<｜tool▁output▁end｜>')];
      // System messages are joined into one text, whose tokens are not those of its parts.
      if (!is(role, 'assistant')) return [''];
      if (content !== null) return [plus('<｜Assistant｜>', content, '<｜end▁of▁sentence｜>')];
      return [each(item(message, 'tool_calls')).map(callText).join('')];
    },
    leading: '',
    exact: false,
  },
};

function callText(call: PyValue): string {
  const type = plus('<｜tool▁call▁begin｜>', item(call, 'type'));
  const fn = item(call, 'function');
  const name = plus(type, '<｜tool▁sep｜>', item(fn, 'name'));
  return plus(name, '\n```json\n', item(fn, 'arguments'), '\n```<｜tool▁call▁end｜>');
}
