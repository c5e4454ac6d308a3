import type { Host } from '../core/host.ts';
import { answerOfKeys, createAnswerReader, exampleResponse, textOf } from '../definition/index.ts';
import { definitionWords } from '../diagnosis/index.ts';
import type { Definition } from '../parsers/definition.ts';
import { attempt } from '../parsers/shared/attempt.ts';
import { toJsonText } from '../python/index.ts';
import { type FormatKind, formatText } from '../suspicions/index.ts';

/**
 * Whether a definition judges every row as another one did that was asked these questions meanwhile (`DefinitionUses`): it
 * answers all of them alike. `echoes`: that holds for rows which have none of these texts in their response, the
 * instructions of both. `undefined`: nobody can say. Never rejects. Linear in the definitions and the questions.
 */
export async function judgesAlike(
  before: Definition,
  now: Definition,
  questions: Iterable<string>,
  host: Host,
): Promise<{ readonly echoes: readonly string[] } | undefined> {
  // What a module or another file says is not in the definition.
  const { modules } = before.parserType;
  if (before.parserType !== now.parserType || modules?.runsModule || modules?.stoodOn) return undefined;
  if (before.filters !== now.filters || before.invalid !== now.invalid || before.linked || now.linked) return undefined;
  const answers = await Promise.all(
    [before, now].map(definition => answersOf(definition, host).catch(() => undefined)),
  );
  const [one, other] = answers;
  if (!one || !other) return undefined;
  let echoes: readonly string[] = [];
  for (const question of questions) {
    const parts = JSON.parse(question) as readonly [string, ...string[]];
    const [was, is] = [one(parts), other(parts)];
    if (was === is && was !== undefined) continue;
    if (parts[0] !== 'instruction' || was === undefined || is === undefined) return undefined;
    echoes = [was, is].filter(text => text !== '');
  }
  return { echoes };
}

/** What answers questions about a definition. */
async function answersOf(
  definition: Definition,
  host: Host,
): Promise<(question: readonly [string, ...(string | number)[]]) => string | undefined> {
  const reader = createAnswerReader(definition, host);
  const format = await reader.format();
  let words: ReadonlySet<string> | undefined;
  return question => {
    const [kind, about] = question;
    if (kind === 'instruction') return (attempt(() => textOf(reader.instructionPieces())) ?? '').trim();
    if (kind === 'example') return exampleResponse(definition) ?? '';
    if (kind === 'word') {
      words ??= definitionWords(toJsonText(definition.source.config));
      return String(words.has(String(about)));
    }
    return answerOfKeys(definition, question) ?? formatText(format, kind as FormatKind, about as string | undefined);
  };
}
