import { type PointerEvent, useRef, useState } from 'react';

const swipePx = 48;

type Drag = { readonly startY: number; readonly movedPx: number };

/**
 * Drags the sheet by its header: `draggedPx` while a finger is on it (down is positive). A release beyond 48 px collapses or expands
 * it; a shorter drag is a tap.
 */
export function useSheetDrag(on: { readonly tap: () => void; readonly down: () => void; readonly up: () => void }) {
  const [drag, setDrag] = useState<Drag | undefined>();
  const wasDragged = useRef(false);
  return {
    draggedPx: drag?.movedPx ?? 0,
    isDragging: drag !== undefined,
    handle: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (!event.isPrimary || event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        wasDragged.current = false;
        setDrag({ startY: event.clientY, movedPx: 0 });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag) setDrag({ ...drag, movedPx: event.clientY - drag.startY });
      },
      onPointerUp: () => {
        if (drag && Math.abs(drag.movedPx) > swipePx) {
          wasDragged.current = true;
          if (drag.movedPx > 0) on.down();
          else on.up();
        }
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
      // The click that follows a drag is not a tap.
      onClick: () => {
        if (!wasDragged.current) on.tap();
        wasDragged.current = false;
      },
    },
  };
}
