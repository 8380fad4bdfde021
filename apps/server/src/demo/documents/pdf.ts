/** One page of text and rules in the two Helveticas every PDF reader has. Units are points from the top left. */
export interface Page {
  readonly title: string;
  readonly texts: readonly PageText[];
  /** Horizontal rules, by their height. */
  readonly rules: readonly number[];
}

export interface PageText {
  readonly text: string;
  /** The left end, or the right end of a figure. */
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly isBold?: boolean;
  readonly isFigure?: boolean;
}

const LETTER = { width: 612, height: 792 };
export const MARGIN = 54;
export const RIGHT = LETTER.width - MARGIN;

export const writePdf = (page: Page): Buffer => {
  const content = [...page.texts.map(drawText), ...page.rules.map(drawRule)].join("\n");
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  return assemble([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${LETTER.width} ${LETTER.height}] /Contents 6 0 R ` +
      "/Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>",
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Title <${utf16(page.title)}> >>`,
  ]);
};

/** Objects are numbered from one; the table at the end contains the byte offset of each. */
const assemble = (objects: readonly string[]): Buffer => {
  let body = "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>`;
  const file = `${body}xref\n0 ${size}\n0000000000 65535 f \n${entries}${trailer}\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
};

const drawText = ({ text, x, y, size = 10, isBold, isFigure }: PageText): string => {
  const left = isFigure ? x - figureWidth(text, size) : x;
  const shown = toWinAnsi(text).replace(/[\\()]/g, "\\$&");
  return `BT /${isBold ? "F2" : "F1"} ${size} Tf ${left.toFixed(2)} ${LETTER.height - y} Td (${shown}) Tj ET`;
};

const drawRule = (y: number): string =>
  `0.6 w ${MARGIN} ${LETTER.height - y} m ${RIGHT} ${LETTER.height - y} l S`;

/** In both fonts digits and the dollar sign are 556 thousandths wide; the others are those of bold column heads. */
const WIDTHS: Readonly<Record<string, number>> = {
  ...{ ".": 278, ",": 278, " ": 278, i: 278, t: 333, r: 389, n: 611, o: 611, p: 611, u: 611 },
  ...{ A: 722, D: 722, U: 722, Q: 778, m: 889 },
};
const figureWidth = (text: string, size: number): number =>
  [...text].reduce((width, character) => width + (WIDTHS[character] ?? 556), 0) * (size / 1000);

/** The fonts support Latin-1; inch marks and dashes are converted to it. */
const toWinAnsi = (text: string): string =>
  text
    .replace(/[″“”]/g, '"')
    .replace(/[–—]/g, "-")
    .replace(/[^\x20-\x7e\xa0-\xff]/g, "?");

const utf16 = (text: string): string =>
  `FEFF${Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, "0")).join("")}`;
