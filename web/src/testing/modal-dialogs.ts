import { beforeEach } from 'vitest';

/** jsdom knows the dialog but not how to open it as a modal one: here it opens and closes, without a page that rests. */
export function withModalDialogs(): void {
  beforeEach(() => {
    HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
      this.setAttribute('open', '');
      this.querySelector<HTMLElement>('input, textarea, button')?.focus();
    };
    HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
      this.removeAttribute('open');
    };
  });
}
