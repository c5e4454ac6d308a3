import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the log below. */
const definition = {
  parsers: {
    triage: {
      type: 'MarkdownJsonDictParser',
      content_hint: { thought: 'why', category: 'billing, shipping or technical', priority: '1 to 5' },
      required_keys: ['category'],
    },
    loose: { type: 'MarkdownJsonObjectParser' },
  },
};
const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;

/** A row of the log; some of a hundred do not read, each for its own reason. */
function row(i: number) {
  const thought = `Row ${i}: the parcel of last week did not arrive.`;
  const good = fenced({ thought, category: ['billing', 'shipping', 'technical'][i % 3], priority: 1 + (i % 5) });
  const bad: Record<number, string | undefined> = {
    0: good.replaceAll('"', "'"),
    7: good.slice(0, 60),
    13: good.replace(',"priority"', ',,"priority"'),
    21: thought,
    33: fenced({ thought, priority: 2 }),
    47: good.replace('"category":"', '"category":"none of '),
    60: `${good}\n${good.replace('Row', 'Line')}`,
    80: undefined,
  };
  const response = i % 100 in bad ? bad[i % 100] : good;
  return { id: `r${i}`, model: `model-${i % 4}`, ...(response !== undefined && { response }) };
}

/** Writes a definition and a log of 3000 rows into a folder: 2,760 ok, 60 suspicious, 150 errors, 30 without a response. */
export async function writeEvaluated(folder: string): Promise<void> {
  await writeFile(join(folder, 'aTriage.parser.json'), JSON.stringify(definition, null, 2));
  const rows = Array.from({ length: 3000 }, (_, i) => `${JSON.stringify(row(i))}\n`);
  await writeFile(join(folder, 'triage.jsonl'), rows.join(''));
}
