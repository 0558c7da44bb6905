// Before the first paint: the theme that was chosen, so that the page never flashes in the other one.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be forbidden; the system's theme stands.
}
