import { layOut } from '../../../code/python/code.ts';
import { toIdentifier } from '../../../code/python/identifiers.ts';
import { literalCode } from '../../../code/python/literals.ts';
import { commentOf } from '../../../code/python/write/losses.ts';
import { UniqueNames } from '../../../code/uniqueNames.ts';
import type { ExportFormat } from '../../../parsers/interchange.ts';
import { refusesTemplate } from './tokenizerConfigForm.ts';

/** Response templates of transformers as dictionaries, to be given to a tokenizer. */
export const templateExport: ExportFormat = {
  id: 'response-template',
  title: 'transformers (Python)',
  summary: 'A response template as a dictionary, for `tokenizer.response_template`',
  extension: '.py',
  language: 'python',
  refuses: refusesTemplate,
  write(definitions) {
    const names = new UniqueNames();
    const texts = definitions.map(({ name, description, source }) => {
      const variable = names.take(toIdentifier(name, 'response_template'), '_');
      const value = layOut(literalCode(source.config.get('response_template') ?? null), 0, variable.length + 3);
      return `${commentOf(description)}${variable} = ${value}\n`;
    });
    const head = '# transformers: `tokenizer.response_template = …`, or the argument `schema` of `parse_response`.\n\n';
    return { text: head + texts.join('\n'), losses: [] };
  },
};
