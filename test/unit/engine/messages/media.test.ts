import assert from 'node:assert/strict';
import { imageType } from '../../../../src/engine/conversation/formatters/imageType.ts';
import { EngineError } from '../../../../src/engine/core/errors.ts';
import { Media } from '../../../../src/engine/messages/media.ts';
import { guessMimeType } from '../../../../src/engine/python/mimeTypes.ts';
import { urlParse } from '../../../../src/engine/python/urlParse.ts';

suite('media', () => {
  const chunk = (type: string) => `\0\0\0\x01${type}x\0\0\0\0`;
  const signature = '\x89PNG\r\n\x1a\n';
  const box = (brand: string, ...compatible: string[]) =>
    `\0\0\0${String.fromCharCode(16 + 4 * compatible.length)}ftyp${brand}\0\0\0\0${compatible.join('')}`;
  const images: readonly (readonly [bytes: string, type: string | undefined])[] = [
    ['', undefined],
    ['AC10', 'image/vnd.dwg'],
    ['gimp xcf v', 'image/x-xcf'],
    ['\xff\xd8\xff', 'image/jpeg'],
    [`\0\0\0\x0c${' '.repeat(12)}ftypjp2 ${' '.repeat(30)}`, 'image/jpx'],
    [`${signature}${chunk('IHDR')}${chunk('acTL')}${chunk('IDAT')}`, 'image/apng'],
    [`${signature}${chunk('IHDR')}${chunk('IDAT')}${chunk('acTL')}`, 'image/png'],
    ['\x89PNG', 'image/png'],
    ['GIF8', 'image/gif'],
    ['RIFF0000WEBPVP', 'image/webp'],
    ['RIFF0000WEBPxx', undefined],
    ['II*\0......', 'image/tiff'],
    ['MM\0*0000CR', 'image/x-canon-cr2'],
    ['BM', 'image/bmp'],
    ['II\xbc', 'image/vnd.ms-photo'],
    ['8BPS', 'image/vnd.adobe.photoshop'],
    ['\0\0\x01\0', 'image/x-icon'],
    [box('heic'), 'image/heic'],
    [box('avif'), 'image/avif'],
    [box('mif1', 'xxxx', 'avif'), 'image/avif'],
    [box('isom', 'avif'), undefined],
    [`${' '.repeat(128)}DICM `, undefined],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
  ];
  for (const [bytes, type] of images)
    test(`${JSON.stringify(bytes.slice(0, 12))} is ${type}`, () =>
      assert.equal(imageType(Buffer.from(bytes, 'latin1')), type));

  test('looks at the first 8,192 bytes', () => {
    const late = Buffer.concat([Buffer.from(signature, 'latin1'), Buffer.from([0, 0, 0x40, 0]), Buffer.alloc(20_000)]);
    late.write('acTL', 8 + 12 + 0x4000 + 4, 'latin1');
    assert.equal(imageType(late), 'image/png');
  });

  const names: readonly (readonly [path: string, type: string | undefined])[] = [
    ['/a/b.png', 'image/png'],
    ['/a/B.JPG', 'image/jpeg'],
    ['/a/s.wav', 'audio/x-wav'],
    ['/a/m.mpeg', 'video/mpeg'],
    ['/a/b.png.gz', 'image/png'],
    ['/a/b.svgz', 'image/svg+xml'],
    ['/a/b.tgz', 'application/x-tar'],
    ['/a/b.webp', undefined],
    ['/a.png/b', undefined],
    ['/a/.png', undefined],
    ['/a/..png', undefined],
    ['/a/b.', undefined],
    ['/a/b.GZ', undefined],
  ];
  for (const [path, type] of names) test(`${path} is ${type}`, () => assert.equal(guessMimeType(path), type));

  for (const [what, failures, error, expected, asked] of [
    ['is read as text', 0, new Error('no'), 'é', 1],
    ['is asked for three times', 2, new EngineError('HTTPError', '503'), 'é', 3],
    [
      'is given up after three tries',
      3,
      new EngineError('HTTPError', '503'),
      'RuntimeError: Failed to fetch bytes from URL `https://x.org/a` after 3 retries.',
      3,
    ],
    [
      'is not asked for again where the network may not be used',
      1,
      new EngineError('NetworkNotAllowed', 'no'),
      'NetworkNotAllowed: no',
      1,
    ],
  ] as const)
    test(`an address ${what}`, async () => {
      let tries = 0;
      const fetch = async () => {
        if (++tries <= failures) throw error;
        return Buffer.from('é');
      };
      const media = new Media({ cwd: '/', readFile: async () => undefined, fetch });
      const text = await media
        .getText('https://x.org/a')
        .catch((raised: EngineError) => `${raised.class}: ${raised.message}`);
      assert.deepEqual([text, tries], [expected, asked]);
    });

  test('a file is read once, and again after it could not be', async () => {
    let tries = 0;
    const readFile = async () => {
      if (++tries === 1) throw new Error('busy');
      return Buffer.from('é');
    };
    const media = new Media({ cwd: '/', readFile });
    await assert.rejects(media.file('/a.txt'), /busy/);
    for (let i = 0; i < 2; i++) assert.equal(String(await media.file('/a.txt')), 'é');
    assert.equal(tries, 2);
  });

  test('addresses have a scheme, a host and a path', () => {
    const parts = (url: string) => Object.values(urlParse(url));
    assert.deepEqual(parts('HTTPS://u@h.org:8/a/b.png;v=1?x#y'), ['https', 'u@h.org:8', '/a/b.png']);
    assert.deepEqual(parts('a;b/c;d.png'), ['', '', 'a;b/c']);
    assert.deepEqual(parts('data:image/png;base64,AA'), ['data', '', 'image/png;base64,AA']);
    assert.deepEqual(parts('C:\\x.png'), ['c', '', '\\x.png']);
    assert.deepEqual(parts('\u0001 ht\ntp://x'), ['http', 'x', '']);
    assert.deepEqual(parts('1a://x'), ['', '', '1a://x']);
    assert.throws(() => urlParse('//[x'), { class: 'ValueError', message: 'Invalid IPv6 URL' });
  });
});
