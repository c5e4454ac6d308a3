import { codePointLength, pyStrip, pyStripOf, skipWhite } from '../../python/index.ts';

/**
 * multi-agent-lab's `is_usable_line`: not empty, not a placeholder, not the instruction's own example, no failure of the
 * provider. How a failure is told (`is_model_error`) belongs to the provider; by default a text that begins with
 * `[model error`.
 */
export function isUsableLine(text: string | null, isModelError: (text: string) => boolean = beginsWithError): boolean {
  const line = text ?? '';
  if (isModelError(line)) return false;
  const normalized = pyStripOf(pyStrip(line).toLowerCase(), ' .…"\'');
  return codePointLength(normalized) >= 6 && normalized !== 'a brief, evocative response';
}

function beginsWithError(text: string): boolean {
  return text.startsWith('[model error', skipWhite(text, 0));
}
