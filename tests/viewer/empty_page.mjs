// The viewer's page as the library carries it, taken out of a page that the program has written.

const MARK = '<!--sarrus-page-->';
const DATA = /<script type="application\/json" id="sarrus-page">[^]*?<\/script>/;

/** The page without data: it connects to the server that it came from. */
export function emptyPage(html) { return html.replace(DATA, MARK); }

/** An empty page with data put in. */
export function filledPage(html, data) {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html.replace(MARK, () => `<script type="application/json" id="sarrus-page">${text}</script>`);
}
