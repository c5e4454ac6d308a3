import { applyEdits } from '../../core/applyEdits.ts';
import type { Edit } from '../../core/span.ts';
import type { Fence } from '../../text/index.ts';
import type { Anatomy } from './anatomy.ts';
import type { MutationOperator } from './operator.ts';
import { at, replaced } from './operator.ts';

/** Names that models use for a language in place of its usual one. */
const otherNames: Readonly<Record<string, string>> = {
  json: 'jsonc',
  python: 'py',
  bash: 'sh',
  sh: 'shell',
  javascript: 'js',
  typescript: 'ts',
};

const fence = { family: 'fences', on: 'answer' } as const;

/** Mistakes with Markdown fences. */
export const fenceOperators: readonly MutationOperator[] = [
  {
    ...fence,
    name: 'fence-dropped',
    summary: 'no fence',
    needs: 'a fence',
    mutate: anatomy =>
      eachFence(anatomy, ({ open, inner, close }) => [
        { span: { start: open.start, end: inner.start }, text: '' },
        { span: close, text: '' },
      ]),
  },
  {
    ...fence,
    name: 'fence-unclosed',
    summary: 'an unclosed fence',
    needs: 'a fence',
    mutate({ text, fences }) {
      const last = fences.at(-1);
      return last && replaced(text, last.close, '');
    },
  },
  {
    ...fence,
    name: 'fence-language-missing',
    summary: 'a fence without its language',
    needs: 'a fence with a language',
    mutate: anatomy => withLanguage(anatomy, () => ''),
  },
  {
    ...fence,
    name: 'fence-language-case',
    summary: 'the language of the fence in another case',
    needs: 'a fence with a language',
    mutate: anatomy =>
      withLanguage(anatomy, name => (name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase())),
  },
  {
    ...fence,
    name: 'fence-language-other',
    summary: 'another name for the language of the fence',
    needs: 'a fence with a language that has another name',
    mutate: anatomy => withLanguage(anatomy, name => (Object.hasOwn(otherNames, name) ? otherNames[name]! : name)),
  },
  {
    ...fence,
    name: 'fence-one-line',
    summary: 'fence and JSON on one line',
    needs: 'JSON in a fence',
    mutate: anatomy =>
      eachFence(anatomy, ({ open, inner, close }) => {
        const { json } = anatomy;
        if (!json || json.span.start < inner.start || json.span.end > inner.end) return [];
        return [
          { span: { start: open.end, end: json.span.start }, text: ' ' },
          { span: { start: json.span.end, end: close.start }, text: ' ' },
        ];
      }),
  },
  {
    ...fence,
    name: 'fence-added',
    summary: 'a fence around the answer',
    needs: 'an answer without a fence',
    mutate({ text, fences, answer, json, tags }) {
      if (fences.length > 0) return undefined;
      const isXml = at(text, answer).startsWith('<');
      const language = json && tags.length === 0 ? 'json' : isXml ? 'xml' : '';
      const before = answer.start > 0 && text.charAt(answer.start - 1) !== '\n' ? '\n' : '';
      return replaced(text, answer, `${before}\`\`\`${language}\n${at(text, answer)}\n\`\`\``);
    },
  },
];

function eachFence({ text, fences }: Anatomy, edits: (fence: Fence) => readonly Edit[]): string | undefined {
  const all = fences.flatMap(edits);
  return all.length > 0 ? applyEdits(text, all) : undefined;
}

function withLanguage(anatomy: Anatomy, rename: (language: string) => string): string | undefined {
  const { text } = anatomy;
  return eachFence(anatomy, ({ language }) =>
    language.end > language.start ? [{ span: language, text: rename(at(text, language)) }] : [],
  );
}
