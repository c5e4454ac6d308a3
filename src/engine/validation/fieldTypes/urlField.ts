import { PyOpaque } from '../../core/pyValue.ts';
import { parseUrl } from '../parseUrl.ts';
import { counted, utf8Length } from '../text.ts';
import { fail, floorExactness, lax, type Validator } from '../validator.ts';
import { failUnicode, isBroken } from './unicode.ts';

/** `HttpUrl` or `AnyUrl`. The length is that of the input, in bytes of UTF-8. */
export function urlField(className: 'HttpUrl' | 'AnyUrl', maxLength: number | undefined): Validator {
  return {
    name: 'function-wrap[wrap_val()]',
    validate(input, place, run) {
      if (typeof input !== 'string') return fail(run, place, input, 'url_type', 'URL input should be a string or URL');
      if (isBroken(input)) return failUnicode(input, place, run);
      if (maxLength !== undefined && utf8Length(input) > maxLength) {
        const msg = `URL should have at most ${counted(maxLength, 'character')}`;
        return fail(run, place, input, 'url_too_long', msg);
      }
      const url = parseUrl(input);
      if (url.kind === 'error')
        return fail(run, place, input, 'url_parsing', `Input should be a valid URL, ${url.reason}`);
      if (className === 'HttpUrl' && url.scheme !== 'http' && url.scheme !== 'https')
        return fail(run, place, input, 'url_scheme', "URL scheme should be 'http' or 'https'");
      floorExactness(run, lax);
      return new PyOpaque(className, `${className}('${url.text}')`, url.text);
    },
  };
}
