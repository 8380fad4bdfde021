import { type PointerEvent, useState } from "react";

/** The position of the dragged entry: below every other entry whose middle is above the pointer. */
export const placeAt = (middles: readonly number[], y: number): number =>
  middles.filter((middle) => middle < y).length;

/**
 * Moves an entry of a list by dragging its handle, with a mouse, a pen or a finger. The list receives the pointer,
 * because a browser releases it from an element that moves in the page.
 */
export const useColumnDrag = (ids: readonly string[], onMove: (ids: readonly string[]) => void) => {
  const [drag, setDrag] = useState<{ readonly id: string; readonly ids: readonly string[] }>();
  const end = () => setDrag(undefined);
  return {
    ids: drag?.ids ?? ids,
    dragged: drag?.id,
    start: (id: string, event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.closest("ul")?.setPointerCapture(event.pointerId);
      setDrag({ id, ids });
    },
    list: {
      onPointerMove: ({ currentTarget, clientY }: PointerEvent<HTMLElement>) => {
        if (!drag) return;
        const others = drag.ids.filter((id) => id !== drag.id);
        const middles = [...currentTarget.children]
          .filter((entry) => entry instanceof HTMLElement && entry.dataset.column !== drag.id)
          .map((entry) => entry.getBoundingClientRect())
          .map(({ top, height }) => top + height / 2);
        const at = placeAt(middles, clientY);
        const next = [...others.slice(0, at), drag.id, ...others.slice(at)];
        if (String(next) !== String(drag.ids)) setDrag({ id: drag.id, ids: next });
      },
      onPointerUp: () => {
        if (drag && String(drag.ids) !== String(ids)) onMove(drag.ids);
        end();
      },
      onPointerCancel: end,
    },
  };
};
