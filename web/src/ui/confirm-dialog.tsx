import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';

type Props = {
  readonly title: string;
  /** Escape, or the way out that is in the dialog. */
  readonly onLeave: () => void;
  /** Where the keyboard goes on when what opened it is gone by then; the content of the page unless there is one. */
  readonly findNext?: () => HTMLElement | null | undefined;
  readonly children: ReactNode;
};

/** Asks before something that cannot be undone. The page behind it rests; the focus comes in, and goes back where it was. */
export function ConfirmDialog({ title, onLeave, findNext, children }: Props) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const next = useEffectEvent(() => findNext?.() ?? document.getElementById('content'));
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      // What opened it may be gone by then, a button of a row that is decided.
      const isThere = opener instanceof HTMLElement && opener.isConnected;
      (isThere ? opener : next())?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onLeave();
      }}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-card border border-edge bg-surface p-5 shadow-panel backdrop:bg-veil"
    >
      <h2 id={titleId} className="mb-3 text-figure font-strong">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
