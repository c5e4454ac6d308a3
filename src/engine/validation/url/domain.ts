/** Rust's idna does not encode longer labels; in the DNS they have 63 letters at most. */
const maxLabel = 1000;

/** The ASCII form of a domain (lower case, labels beyond ASCII in Punycode) as in UTS 46; `undefined` where it has none. */
export function domainToAscii(domain: string): string | undefined {
  // Close to UTS 46's table: compatibility forms and case are folded, what is ignored there is dropped here.
  const mapped = domain
    .replace(/\u00ad|\u034f|\u200b|\u2060|\ufeff|\p{Variation_Selector}/gu, '')
    .replace(/[\u3002\uff0e\uff61]/g, '.')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC');
  const labels: string[] = [];
  for (const label of mapped.split('.')) {
    if (/[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Z}]|^\p{M}/u.test(label)) return undefined;
    if (/^xn--/.test(label) && !/^xn--[a-z0-9-]*[a-z0-9]$/.test(label)) return undefined;
    const isAscii = /^[\0-\x7f]*$/.test(label);
    if (!isAscii && label.length > maxLabel) return undefined;
    labels.push(isAscii ? label : `xn--${punycode(label)}`);
  }
  const ascii = labels.join('.');
  return /[\0- %#/:<>?@[\\\]^|\x7f]/.test(ascii) ? undefined : ascii;
}

const punycodeDigits = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** RFC 3492. Labels are short: the cost grows with the square of the length. */
function punycode(label: string): string {
  const points = [...label].map(character => character.codePointAt(0)!);
  const basic = points.filter(point => point < 0x80);
  let output = String.fromCharCode(...basic) + (basic.length > 0 ? '-' : '');
  let [handled, current, delta, bias] = [basic.length, 0x80, 0, 72];
  while (handled < points.length) {
    const next = points.reduce((least, point) => (point >= current && point < least ? point : least), Infinity);
    delta += (next - current) * (handled + 1);
    current = next;
    for (const point of points) {
      if (point < current) delta++;
      if (point !== current) continue;
      output += encodeDelta(delta, bias);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled++;
    }
    delta++;
    current++;
  }
  return output;
}

function encodeDelta(delta: number, bias: number): string {
  let output = '';
  let rest = delta;
  for (let k = 36; ; k += 36) {
    const threshold = Math.min(Math.max(k - bias, 1), 26);
    if (rest < threshold) return output + punycodeDigits.charAt(rest);
    output += punycodeDigits.charAt(threshold + ((rest - threshold) % (36 - threshold)));
    rest = Math.floor((rest - threshold) / (36 - threshold));
  }
}

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
