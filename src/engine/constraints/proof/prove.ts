import { seededRandom } from '../../core/random.ts';
import type { ParseResult } from '../../core/result.ts';
import { Acceptor, type Format, networkOf, Sampler, type Sentence, troubleWords } from '../../grammar/index.ts';
import { whyNot } from './comesBack.ts';

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
