import { fromPlain, type PyDict } from '../../../core/pyValue.ts';

/** What the model is asked for a summary with. Nobody fills in the time: the model reads the braces. */
export const compressionPrompt = `<system-hint>You have been working on the task described above but have not yet completed it. Now write a continuation summary that will allow you to resume work efficiently in a future context window where the conversation history will be replaced with this summary. Your summary should be structured, concise, and actionable.
The current time is {current_time}.
This summary may itself be summarized again later, and the conversation history it refers to will be gone, so every reference must be self-contained — resolve anything that depends on the vanished context into an absolute, fully-qualified form:
- Time: convert relative expressions ('today', 'now', 'yesterday', 'tomorrow', 'recently') to absolute dates using the current time above; re-anchor them even if an earlier summary already wrote them relatively.
- Names & pointers: use file paths, symbol names, PR/issue numbers, IDs, URLs, and exact commands/error strings verbatim instead of 'this file', 'the above', 'the second approach', 'the 5 failing tests'.
- In-flight work: record everything still pending, especially tools launched in the background whose results you are still waiting on — give each one's id and a short note of what it is doing — and mark each item's owner (user request vs your own decision) and status (done / pending / blocked).
</system-hint>`;

/** How the summary stands in the next context. */
export const summaryTemplate = `<system-info>Here is a summary of your previous work
# Task Overview
{task_overview}

# Current State
{current_state}

# Important Discoveries
{important_discoveries}

# Next Steps
{next_steps}

# Context to Preserve
{context_to_preserve}</system-info>`;

const fields: readonly (readonly [key: string, title: string, description: string])[] = [
  [
    'task_overview',
    'Task Overview',
    "The user's core request and success criteria.\nAny clarifications or constraints they specified",
  ],
  [
    'current_state',
    'Current State',
    'What has been completed so far.\nFile created, modified, or analyzed (with paths if relevant).\nKey outputs or artifacts produced.',
  ],
  [
    'important_discoveries',
    'Important Discoveries',
    "Technical constraints or requirements uncovered.\nDecisions made and their rationale.\nErrors encountered and how they were resolved.\nWhat approaches were tried that didn't work (and why)",
  ],
  [
    'next_steps',
    'Next Steps',
    'Specific actions needed to complete the task.\nAny blockers or open questions to resolve.\nPriority order if multiple steps remain',
  ],
  [
    'context_to_preserve',
    'Context To Preserve',
    "User preferences or style requirements.\nDomain-specific details that aren't obvious.\nAny promises made to the user",
  ],
];

/** The schema that the model fills in. */
export const summarySchema: PyDict = fromPlain({
  description: 'The compressed memory model, used to generate summary of old memories',
  properties: Object.fromEntries(
    fields.map(([key, title, description]) => [key, { description, title, type: 'string' }]),
  ),
  required: fields.map(([key]) => key),
  title: 'SummarySchema',
  type: 'object',
}) as PyDict;
