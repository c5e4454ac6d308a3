import { type Conversation, type FormatResult, oneLine, type PyValue, pyStr } from '../../engine/index.ts';

/** What became of every message, as a table: number, tokens, kept or the step that dropped or changed it, name, first words. */
export function explain(conversation: Conversation, result: FormatResult & { readonly ok: true }): string {
  const rows = conversation.messages.map((message, i) => {
    const { kept, step, reason, tokens } = result.perMessage[i]!;
    const why = reason === undefined ? '' : ` in step ${step}: ${reason}`;
    const outcome = kept ? (why === '' ? 'kept' : `changed${why}`) : `dropped${why}`;
    return [
      String(i + 1),
      tokens === undefined ? '' : String(tokens),
      oneLine(outcome),
      oneLine(pyStr(message.name)),
      oneLine(words(message.content)),
    ];
  });
  const { instruction } = result;
  if (instruction) {
    const { outcome, note, parser, place, text } = instruction;
    const row = ['', outcome.tokens === undefined ? '' : String(outcome.tokens), outcome.kept ? 'kept' : 'dropped'];
    row.push(oneLine(`instruction of ${parser}`), oneLine(`${words(text)} (${note})`));
    const examples = (instruction.examples ?? []).map(({ role, text: said, outcome: { kept, tokens } }) => [
      '',
      tokens === undefined ? '' : String(tokens),
      kept ? 'kept' : 'dropped',
      oneLine(`${role} of an example`),
      oneLine(words(said)),
    ]);
    rows.splice(place === 'after' ? rows.length : place === 'before' ? 0 : 1, 0, row, ...examples);
  }
  const header = ['#', 'tokens', '', 'name', 'content'];
  const widths = header.map((title, k) => Math.max(title.length, ...rows.map(row => row[k]!.length)));
  const lines = [header, ...rows].map(row =>
    row
      .map((cell, k) => (k < 2 ? cell.padStart(widths[k]!) : cell.padEnd(widths[k]!)))
      .join('  ')
      .trimEnd(),
  );
  const kept = result.perMessage.filter(outcome => outcome.kept).length;
  const counted = `${result.tokens} tokens, ${exactness(result)} (${oneLine(result.basis ?? '')})`;
  const total = result.tokens === undefined ? 'not counted: no token counter' : counted;
  return `${lines.join('\n')}\n\n${kept} of ${conversation.messages.length} messages kept; ${total}\n`;
}

/** How sure a number is: a formula of a framework is exact as that framework counts, whatever the provider counts. */
function exactness({ exact, formula }: FormatResult & { readonly ok: true }): string {
  if (!exact) return 'an estimate';
  return formula ? `exact as ${formula} counts` : 'exact';
}

/** The first words of a message; blocks by their types. */
function words(content: PyValue): string {
  const text =
    typeof content === 'string'
      ? content
      : Array.isArray(content)
        ? content.map(block => (block instanceof Map ? `[${pyStr(block.get('type') ?? null)}]` : '[?]')).join(' ')
        : '';
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 48 ? `${line.slice(0, 47)}…` : line;
}
