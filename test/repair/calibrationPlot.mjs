// @ts-check
/** An SVG that shows, for ten steps of confidence, how many readings were right: on the diagonal where the confidence is honest. */
export function calibrationPlot(/** @type {readonly { p: number, right: number }[]} */ rows) {
  const size = 400;
  const edge = 60;
  const x = (/** @type {number} */ value) => edge + value * size;
  const y = (/** @type {number} */ value) => 20 + (1 - value) * size;
  const bins = Array.from({ length: 10 }, () => ({ n: 0, p: 0, right: 0 }));
  for (const { p, right } of rows) {
    const bin = bins[Math.min(9, Math.floor(p * 10))];
    if (!bin) continue;
    bin.n++;
    bin.p += p;
    bin.right += right;
  }
  const dots = bins
    .filter(bin => bin.n)
    .map(({ n, p, right }) => {
      const share = right / n;
      // Wilson's interval, 95 %.
      const z = 1.96;
      const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n);
      const half = (z / (1 + (z * z) / n)) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
      const at = x(p / n).toFixed(1);
      return (
        `<line x1="${at}" x2="${at}" y1="${y(middle - half).toFixed(1)}" y2="${y(middle + half).toFixed(1)}" stroke="#4078c0"/>` +
        `<circle cx="${at}" cy="${y(share).toFixed(1)}" r="${(3 + Math.log10(n)).toFixed(1)}" fill="#4078c0"/>` +
        `<text x="${at}" y="${(y(middle - half) + 14).toFixed(1)}" text-anchor="middle">${n}</text>`
      );
    });
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    value =>
      `<text x="${x(value)}" y="${y(0) + 18}" text-anchor="middle">${value}</text>` +
      `<text x="${edge - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size + edge + 20} ${size + 80}" font-family="sans-serif" font-size="11">`,
    '<title>Confidence of a diagnosis, and how often it is right</title>',
    `<rect width="100%" height="100%" fill="white"/><rect x="${edge}" y="20" width="${size}" height="${size}" fill="none" stroke="#999"/>`,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#999" stroke-dasharray="4"/>`,
    ...ticks,
    ...dots,
    `<text x="${x(0.5)}" y="${y(0) + 40}" text-anchor="middle">confidence, for models that the weights were not fitted on (numbers: readings)</text>`,
    `<text transform="translate(16 ${y(0.5)}) rotate(-90)" text-anchor="middle">share that is right</text>`,
    '</svg>\n',
  ].join('\n');
}
