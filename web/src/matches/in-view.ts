type OnChange = (isInView: boolean) => void;

/** A card that is about to be scrolled to counts as in view. */
const margin = '25% 0px';
const listeners = new WeakMap<Element, OnChange>();
let observer: IntersectionObserver | undefined;

/** Tells whether an element is in view, whenever that changes; returns how to stop. One observer for all, no layout is read. */
export function watchInView(element: Element, onChange: OnChange): () => void {
  // Where nobody can tell, everything is.
  if (typeof IntersectionObserver === 'undefined') return () => {};
  observer ??= new IntersectionObserver(tell, { rootMargin: margin });
  listeners.set(element, onChange);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
  };
}

function tell(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
}
