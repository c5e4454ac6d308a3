import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { definitionSchema } from '../../../../src/engine/authoring/index.ts';
import { conversationSchema } from '../../../../src/engine/conversation/index.ts';
import { problemCatalogue } from '../../../../src/engine/core/problem.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';

/** The code spans of a text as CommonMark finds them, and what is left over of backticks. Blocks of code are left out. */
function codeIn(markdown: string): { readonly spans: readonly string[]; readonly stray: boolean } {
  const text = markdown.replace(/^(`{3,})[^`\n]*\n[\s\S]*?^\1`*$/gm, '');
  const spans: string[] = [];
  let stray = false;
  const runs = [...text.matchAll(/`+/g)];
  for (let i = 0; i < runs.length; i++) {
    const [open] = runs[i]!;
    const close = runs.findIndex(([run], at) => at > i && run.length === open.length);
    if (close < 0) {
      stray = true;
      continue;
    }
    spans.push(text.slice(runs[i]!.index + open.length, runs[close]!.index));
    i = close;
  }
  return { spans, stray };
}

/** Every text of a schema that a hover shows. */
function descriptions(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    /^(?:markdownD|d)escription$/.test(key) && typeof value === 'string' ? [value] : descriptions(value),
  );
}

suite('documentation is Markdown that renders', () => {
  const texts: Readonly<Record<string, readonly string[]>> = {
    'parser types': parserTypes.flatMap(({ documentation, summary }) => [documentation, summary]),
    'keys of definitions': descriptions(definitionSchema()),
    'keys of conversations': descriptions(conversationSchema()),
    problems: Object.values(problemCatalogue).map(({ summary }) => summary),
    pages: ['problems', 'causes', 'suspicions'].map(name => readFileSync(`media/${name}.md`, 'utf8')),
  };
  for (const [what, all] of Object.entries(texts))
    test(`${what}: no code is empty or left open`, () => {
      assert.ok(all.length > 0);
      for (const text of all) {
        const { spans, stray } = codeIn(text);
        assert.ok(!stray, `a backtick is left open: ${text}`);
        assert.deepEqual(
          spans.filter(span => span.trim() === ''),
          [],
          text,
        );
      }
    });
});
