import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface Properties {
  title: string;
  onClose: () => void;
  /** When its form is sent, by a button of type submit or by Enter. */
  onSubmit?: () => void;
  children: ComponentChildren;
  /** The buttons at its end. */
  foot: ComponentChildren;
}

/** A modal dialog; the browser keeps the focus in it, and gives it back at its end. */
export function Dialog({ title, onClose, onSubmit, children, foot }: Properties) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) {
          onClose();
        }
      }}
    >
      <form
        class="dialog-body"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <h2 class="dialog-title" id={id}>
          {title}
        </h2>
        {children}
        <div class="dialog-foot">{foot}</div>
      </form>
    </dialog>
  );
}

/** The foot of a dialog that does something. */
export function SubmitOrCancel({
  verb,
  disabled,
  danger = false,
  onCancel,
}: {
  verb: string;
  disabled: boolean;
  danger?: boolean;
  onCancel: () => void;
}) {
  return (
    <>
      <button type="button" class="button" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" class={danger ? 'button button-primary button-danger' : 'button button-primary'} disabled={disabled}>
        {verb}
      </button>
    </>
  );
}
