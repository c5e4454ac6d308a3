import { seededRandom } from '../../core/random.ts';
import type { ParseResult } from '../../core/result.ts';
import {
  Acceptor,
  type Format,
  networkOf,
  type SampledPart,
  Sampler,
  type Sentence,
  troubleWords,
} from '../../grammar/index.ts';
import { pyStrip } from '../../python/index.ts';

/** How many sentences a proof tries. */
const sentencesOfProof = 200;

/** A sentence that shows that a grammar is wrong, and why. */
export interface Counterexample {
  readonly text: string;
  readonly reason: string;
}

/** What a proof found. */
export interface Proof {
  readonly proved: boolean;
  /** How many sentences were tried. */
  readonly sentences: number;
  readonly counterexample?: Counterexample;
}

/** What is proved: the grammar as it was made, and as the printed text is read back. */
export interface ProofSubject {
  readonly made: Format;
  readonly printed: Format;
  parse(text: string): Promise<ParseResult>;
}

/**
 * Tries sentences of a grammar, half of them of the printed text: each must be one of the other as well, read without a
 * repair, and give back the parts that it was made of. The same seed tries the same sentences. Throws `NoGrammarError` where
 * there is no sentence.
 */
export async function prove(
  { made, printed, parse }: ProofSubject,
  seed = 1,
  count = sentencesOfProof,
): Promise<Proof> {
  const words = troubleWords(made);
  const [ours, theirs] = [made, printed].map((format, i) => {
    const network = networkOf(format);
    const random = seededRandom(seed, i === 0 ? 'made' : 'printed');
    return { sampler: new Sampler(network, words, random), acceptor: new Acceptor(network) };
  });
  for (let i = 0; i < count; i++) {
    const isMade = i % 2 === 0;
    const sentence = (isMade ? ours : theirs)!.sampler.sentence();
    const reason = await fault(sentence, (isMade ? theirs : ours)!.acceptor, isMade, parse);
    if (reason !== undefined)
      return { proved: false, sentences: i + 1, counterexample: { text: sentence.text, reason } };
  }
  return { proved: true, sentences: count };
}

async function fault(
  { text, parts }: Sentence,
  other: Acceptor,
  isMade: boolean,
  parse: ProofSubject['parse'],
): Promise<string | undefined> {
  if (other.accept(text).is !== 'sentence')
    return `It is not a sentence of the ${isMade ? 'printed text' : 'grammar that was printed'}.`;
  return whyNot(await parse(text), parts);
}

/** Why what was read of a sentence is not what the sentence was made of; `undefined`: it is. */
function whyNot(result: ParseResult, parts: readonly SampledPart[]): string | undefined {
  if (!result.ok) return `It does not read: ${result.error.class}: ${result.error.message}`;
  if (result.repairs.length > 0) return `It reads only with the repair \`${result.repairs[0]!.name}\`.`;
  let items = 0;
  for (const { part, text } of parts) {
    const read = at(
      result.value,
      part.path.map(key => (key === '*' ? String(items++) : key)),
    );
    if (!isSame(part.reads, text, read))
      return `${part.path.length === 0 ? 'The value' : `\`${part.path.join('.')}\``} was written ${inShort(text)} and is read ${inShort(read)}.`;
  }
  if (items > 0 && Array.isArray(result.value) && result.value.length !== items)
    return `${items} items were written, and ${result.value.length} are read.`;
  return undefined;
}

function at(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

function isSame(reads: SampledPart['part']['reads'], text: string, read: unknown): boolean {
  if (reads === 'json') {
    const written = tryParse(text);
    return written !== undefined && isWithin(written, read);
  }
  if (typeof read !== 'string') return false;
  if (reads === 'text') return read === text;
  return reads === 'stripped' ? stripped(read) === stripped(text) : read.includes(stripped(text));
}

/** Without what Python or JavaScript takes for white space around. */
function stripped(text: string): string {
  const shorter = pyStrip(text.trim());
  return shorter === text ? text : stripped(shorter);
}

/** Whether a value is as it was written: further members, such as defaults, may be there. */
function isWithin(written: unknown, read: unknown): boolean {
  if (typeof written !== 'object' || written === null) return written === read || Number(read) === written;
  if (typeof read !== 'object' || read === null || Array.isArray(read) !== Array.isArray(written)) return false;
  if (Array.isArray(written) && written.length !== (read as readonly unknown[]).length) return false;
  return Object.entries(written).every(
    ([key, value]) => Object.hasOwn(read, key) && isWithin(value, (read as Record<string, unknown>)[key]),
  );
}

function inShort(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 200);
}

/** The value of JSON, which is never `undefined`; of a text that is not JSON `undefined`. */
export function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
