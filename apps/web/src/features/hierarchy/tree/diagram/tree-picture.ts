import { saveFile } from "../../../../platform/api/save-file.ts";
import { treeTexts as texts } from "../tree.texts.ts";
import { ICONS, NUMBERS_TOP, partsOf } from "./diagram-nodes.tsx";
import { type Layout, linesWithin, type Placed, ROOT_RADIUS } from "./tree-layout.ts";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Dark on white, for print and documents. */
const STYLE = `text{font-family:system-ui,sans-serif;font-size:13px;fill:#1a2029}
.n{font-size:11px;fill:#4a525e}.b{fill:#fff;stroke:#868f9c}.l{fill:none;stroke:#b3bac5;stroke-width:1.5}
.i{fill:none;stroke:#4a525e}.m{text-anchor:middle}`;

const nodeOf = (placed: Placed): string => {
  const { item, x, y, width, height } = placed;
  const isRoot = item.parent === undefined;
  const top = isRoot ? height + 26 : NUMBERS_TOP;
  const numbers = partsOf(placed)
    .map(
      ({ kind, left, number }) =>
        `<path class="i" d="${ICONS[kind]}" transform="translate(${left} ${top}) scale(0.9)"/><text class="n" x="${left + 14}" y="${top + 10}">${number}</text>`,
    )
    .join("");
  if (isRoot)
    return `<g transform="translate(${x + ROOT_RADIUS} ${y})"><circle class="b" cy="${ROOT_RADIUS}" r="${ROOT_RADIUS}"/><text class="m" y="${height + 18}">${escaped(item.name)}</text>${numbers}</g>`;
  return `<g transform="translate(${x} ${y})"><rect class="b" width="${width}" height="${height}" rx="6"/><text x="6" y="18">${escaped(item.name)}</text>${numbers}</g>`;
};

/** All shown nodes as one SVG file. */
export const treePicture = (layout: Layout): string => {
  const { width, height, placed } = layout;
  const lines = linesWithin(layout, { x: 0, y: 0, width, height });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/><path class="l" d="${lines}"/>${placed.map(nodeOf).join("")}</svg>`;
};

export const saveTree = (layout: Layout): void =>
  saveFile(new Blob([treePicture(layout)], { type: "image/svg+xml" }), texts.file);
