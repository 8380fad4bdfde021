import { memo, type PointerEvent } from "react";
import classes from "./diagram.module.css";
import type { Layout } from "./tree-layout.ts";
import type { DiagramView } from "./use-diagram-view.ts";

/** Every node as a dash. */
const Dashes = memo(({ layout: { placed } }: { layout: Layout }) => (
  <path
    className={classes.dashes}
    d={placed.map(({ x, y, width, height }) => `M${x} ${y + height / 2}h${width}`).join("")}
  />
));

/** The whole diagram, small, with the part that is shown; pressing it shows another part. */
export const Minimap = ({ layout, view }: { layout: Layout; view: DiagramView }) => {
  const go = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    view.center({
      x: ((event.clientX - left) / Math.max(width, 1)) * layout.width,
      y: ((event.clientY - top) / Math.max(height, 1)) * layout.height,
    });
  };
  return (
    <svg
      className={classes.minimap}
      data-minimap
      aria-hidden
      // A tall tree is squeezed into the same place as a wide one.
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      preserveAspectRatio="none"
      onPointerDown={go}
      onPointerMove={go}
    >
      <Dashes layout={layout} />
      <rect ref={view.window} className={classes.window} />
    </svg>
  );
};
