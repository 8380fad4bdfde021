import type { KeyboardEvent } from "react";
import { treeTexts as texts } from "../tree.texts.ts";
import classes from "./diagram.module.css";
import { DiagramNodes } from "./diagram-nodes.tsx";
import { Minimap } from "./minimap.tsx";
import { type Layout, NODE_HEIGHT, nodeWidth } from "./tree-layout.ts";
import { type PointerActions, useDiagramPointers } from "./use-diagram-pointers.ts";
import type { DiagramView } from "./use-diagram-view.ts";
import { ZOOM_IN, ZOOM_OUT } from "./zoom.ts";

interface DiagramProps extends PointerActions {
  readonly layout: Layout;
  readonly view: DiagramView;
  readonly selected: number | undefined;
}

const STEP = 60;
const PANS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

/** The tree as a picture that pans and zooms. For the keyboard and screen readers, the outline has the same nodes. */
export const Diagram = ({ layout, view, selected, ...actions }: DiagramProps) => {
  const { dragged, handlers } = useDiagramPointers(layout, view, actions);
  const onKeyDown = (event: KeyboardEvent) => {
    const pan = PANS[event.key];
    if (pan) view.pan({ x: pan[0], y: pan[1] });
    else if (event.key === "+" || event.key === "=") view.zoom(ZOOM_IN);
    else if (event.key === "-") view.zoom(ZOOM_OUT);
    else if (event.key === "0") view.reset();
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.diagram}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of no form */}
      <div
        ref={view.frame}
        className={classes.frame}
        role="group"
        aria-label={texts.diagram}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys pan it
        tabIndex={0}
        data-dragging={dragged !== undefined || undefined}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        <svg className={classes.picture} aria-hidden>
          <g ref={view.content}>
            {view.drawn && (
              <DiagramNodes
                layout={layout}
                drawn={view.drawn}
                selected={selected}
                target={dragged?.target?.id}
                dragged={dragged?.item.id}
              />
            )}
            {dragged && (
              <g className={classes.ghost} transform={`translate(${dragged.at.x + 8} ${dragged.at.y + 8})`}>
                <rect width={nodeWidth(dragged.item.name)} height={NODE_HEIGHT / 2 + 4} rx={6} />
                <text x={6} y={18}>
                  {dragged.item.name}
                </text>
              </g>
            )}
          </g>
        </svg>
      </div>
      <Minimap layout={layout} view={view} />
    </div>
  );
};
