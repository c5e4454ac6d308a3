import { deepEqual } from 'node:assert/strict';
import { toPlain } from '../../../../../../src/engine/core/pyValue.ts';
import { importDefinitions } from '../../../../../../src/engine/interchange/index.ts';

/** What of an expression is taken over into a definition's `content_hint`, as JSON, and what is said where it is not. */
function taken(expression: string): readonly unknown[] {
  const text = `import textwrap, inspect
from agentscope.parsers import MarkdownJsonDictParser
NAME = "n"
LIST = ["x", "y"]
DICT = {"a": 1}
OTHER = NAME + "!"
class Holder:
    X = "h"
p = MarkdownJsonDictParser(content_hint={"v": ${expression}})
`;
  const { definitions, problems } = importDefinitions(text, undefined, 'a.py');
  const hint = toPlain(definitions[0]?.config.get('content_hint') ?? null) as { readonly v?: unknown };
  return hint.v === undefined ? problems.map(({ message }) => message) : [JSON.stringify(hint.v)];
}

const noText = 'This text is not taken over: it is bytes, not closed, or has escapes by name.';
const computed = 'This is computed; only literals are read.';
const filled = 'A placeholder of this f-string is filled when it runs; write the text itself.';
const call = 'This is a call; nothing of the text is run, so its value is not known.';
const elsewhere = '`missing` comes from elsewhere; only this text is read.';
const built = 'This is computed; write the value itself.';

/** JSON of what is taken over, or the words why nothing is. */
const rows: readonly (readonly [expression: string, result: string])[] = [
  ['"a"', '"a"'],
  ["'a' \"b\" 'c'", '"abc"'],
  ['"""a\nb"""', '"a\\nb"'],
  ['r"\\d"', '"\\\\d"'],
  ['"\\n\\x41\\u00e4\\U0001F600"', '"\\nAä😀"'],
  ['"\\N{DASH}"', noText],
  ['b"a"', noText],
  ['u"a"', '"a"'],
  ['rb"a"', noText],
  ['5', '5'],
  ['-5', '-5'],
  ['+5', '5'],
  ['1.5', '1.5'],
  ['-1.5e3', '-1500'],
  ['0x1F', '31'],
  ['1_000', '1000'],
  ['5j', 'This number is not taken over.'],
  ['True', 'true'],
  ['None', 'null'],
  ['...', computed],
  ['[1, "a", [2]]', '[1,"a",[2]]'],
  ['(1, 2)', '[1,2]'],
  ['(1,)', '[1]'],
  ['()', '[]'],
  ['{"a": 1, "b": {"c": 2}}', '{"a":1,"b":{"c":2}}'],
  ['{"a": 1, "a": 2}', '{"a":2}'],
  ['{**{"a": 1}, "b": 2}', '{"a":1,"b":2}'],
  ['{1: "a", "b": 2}', '{"b":2}'],
  ['{1, 2}', '[1,2]'],
  ['[*[1], 2]', '[1,2]'],
  ['"a" + "b" + "c"', '"abc"'],
  ['"a" + 1', computed],
  ['[1] + [2]', '[1,2]'],
  ['{"a": 1} | {"a": 2, "b": 3}', '{"a":2,"b":3}'],
  ['"a" * 3', computed],
  ['"a" | "b"', computed],
  ['[1] | [2]', computed],
  ['{"a": 1} + {"b": 2}', computed],
  ['"a" + "b" | "c"', computed],
  ['1 + 2', computed],
  ['f"a{1}b"', '"a1b"'],
  ['f"{\'x\'}{True}{None}"', filled],
  ['f"{{a}}{NAME}"', '"{a}n"'],
  ['f"{NAME!r}"', filled],
  ['f"{NAME:>5}"', filled],
  ['f"{1.5}"', filled],
  ['f"{1.0}"', filled],
  ['f"\\N{DASH}{NAME}"', noText],
  ['f"{NAME}\\N{DASH}"', noText],
  ['f"a\\tb{NAME}\\n"', '"a\\tbn\\n"'],
  ['rf"\\d{NAME}"', '"\\\\dn"'],
  ['f"""{NAME}\nx"""', '"n\\nx"'],
  ['f"{f\'{NAME}\'}"', '"n"'],
  ['f"{missing}"', elsewhere],
  ['f"{[1]}"', filled],
  ['f"a" "b"', '"ab"'],
  ['"a" f"{NAME}"', '"an"'],
  ['NAME', '"n"'],
  ['LIST', '["x","y"]'],
  ['OTHER', '"n!"'],
  ['missing', elsewhere],
  ['Holder.X', '"h"'],
  ['Holder.Y', 'This is an attribute; its value is known only when the program runs.'],
  ['NAME.upper()', call],
  ['"a".strip()', '"a"'],
  ['", ".join(["a", "b"])', '"a, b"'],
  ['"a{}".format(1)', '"a1"'],
  ['"%s" % "a"', computed],
  ['len("a")', call],
  ['lambda: 1', 'This is a function; its value is not known.'],
  ['1 if True else 2', 'This depends on a condition; write the value that is meant.'],
  ['[x for x in LIST]', built],
  ['not True', computed],
  ['-NAME', computed],
  ['-True', computed],
  ['- -5', '5'],
  ['~5', computed],
  ['("a")', '"a"'],
  ['("a" "b")', '"ab"'],
  ['dict(a=1)', '{"a":1}'],
  ['list((1, 2))', '[1,2]'],
  ['str(1)', call],
  ['await x', 'This is known only when the program runs.'],
  ['textwrap.dedent("  a\\n  b")', '"a\\nb"'],
  ['inspect.cleandoc("  a\\n  b")', '"a\\nb"'],
  ['NAME[0]', '`NAME[0]` cannot be read.'],
  ['LIST[0]', '`LIST[0]` cannot be read.'],
  ['LIST[-1]', '`LIST[-1]` cannot be read.'],
  ['DICT["a"]', '`DICT["a"]` cannot be read.'],
  ['DICT.keys()', '["a"]'],
  ['DICT.values()', '[1]'],
  ['DICT.copy()', '{"a":1}'],
  ['DICT.items()', call],
  ['DICT.keys(1)', call],
  ['LIST.copy()', '["x","y"]'],
  ['LIST.keys()', call],
  ['LIST.strip()', call],
  ['NAME.copy()', call],
  ['" a ".strip()', '"a"'],
  ['" a ".lstrip()', '"a "'],
  ['" a ".rstrip()', '" a"'],
  ['"  ".rstrip()', '""'],
  ['"aba".strip("a")', call],
  ['"-".join(LIST)', '"x-y"'],
  ['"-".join([1])', call],
  ['"-".join("ab")', call],
  ['"-".join(*LIST)', call],
];

suite('expressions that an import takes over', () => {
  for (const [expression, result] of rows) test(expression, () => deepEqual(taken(expression), [result]));
});
