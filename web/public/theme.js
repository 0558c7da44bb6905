// Chosen before the first paint.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
} catch {}
