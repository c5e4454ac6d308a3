import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  checkConversation,
  checkDefinitions,
  constraintProblems,
  type ProblemCode,
  problemCatalogue,
  readConversation,
  readDefinitions,
  readSource,
  sourceProblems,
} from '../../src/engine/index.ts';
import { patientHost } from './patientHost.ts';

// What media/problems.md says of each problem is true: its examples are run.
suite('the page of problems', () => {
  const [, ...written] = readFileSync('media/problems.md', 'utf8').split(/^## /m);
  const sections = new Map(written.map(section => [section.slice(0, section.indexOf('\n')), section]));
  /** What only files and runs tell: the text of the example has no problem of its own. */
  const told: readonly string[] = [
    ...['unserved-template', 'missing-file', 'file-outside', 'sample-fails'],
    ...['unknown-parser', 'unusable-parser'],
  ];
  const words = { error: 'Error', warning: 'Warning', info: 'Information' };

  test('has a section for every code, and for no other', () =>
    assert.deepEqual([...sections.keys()].sort(), Object.keys(problemCatalogue).sort()));

  // Patterns are analysed, which takes its time.
  for (const [code, { severity, summary }] of Object.entries(problemCatalogue))
    test(code.endsWith('-pattern') ? `${code} @slow` : code, async () => {
      const section = sections.get(code) ?? '';
      assert.equal(section.split('\n')[2], `*${words[severity]}.* ${summary}`);
      const examples = [...section.matchAll(/^```(jsonc?|python)\n([\s\S]*?)\n```$/gm)];
      for (const [i, [, kind, text]] of examples.entries()) {
        const codes =
          kind === 'python'
            ? sourceProblems(await readSource(text!, 'example.py')).map(each => each.code)
            : kind === 'jsonc'
              ? await definitionCodes(text!, code.startsWith('constraint-') ? ['xgrammar'] : [])
              : conversationCodes(text!);
        // The first example has the problem, the one that is right has none at all.
        if (i === 0 && !told.includes(code)) assert.ok(codes.includes(code as ProblemCode), `${codes}`);
        else assert.deepEqual(codes, [], text);
      }
    });

  async function definitionCodes(text: string, engines: readonly string[]): Promise<readonly ProblemCode[]> {
    const { definitions, problems } = readDefinitions(text, 'example.parser.json');
    const constrained = constraintProblems(definitions, engines);
    return [...problems, ...(await checkDefinitions(definitions, patientHost)), ...constrained].map(({ code }) => code);
  }

  function conversationCodes(text: string): readonly ProblemCode[] {
    const { conversation, problems } = readConversation(text, 'example.messages.json');
    return [...problems, ...(conversation ? checkConversation(conversation) : [])].map(({ code }) => code);
  }
});
