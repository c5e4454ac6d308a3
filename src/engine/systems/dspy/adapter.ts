import type { PyDict } from '../../core/pyValue.ts';
import type { Reading } from '../../parsers/parser.ts';
import { withFields } from '../../parsers/shared/fields.ts';
import { textOf } from '../../parsers/shared/pieces.ts';
import { jsonLoads } from '../../python/index.ts';
import { readLenient } from '../../text/index.ts';
import type { DspyReading } from './completeFields.ts';
import { readChat } from './readChat.ts';
import { readJson } from './readJson.ts';
import { readXml } from './readXml.ts';
import { demoMessages, givenValues, requestMessage, sentDemos } from './requestMessage.ts';
import type { AdapterName, DspySignature } from './signature.ts';
import { systemText } from './systemText.ts';

/** A message that an adapter sends. */
export interface SentMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** `adapter.format(signature, demos, inputs)` of DSPy 3.3.1. Raises `EngineError` where `BAMLAdapter` does. */
export function formatMessages(
  adapter: AdapterName,
  signature: DspySignature,
  demos: readonly PyDict[],
  inputs: PyDict,
): readonly SentMessage[] {
  const system = textOf(systemText(adapter, signature));
  const examples = sentDemos(signature, demos).flatMap(({ demo, isWhole }): SentMessage[] => {
    const [user, assistant] = demoMessages(adapter, signature, demo, isWhole);
    return [
      { role: 'user', content: user },
      { role: 'assistant', content: assistant },
    ];
  });
  const request = textOf(requestMessage(adapter, signature, givenValues(inputs)));
  return [
    { role: 'system', content: system },
    ...examples,
    ...(request === '' ? [] : [{ role: 'user' as const, content: request }]),
  ];
}

/** `adapter.parse(signature, completion)` of DSPy 3.3.1. Raises `AdapterParseError`, and what `JSONAdapter` lets pass. Linear. */
export function readCompletion(adapter: AdapterName, signature: DspySignature, completion: string): DspyReading {
  const read = adapter === 'ChatAdapter' ? readChat : adapter === 'XMLAdapter' ? readXml : readJson;
  return read(signature, completion);
}

/** So many fields of one answer that match no output field are listed. */
const mostDropped = 50;

export function reading(adapter: AdapterName, signature: DspySignature, text: string): Reading {
  const read = readCompletion(adapter, signature, text);
  const { value, filled } = read;
  const repairs = adapter === 'JSONAdapter' || adapter === 'BAMLAdapter' ? repairsOf(text) : undefined;
  return withFields(
    {
      value,
      ...(repairs && { repairs }),
      odd: () =>
        read
          .dropped()
          .slice(0, mostDropped)
          .map(({ name, span }) => ({ code: 'members-dropped', detail: name, span })),
      ...(filled.length > 0 && {
        extra: { filled },
        warnings: filled.map(name => `\`${name}\` is not in the answer: its default, or \`None\`, stands there.`),
      }),
    },
    () => {
      const { places } = read;
      return [...value].flatMap(([key, item]) => {
        const place = places.get(key);
        return place ? [{ key, value: item, ...place }] : [];
      });
    },
  );
}

/** What json_repair made of the text; absent where nothing was to be done, or the text is more than an object. */
function repairsOf(text: string): Reading['repairs'] {
  if (jsonLoads(text).ok) return undefined;
  const read = readLenient(text);
  return read.ok && read.node?.kind === 'object' ? read.repairs() : undefined;
}
