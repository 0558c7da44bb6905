/** Resolves when `isTrue` is, looking every few milliseconds. */
export async function until(isTrue: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`it did not become true within ${withinMs} ms: ${isTrue}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
