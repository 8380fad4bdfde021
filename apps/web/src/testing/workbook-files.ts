interface ZipFile {
  readonly name: string;
  readonly content: string;
  /** The unpacked size that the zip states, if it is not the true one. */
  readonly stated?: number;
}

type Bytes = Uint8Array<ArrayBuffer>;

const numbers = (
  size: number,
  fields: readonly (readonly [at: number, value: number, bytes: 2 | 4])[],
): Bytes => {
  const view = new DataView(new ArrayBuffer(size));
  for (const [at, value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  }
  return new Uint8Array(view.buffer);
};

const joined = async (parts: readonly Bytes[]): Promise<Bytes> =>
  new Uint8Array(await new Blob([...parts]).arrayBuffer());

const deflated = async (content: Bytes): Promise<Bytes> => {
  const packed = new Blob([content]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
};

/** A zip of these files, however odd they are. It states no checksums, which nobody then checks. */
export const zipOf = async (files: readonly ZipFile[]): Promise<Bytes> => {
  const encoder = new TextEncoder();
  const locals: Bytes[] = [];
  const directory: Bytes[] = [];
  let at = 0;
  for (const { name, content, stated } of files) {
    const raw = encoder.encode(content);
    const packed = await deflated(raw);
    const [size, title] = [stated ?? raw.length, encoder.encode(name)];
    const local = numbers(30, [
      [0, 0x04034b50, 4],
      [4, 20, 2],
      [8, 8, 2],
      [18, packed.length, 4],
      [22, size, 4],
      [26, title.length, 2],
    ]);
    const entry = numbers(46, [
      [0, 0x02014b50, 4],
      [4, 20, 2],
      [6, 20, 2],
      [10, 8, 2],
      [20, packed.length, 4],
      [24, size, 4],
      [28, title.length, 2],
      [42, at, 4],
    ]);
    locals.push(local, title, packed);
    directory.push(entry, title);
    at += local.length + title.length + packed.length;
  }
  const listed = await joined(directory);
  const end = numbers(22, [
    [0, 0x06054b50, 4],
    [8, files.length, 2],
    [10, files.length, 2],
    [12, listed.length, 4],
    [16, at, 4],
  ]);
  return joined([...locals, listed, end]);
};

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
const relations = (...all: string[]) => `<Relationships>${all.join("")}</Relationships>`;

interface WorkbookParts {
  /** What stands inside `<worksheet>`. */
  readonly sheet: string;
  readonly sharedStrings?: string;
  readonly stated?: number;
  /** Beside what every workbook has. */
  readonly more?: readonly ZipFile[];
}

/** An Excel file with these parts, however odd they are. */
export const workbookFile = ({ sheet, sharedStrings = "<sst/>", stated, more = [] }: WorkbookParts) =>
  zipOf([
    { name: "[Content_Types].xml", content: "<Types/>" },
    { name: "_rels/.rels", content: relations(relation(1, "officeDocument", "xl/workbook.xml")) },
    {
      name: "xl/workbook.xml",
      content: `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="Sites" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: relations(
        relation(1, "worksheet", "worksheets/sheet1.xml"),
        relation(2, "sharedStrings", "sharedStrings.xml"),
      ),
    },
    { name: "xl/sharedStrings.xml", content: sharedStrings, stated },
    { name: "xl/worksheets/sheet1.xml", content: `<worksheet>${sheet}</worksheet>` },
    ...more,
  ]);

/** `<row>` elements of texts; a value that begins with `<` is the cell's own XML. */
export const sheetData = (rows: readonly (readonly string[])[]): string =>
  `<sheetData>${rows
    .map((row) => {
      const cells = row.map((cell) =>
        cell.startsWith("<") ? cell : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
      );
      return `<row>${cells.join("")}</row>`;
    })
    .join("")}</sheetData>`;
