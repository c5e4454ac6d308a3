import { EngineError } from '../../../core/errors.ts';
import { trainingChecks } from '../trainingChecks.ts';
import { type ChatNames, type ChatProbe, probeClock, probeWords } from './chatProbe.ts';
import { chatWarning, type TemplateWarning } from './templateWarning.ts';

/** What a chat template does with messages that it should not. `fieldNames`: the fields that the response template gives. Bounded by a few renderings of short conversations. */
export function chatWarnings(
  probe: ChatProbe,
  names: ChatNames,
  fieldNames: ReadonlySet<string>,
): readonly TemplateWarning[] {
  const warnings: TemplateWarning[] = [];
  for (const { name, span } of names.alwaysDefined)
    warnings.push(
      chatWarning(
        'always-defined',
        `\`${name}\` is always defined: it is \`none\` where there are no ${name}. Test \`${name}\` itself.`,
        span,
      ),
    );
  const clock = names.variables.get('strftime_now');
  if (clock)
    warnings.push(
      chatWarning(
        'dated-prompt',
        'The prompt is another one every day: caches are missed, and recorded prompts do not come back.',
        clock,
      ),
    );
  const system = probe.render('system', { prompts: true });
  if (!isError(probe.render('question', { prompts: true })) && isError(system))
    warnings.push(refused('a system message', system));
  if (names.attributes.has('tool_calls')) warnings.push(...callWarnings(probe));
  const thoughts = reasoningKeys.filter(key => names.attributes.has(key));
  if (thoughts.length > 0 && lacks(probe.render('reasoning'), probeWords.reasoning))
    warnings.push(dropped(`the reasoning of an answer (\`${thoughts.join('`, `')}\`)`));
  warnings.push(...trainingWarnings(probe, names, fieldNames));
  return warnings;
}

/** The keys that models have for their thoughts. */
export const reasoningKeys: readonly string[] = ['reasoning_content', 'thinking', 'reasoning'];

function callWarnings(probe: ChatProbe): readonly TemplateWarning[] {
  const call = probe.render('call', { tools: true });
  if (isError(call)) {
    if (call.class !== 'TypeError' || isError(probe.render('callAsText', { tools: true }))) return [];
    return [
      chatWarning(
        'text-arguments',
        `The arguments of calls must be JSON texts here: an object, as response templates give it, ends in \`${call.class}: ${call.message}\`. \`tojson\` writes both.`,
      ),
    ];
  }
  const behind = assistantPart(call);
  if (lacks(behind, probeWords.name) || lacks(behind, probeWords.value))
    return [dropped('the calls of an answer (`tool_calls`)')];
  const warnings: TemplateWarning[] = [];
  const two = probe.render('twoCalls', { tools: true });
  if (isError(two)) warnings.push(refused('two calls in one answer', two));
  else if (two.split(probeWords.value).length < 3) warnings.push(dropped('the second of two calls'));
  const result = probe.render('result', { prompts: true, tools: true });
  if (isError(result)) warnings.push(refused('the result of a tool', result));
  else if (lacks(result, probeWords.result)) warnings.push(dropped('the results of tools'));
  return warnings;
}

/** What was rendered behind the question: the tools stand before it. */
function assistantPart(text: string): string {
  return text.slice(Math.max(0, text.indexOf(probeWords.question)));
}

function trainingWarnings(
  { template }: ChatProbe,
  names: ChatNames,
  fieldNames: ReadonlySet<string>,
): readonly TemplateWarning[] {
  const { text, specialTokens, kwargs } = template;
  const checks = trainingChecks(text, { specialTokens, kwargs, now: probeClock });
  const hasCalls = fieldNames.has('tool_calls') || names.attributes.has('tool_calls');
  return [
    ...(hasCalls && checks.prefixPreserving === false
      ? [
          chatWarning(
            'rewritten-history',
            'What was rendered changes when the result of a tool comes: every turn is read anew by the model, and TRL refuses to train on it.',
          ),
        ]
      : []),
    ...(checks.hasGenerationMarkers
      ? []
      : [
          chatWarning(
            'no-generation-marks',
            'Nothing says which text is the assistant’s: training on answers alone needs `{% generation %}…{% endgeneration %}` around it.',
          ),
        ]),
  ];
}

function isError(rendered: string | EngineError): rendered is EngineError {
  return rendered instanceof EngineError;
}

function lacks(rendered: string | EngineError, word: string): boolean {
  return typeof rendered === 'string' && !rendered.includes(word);
}

function dropped(what: string): TemplateWarning {
  return chatWarning(
    'dropped-message-part',
    `The prompt of later turns lacks ${what}: the model does not see what it did.`,
  );
}

function refused(what: string, error: EngineError): TemplateWarning {
  return chatWarning('refused-message', `The template refuses ${what}: \`${error.class}: ${error.message}\`.`);
}
