/**
 * Ref callback for an element that replaces a focused one: takes the focus, unless the user has moved it elsewhere.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
