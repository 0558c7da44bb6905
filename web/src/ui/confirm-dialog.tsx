import { t } from '@touchline/core/language';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Button, type ButtonLook } from './button.tsx';

type Props = {
  readonly title: string;
  /** Called on Escape. */
  readonly onLeave: () => void;
  /** Whether a request is on its way: its outcome is awaited, so that Escape does not leave. */
  readonly isBusy?: boolean;
  /** Receives the focus if the element that opened the dialog no longer exists. Default: the page's content. */
  readonly findNext?: () => HTMLElement | null | undefined;
  readonly children: ReactNode;
};

/** Asks before something irreversible. It is modal, takes the focus and restores it. */
export function ConfirmDialog({ title, onLeave, isBusy = false, findNext, children }: Props) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const next = useEffectEvent(() => findNext?.() ?? document.getElementById('content'));
  const leave = () => {
    if (!isBusy) onLeave();
  };
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      // The opener may be gone, such as a button of a row that was decided.
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
        leave();
      }}
      onClose={({ currentTarget: element }) => {
        // Browsers close a dialog at the second Escape without asking. What is shown is decided here.
        if (element.open) return;
        element.showModal();
        leave();
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

type ButtonsProps = {
  readonly button: string;
  readonly look?: ButtonLook;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  /** Without it, the button submits the form around it. */
  readonly onPress?: () => void;
  readonly leave?: string;
  readonly onLeave: () => void;
};

/** The last line of a dialog: a button that leaves it, and one that does what it asks about. */
export function DialogButtons({ button, look = 'primary', isBusy, isDisabled = false, ...rest }: ButtonsProps) {
  const { onPress, leave = t('Cancel'), onLeave } = rest;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button look="bare" disabled={isBusy} onClick={onLeave}>
        {leave}
      </Button>
      <Button type={onPress ? 'button' : 'submit'} look={look} isBusy={isBusy} disabled={isDisabled} onClick={onPress}>
        {button}
      </Button>
    </div>
  );
}

/** The content of a dialog that only informs. */
export const DialogNotice = ({ onLeave, children }: Pick<Props, 'onLeave' | 'children'>) => (
  <>
    <div className="mb-4">{children}</div>
    <div className="flex justify-end">
      <Button onClick={onLeave}>{t('Close')}</Button>
    </div>
  </>
);
