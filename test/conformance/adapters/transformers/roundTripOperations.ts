import { EngineError } from '../../../../src/engine/core/errors.ts';
import { fromPlain, type PyDict } from '../../../../src/engine/core/pyValue.ts';
import type { Rerendering, RoundTripDifference } from '../../../../src/engine/parsers/modelTemplates.ts';
import { loadResponseTemplate } from '../../../../src/engine/systems/transformers/responseTemplate.ts';
import { roundTrip as tripOf } from '../../../../src/engine/systems/transformers/roundTrip.ts';
import { trainingChecks } from '../../../../src/engine/systems/transformers/trainingChecks.ts';
import { releaseOfVersion } from '../../../../src/engine/systems/transformers/transformersRelease.ts';
import { chatTemplateOf } from '../../../../src/engine/tokens/chatTemplates/applyChatTemplate.ts';
import { requestOf } from './chatOperations.ts';
import { encodeValue } from './encodeValue.ts';
import type { TransformersInput } from './transformersInput.ts';

/** A message rendered by the chat template and read by the response template. Throws `EngineError`; one of rendering says in `at` whether of the prompt or of the conversation. */
export function roundTrip(input: TransformersInput): unknown {
  const template = loadResponseTemplate(
    fromPlain(input.response_template ?? null),
    [],
    releaseOfVersion(input.version),
  );
  const request = requestOf(input);
  const trip = tripOf(template, request, input.coerce === true ? (request.tools ?? null) : null);
  const common = {
    starts_with_prompt: trip.startsWithPrompt,
    prefill: trip.prefill,
    generated: trip.generated,
    ...(trip.promptTail !== undefined && { prompt_tail: trip.promptTail }),
  };
  if ('error' in trip.outcome) return { ...common, error: encodeError(trip.outcome.error), same: false };
  const { message, same, differences, rerender } = trip.outcome;
  return {
    ...common,
    message: encodeValue(message as PyDict),
    same,
    differences: differences.map(encodeDifference),
    rerender: encodeRerendering(rerender),
  };
}

function encodeDifference({ key, original, parsed }: RoundTripDifference): unknown {
  return {
    key,
    ...(original !== undefined && { original: encodeValue(original) }),
    ...(parsed !== undefined && { parsed: encodeValue(parsed) }),
  };
}

function encodeRerendering(rerender: Rerendering): unknown {
  if ('error' in rerender) return { error: encodeError(rerender.error) };
  return rerender.same ? { same: true } : { same: false, expected_tail: rerender.expectedTail, tail: rerender.tail };
}

function encodeError(error: EngineError): unknown {
  return { class: error.class, message: error.message };
}

/** TRL's checks of a chat template, on text. One that raised is `{error}`. */
export function checkTemplate(input: TransformersInput): unknown {
  const { chatTemplate, template, tools, ...options } = requestOf(input);
  const checks = trainingChecks(chatTemplateOf(chatTemplate, template ?? null, tools ?? null), options);
  const encode = (check: boolean | EngineError) =>
    check instanceof EngineError ? { error: encodeError(check) } : check;
  return {
    has_generation_markers: checks.hasGenerationMarkers,
    supports_tool_calling: encode(checks.supportsToolCalling),
    prefix_preserving: encode(checks.prefixPreserving),
  };
}
