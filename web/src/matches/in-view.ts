type OnChange = (isInView: boolean) => void;

/** Cards just outside the viewport count as in view. */
const margin = '25% 0px';
const listeners = new WeakMap<Element, OnChange>();
let observer: IntersectionObserver | undefined;

/** Reports whether an element is in view, whenever that changes. Returns a function that stops. All elements share one observer. */
export function watchInView(element: Element, onChange: OnChange): () => void {
  // Without an observer, every element counts as in view.
  if (typeof IntersectionObserver === 'undefined') return () => {};
  observer ??= new IntersectionObserver(notify, { rootMargin: margin });
  listeners.set(element, onChange);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
  };
}

function notify(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
}
