import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import {
  CannotConvert,
  type ConversionInput,
  type ConversionPlan,
  type ConversionRule,
  type ReadResponse,
} from '../../../parsers/conversion/conversionRule.ts';
import { sameButForBlanks } from '../../../parsers/conversion/sameValue.ts';

/** A command in a fence becomes one between tags. Blanks around thought and command, which SWE-agent does not run, may differ. */
export const thoughtActionToXml: ConversionRule = {
  from: 'thought_action',
  to: 'xml_thought_action',
  plan: input => plan(input, '```', action => `<command>\n${action}\n</command>`),
  isSameValue: sameButForBlanks,
};

/** A command between tags becomes one in a fence. */
export const xmlToThoughtAction: ConversionRule = {
  from: 'xml_thought_action',
  to: 'thought_action',
  plan: input => plan(input, '<command>', action => `\`\`\`\n${action}\n\`\`\`\n`),
  isSameValue: sameButForBlanks,
};

/** `mark`: what the present form puts around a command. */
function plan({ definition }: ConversionInput, mark: string, write: (action: string) => string): ConversionPlan {
  refuseMark(definition.source.config, mark);
  return {
    edits: [],
    rewrite({ value }: ReadResponse) {
      const [thought, action] = [textOf(value, 'thought'), textOf(value, 'action')];
      return `${thought.trimEnd()}\n${write(action.replace(/^\n|\n$/g, ''))}`;
    },
  };
}

/** Texts of the author's own that show the present form to the model. Raises {@link CannotConvert}. */
function refuseMark(config: PyDict, mark: string): void {
  for (const key of ['error_message', 'format_error_template', 'format_instruction']) {
    const text = config.get(key);
    if (typeof text === 'string' && text.includes(mark))
      throw new CannotConvert(`\`${key}\` shows the model the present form, \`${mark}\`.`);
  }
}

function textOf(value: PyValue, key: string): string {
  const text = isPyDict(value) ? value.get(key) : undefined;
  if (typeof text !== 'string') throw new CannotConvert(`its \`${key}\` is not text`);
  return text;
}
