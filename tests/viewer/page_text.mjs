// What is in a page that the program has written: the viewer as the library carries it, and the data.

const MARK = '<!--sarrus-page-->';
const DATA = /<script type="application\/json" id="sarrus-page">[^]*?<\/script>/;

/** The page without data: it connects to the server that it came from. */
export function emptyPage(html) { return html.replace(DATA, MARK); }

/** An empty page with data put in. */
export function filledPage(html, data) {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html.replace(MARK, () => `<script type="application/json" id="sarrus-page">${text}</script>`);
}

/** The times of the frames of the first motion in a page. */
export function timesIn(html) {
  const { items } = JSON.parse(DATA.exec(html)[0].replace(/^[^{]*|<.*$/g, ''));
  const bytes = Buffer.from(items[0].motions[0].times, 'base64');
  return Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readDoubleLE(8 * i));
}
