import type { CallArguments } from './arguments.ts';
import type { FilterTable } from './filterTable.ts';
import { JinjaError } from './jinjaError.ts';
import { escapeHtml, escapeUnlessMarkup } from './jinjaOperators.ts';
import { iterate, type JinjaValue, str } from './value.ts';

const http =
  /^((https?:\/\/|www\.)(([\w%-]+\.)+)?([a-z]{2,63}|xn--[\w%]{2,59})|([\w%-]{2,63}\.)+(com|net|int|edu|gov|org|info|mil)|(https?:\/\/)((([\d]{1,3})(\.[\d]{1,3}){3})|(\[([\da-f]{0,4}:){2}([\da-f]{0,4}:?){1,6}\])))(?::[\d]{1,5})?(?:[/?#]\S*)?$/iu;
const email = /^\S+@\w[\w.-]*\.\w+$/u;

/** Jinja's filter that makes links of addresses. */
export const urlizeFilters: FilterTable = {
  urlize: [['trim_url_limit?', 'nofollow?', 'target?', 'rel?', 'extra_schemes?'], urlize],
};

function urlize(value: JinjaValue, given: CallArguments): JinjaValue {
  const relations = new Set(given.get('rel') === null ? [] : str(given.get('rel')).split(/\s+/).filter(Boolean));
  if (given.flag('nofollow')) relations.add('nofollow');
  relations.add('noopener');
  const schemes = given.get('extra_schemes') === null ? [] : iterate(given.get('extra_schemes')).map(str);
  for (const scheme of schemes)
    if (!/^[\w.+-]{2,}:\/{0,2}$/.test(scheme))
      throw new JinjaError('FilterArgumentError', `'${scheme}' is not a valid URI scheme prefix.`);
  const rel = ` rel="${escapeHtml([...relations].sort().join(' '))}"`;
  const target = given.get('target') === null ? '' : ` target="${escapeHtml(str(given.get('target')))}"`;
  const limit = given.get('trim_url_limit') === null ? undefined : given.int('trim_url_limit', 0);
  const trim = (text: string) => (limit !== undefined && text.length > limit ? `${text.slice(0, limit)}...` : text);
  const link = (href: string, text: string) => `<a href="${href}"${rel}${target}>${text}</a>`;
  return escapeUnlessMarkup(value)
    .split(/(\s+)/u)
    .map(word => {
      const { head, middle, tail } = parts(word);
      let linked = middle;
      if (http.test(middle)) linked = link(/^https?:\/\//.test(middle) ? middle : `https://${middle}`, trim(middle));
      else if (middle.startsWith('mailto:') && email.test(middle.slice(7)))
        linked = `<a href="${middle}">${middle.slice(7)}</a>`;
      else if (/^(?!www\.|@)[^:]*@[^:]*$/.test(middle) && email.test(middle))
        linked = `<a href="mailto:${middle}">${middle}</a>`;
      else if (schemes.some(scheme => middle !== scheme && middle.startsWith(scheme))) linked = link(middle, middle);
      return head + linked + tail;
    })
    .join('');
}

/** A word without the brackets and punctuation around it, brackets of its own kept in balance. */
function parts(word: string): { readonly head: string; readonly middle: string; readonly tail: string } {
  const head = /^(?:[(<]|&lt;)+/.exec(word)?.[0] ?? '';
  let middle = word.slice(head.length);
  let tail = /(?:[)>.,\n]|&gt;)+$/.exec(middle)?.[0] ?? '';
  middle = middle.slice(0, middle.length - tail.length);
  for (const [open, close] of [
    ['(', ')'],
    ['<', '>'],
    ['&lt;', '&gt;'],
  ] as const) {
    const opened = middle.split(open).length - 1;
    if (opened <= middle.split(close).length - 1) continue;
    for (let i = Math.min(opened, tail.split(close).length - 1); i > 0; i--) {
      const end = tail.indexOf(close) + close.length;
      middle += tail.slice(0, end);
      tail = tail.slice(end);
    }
  }
  return { head, middle, tail };
}
