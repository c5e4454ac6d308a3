import type { Format } from '../../grammar/index.ts';
import { printBnf } from './printBnf.ts';
import { printLark } from './printLark.ts';
import { printRegex } from './printRegex.ts';
import { structuralTag, type TagElement } from './printStructuralTag.ts';
import { readBnf, readLark, readRegex, readStructuralTag } from './readPrinted.ts';

/** What a constraint is written as. */
export type ConstraintForm = 'json' | 'regex' | 'ebnf' | 'gbnf' | 'lark' | 'structural-tag';

/** A syntax for grammars: its printer, and the reader of what it prints. */
export interface GrammarForm {
  /** Throws `NoGrammarError` for what the syntax does not say. */
  print(format: Format): string;
  read(text: string): Format;
}

/** The syntaxes for grammars. */
export const grammarForms: Readonly<Record<Exclude<ConstraintForm, 'json'>, GrammarForm>> = {
  regex: { print: printRegex, read: readRegex },
  ebnf: { print: format => printBnf(format, { counts: true }), read: readBnf },
  gbnf: { print: format => printBnf(format, { counts: false }), read: readBnf },
  lark: { print: printLark, read: readLark },
  'structural-tag': {
    print: format => `${JSON.stringify(structuralTag(format), undefined, 2)}\n`,
    read: text => readStructuralTag(JSON.parse(text) as TagElement),
  },
};

/** All forms. */
export const constraintForms: readonly ConstraintForm[] = ['json', ...(Object.keys(grammarForms) as ConstraintForm[])];
