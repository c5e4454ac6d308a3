import type { PyValue } from '../../core/pyValue.ts';
import type { GrowingText } from '../../text/growing/growingText.ts';
import { type JsonMembers, jsonMembers } from '../../text/growing/jsonMembers.ts';
import type { StreamEvents, StreamReader } from '../streamReader.ts';
import type { LangchainRuntime } from './langchainRuntime.ts';
import { fromScript } from './places.ts';
import { PythonBrackets } from './pythonBrackets.ts';

const backtick = 0x60;
/** What both runtimes strip in front of JSON: Python's `clean`, back quotes among it; JavaScript trims what is blank. */
const isBlank = (unit: number) => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
const isOpener = (unit: number) => unit === 0x7b || unit === 0x5b;

/** Where the JSON of an answer is: not found yet, at its beginning, behind a fence, or nowhere that could be told. */
type Place = 'lead' | 'prose' | 'label' | 'json' | 'trailing' | 'nowhere';

/**
 * LangChain's JSON readers for an answer that grows: tells the members of the object or list that the answer begins with,
 * or that stands behind its first fence. Only what the whole answer is sure to give, unless it raises: where LangChain
 * would look elsewhere in the end, or give `None`, everything is reopened and nothing more is told. Linear.
 */
export function streamJson(response: GrowingText, events: StreamEvents, runtime: LangchainRuntime): StreamReader {
  let place: Place = 'lead';
  let json: JsonMembers | undefined;
  let ticks = 0;
  /** The JSON is behind a fence; what stands in front of that does not read. */
  let isFenced = false;
  /** What has come of the fence's label. */
  let label = '';
  const keys = new Set<string>();
  /** Python's brackets and strings: of the whole answer, and of what stands behind the fence. */
  const whole = new PythonBrackets();
  let behind: PythonBrackets | undefined;

  const giveUp = () => {
    events.reopen();
    events.leave();
    place = 'nowhere';
  };
  const begin = (unit: number, at: number) => {
    place = 'json';
    json = jsonMembers(response, {
      open(key, from) {
        if (keys.has(key)) events.reopen(key);
        events.open(key, from);
      },
      close({ key, value, span, inner }) {
        keys.add(key);
        const own = runtime === 'js' ? () => scriptValue(response.slice(span.start, span.end), value) : value;
        events.close({ key, value: own, span, inner, final: false });
      },
      end() {
        place = 'trailing';
      },
      fail: giveUp,
    });
    json.push(unit, at);
  };
  const fenced = () => {
    isFenced = true;
    behind = new PythonBrackets();
    place = 'label';
  };

  return (unit, at) => {
    if (place === 'nowhere') return;
    ticks = unit === backtick ? ticks + 1 : 0;
    // Python gives `None` at once for a bracket that closes nothing, wherever it stands.
    if (runtime === 'python' && (!whole.push(unit) || behind?.push(unit) === false)) return giveUp();
    switch (place) {
      case 'lead':
        if (isOpener(unit)) begin(unit, at);
        else if (ticks === 3) fenced();
        else if (unit !== backtick && !isBlank(unit)) place = beginsScalar(unit) ? 'nowhere' : 'prose';
        return;
      case 'prose':
        if (ticks === 3) fenced();
        return;
      case 'label':
        if (isOpener(unit) && (label === '' || label === 'json')) return begin(unit, at);
        if (isBlank(unit) && (label === '' || label === 'json')) return;
        label += String.fromCharCode(unit);
        if (!'json'.startsWith(label)) place = 'nowhere';
        return;
      case 'json':
        json?.push(unit, at);
        // JavaScript takes a fence in a string for the fence.
        if (ticks === 3 && runtime === 'js') giveUp();
        return;
      case 'trailing':
        // JavaScript reads what stands behind it; so does Python where the rest makes the beginning unreadable.
        if (ticks === 3 && !isFenced) giveUp();
    }
  };
}

/** Whether a value that is neither object nor list may begin with a unit: in Python it would be the whole answer's. */
function beginsScalar(unit: number): boolean {
  return /["\d\-tfnNI]/.test(String.fromCharCode(unit));
}

/** A value as JavaScript has it; one that only Python reads as it is, since the whole answer then raises. */
function scriptValue(text: string, value: PyValue): PyValue {
  try {
    return fromScript(JSON.parse(text));
  } catch {
    return value;
  }
}
