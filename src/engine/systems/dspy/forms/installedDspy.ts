import { fromExport, jsonOf, parses } from '../../../code/python/write/askedSource.ts';
import type { InstalledFramework, ToldBy } from '../../../parsers/askedFramework.ts';
import type { Definition } from '../../../parsers/definition.ts';
import { toJsonText } from '../../../python/index.ts';
import { inputsOf } from '../definedSignature.ts';
import { dspyExport } from './dspyExport.ts';

/** What an adapter of DSPy's sends and reads: the module as it is exported, without its model. */
function dspyAsked(exported: string, variable: string, { source }: Definition): string {
  // The adapter runs by itself: a program's settings, which one thread alone may change, stay as they are.
  const text = exported.replace(/^\w+\.configure\(adapter=(.*)\)$/m, 'asked_adapter = $1');
  const inputs = new Map(inputsOf(source).map(name => [name, `{${name}}`]));
  return `${text}
import json

asked_predict = getattr(${variable}, "predict", ${variable})
asked_inputs = ${jsonOf(inputs)}


class Asked:
    @property
    def format_instruction(self):
        messages = asked_adapter.format(asked_predict.signature, asked_predict.demos, asked_inputs)
        told = [{"role": each["role"], "content": each["content"]} for each in messages]
        return json.dumps(told, ensure_ascii=False, indent=2)

    def parse(self, text):
        return asked_adapter.parse(asked_predict.signature, str.__str__(text))


asked = Asked()
`;
}

/** The messages that a definition's parser sends, as Python prints them. Raises what the parser raises. */
function dspyMessages(_: Definition, parser: ToldBy): string {
  const messages = parser.instructionMessages();
  return toJsonText(
    messages.map(
      ({ role, text }) =>
        new Map([
          ['role', role],
          ['content', text],
        ]),
    ),
  );
}

/** The adapters of an installed DSPy. */
export const installedDspy: InstalledFramework = {
  name: 'DSPy',
  distributions: ['dspy', 'pydantic', 'json-repair'],
  hasMessages: true,
  takesMessages: false,
  reads: parses,
  instructionOf: dspyMessages,
  source: fromExport(dspyExport, dspyAsked),
};
