import type { PyDict } from '../../core/pyValue.ts';
import { textOf } from '../../parsers/shared/pieces.ts';
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
