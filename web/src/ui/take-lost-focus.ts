/**
 * For the `ref` of what takes the place of something that had the focus: whoever came by keyboard goes on there. Nobody who is
 * elsewhere by then is called back.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
